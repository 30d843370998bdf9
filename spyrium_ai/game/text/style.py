"""How text gets to a person: colours and special characters on a terminal, plain ASCII else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from spyrium_ai.util.terminal import painted

WIDTH = 80
SEAT_COLOURS = ("red", "blue", "green", "yellow", "magenta")
_PLAIN = str.maketrans(
    {"£": "GBP", "±": "+-", "→": "->", "─": "-", "│": "|"} | dict.fromkeys("┌┐└┘├┤┬┴┼", "+")
)


@dataclass(frozen=True)
class Style:
    """What the screen can show. All widths are counted in characters, colours apart."""

    colour: bool = False
    unicode: bool = False
    width: int = WIDTH  # of a wrapped line

    @classmethod
    def of(cls, stream: TextIO | None, environ: Mapping[str, str] = os.environ) -> Style:
        """Return what fits the stream: plain where it is no terminal, no colour with NO_COLOR."""
        if stream is None or not stream.isatty():  # None: closed before the start
            return cls()
        dull = bool(environ.get("NO_COLOR")) or environ.get("TERM") == "dumb"
        encoding = (stream.encoding or "").lower().replace("-", "")
        return cls(colour=not dull, unicode=encoding == "utf8")

    def text(self, text: str) -> str:
        """Return the text in the characters that can be shown."""
        if self.unicode:
            return text
        return text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")

    def paint(self, text: str, style: str) -> str:
        """Return the text in a style, one of `terminal.COLOURS`, for a stream that escapes."""
        return painted(text, style) if self.colour and text else text

    def seat(self, text: str, seat: int) -> str:
        """Return the text in the colour of a seat."""
        return self.paint(text, SEAT_COLOURS[seat - 1])

    def wrap(self, text: str, hang: int = 0, first: str = "") -> str:
        """Return the text in lines of at most `width` characters.

        Args:
            text: words separated by single spaces.
            hang: the indent of all lines but the first.
            first: what stands before the text in the first line, kept as it is.
        """
        lines = [self.text(first)]
        empty = True
        for word in self.text(text).split():
            if not empty and len(lines[-1]) + 1 + len(word) > self.width:
                lines.append(" " * hang)
                empty = True
            lines[-1] += word if empty else f" {word}"
            empty = False
        return "\n".join(lines)


def columns(lines: list[str], room: int = WIDTH, gap: int = 2) -> list[str]:
    """Return the lines in as many equal columns as `room` characters hold, read downwards."""
    if not lines:
        return []
    width = max(map(len, lines))
    count = max(1, (room + gap) // (width + gap))
    rows = -(-len(lines) // count)
    table = [lines[row::rows] for row in range(rows)]
    return [(" " * gap).join(line.ljust(width) for line in row).rstrip() for row in table]
