"""The compiled search of the last turn of two players: solved exactly, or to a depth."""
