"""Tab at a terminal: completes the words that can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def matches(text: str, words: Sequence[str]) -> list[str]:
    """Return the words that begin with a text, in any case.

    >>> matches("m", ["M1", "Miner", "Co"])
    ['M1', 'Miner']
    """
    return [word for word in words if word.lower().startswith(text.lower())]


@contextmanager
def completing(words: Sequence[str]) -> Iterator[None]:
    """Let Tab complete these words, and a space, in a line that `input` reads meanwhile."""
    try:
        import readline  # noqa: PLC0415 (not every Python has it)
    except ImportError:
        words = ()
    if not words:
        yield
        return

    def complete(text: str, number: int) -> str | None:
        found = matches(text, words)
        return f"{found[number]} " if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)
        readline.parse_and_bind("tab: self-insert")
