"""Tools for those who write engines, and for those who work on this program."""
