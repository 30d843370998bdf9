"""The compiled exact solver of the last turn of two players."""
