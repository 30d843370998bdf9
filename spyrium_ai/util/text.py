"""Text that others wrote, made fit for a terminal."""

from __future__ import annotations


def visible(text: str) -> str:
    r"""Return the text with its control characters written out: they must not act on a terminal.

    >>> visible("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
