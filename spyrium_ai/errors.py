"""Errors of use: what a person or a program asked for cannot be done as asked."""


class UsageError(Exception):
    """Names the offending thing and what would be right; the command line exits with 2."""
