"""Errors that the command line reports without a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UsageError(Exception):
    """Wrong input; the message names it and what would be right. The exit code is 2."""


class HaltError(Exception):
    """A run cannot continue, although it was not stopped. The exit code is 1."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a suggestion for a mistyped word, or all known words if none is close.

    >>> suggest("mtach", ["match", "rate"]), suggest("x", ["match", "rate"])
    ("did you mean 'match'?", 'one of: match, rate')
    """
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    return f"did you mean '{close[0]}'?" if close else f"one of: {', '.join(names)}"
