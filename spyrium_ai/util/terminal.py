"""What reaches a terminal: texts are written out, and only our own colours and bars act on it."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Iterator
from typing import IO, Any, TextIO, cast

from spyrium_ai.util.text import visible_lines

# Of the palette of 256 colours: they are the same in every terminal, unlike the first 16. All can
# be read on black and on white.
COLOURS = {
    "bold": "1",
    "dim": "38;5;243",
    "red": "38;5;196",
    "green": "38;5;28",
    "yellow": "38;5;130",  # ochre: no yellow can be read on white
    "blue": "38;5;63",
    "magenta": "38;5;163",
    "cyan": "38;5;30",
}
# How our own colours begin until they are written: no file and no engine can know the number. A
# terminal would ignore it, and whatever removes colours takes it for one.
_MARK = f"\x1b[{secrets.randbits(64)};"


def painted(text: str, style: str) -> str:
    """Return the text in a style, one of COLOURS, for an `EscapedOutput`."""
    return f"{_MARK}{COLOURS[style]}m{text}{_MARK}0m"


def harmless(text: str) -> str:
    r"""Return the text with everything written out that acts on a terminal, but our own colours.

    Line ends stay.

    >>> harmless("a\x1b[2J\nb")
    'a\\x1b[2J\nb'
    """
    return "\x1b[".join(map(visible_lines, text.split(_MARK)))


class EscapedOutput:
    """A text stream that writes out whatever would act on a terminal; only our colours do.

    `bare` is the stream beneath, for what moves the cursor and shows no text of others.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.bare = stream

    def __getattr__(self, name: str) -> Any:
        if name in {"buffer", "detach"}:  # would lead around this, as click takes them to
            raise AttributeError(name)
        return getattr(self.bare, name)

    def write(self, text: str) -> int:
        """Write a text, escaped; return its length."""
        self.bare.write(harmless(text))
        return len(text)


def escaped(stream: IO[str]) -> TextIO:
    """Return the stream with its texts escaped, or itself if they are already."""
    return cast(TextIO, stream if isinstance(stream, EscapedOutput) else EscapedOutput(stream))


def bare(stream: IO[str]) -> IO[str]:
    """Return the stream below the escapes: for progress bars and the like, never for a text.

    Texts that go there with them have to be `visible`.
    """
    return stream.bare if isinstance(stream, EscapedOutput) else stream


@contextlib.contextmanager
def escaped_errors() -> Iterator[None]:
    """Have everything escaped that is written to stderr."""
    before = sys.stderr
    if before is None:  # closed before the start
        yield
        return
    sys.stderr = escaped(before)
    try:
        yield
    finally:
        sys.stderr = before
