"""The compiled evaluations of a position."""
