"""Making the shipped weights again, from nothing."""
