"""Errors of use: what a person or a program asked for cannot be done as asked."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UsageError(Exception):
    """Names the offending thing and what would be right; the command line exits with 2."""


class HaltError(Exception):
    """What is under way cannot go on, though nobody has stopped it; the exit code is 1."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Return what a mistyped word may have been meant to be, else all that it could be.

    >>> suggest("mtach", ["match", "rate"]), suggest("x", ["match", "rate"])
    ("did you mean 'match'?", 'one of: match, rate')
    """
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    return f"did you mean '{close[0]}'?" if close else f"one of: {', '.join(names)}"
