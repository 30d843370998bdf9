"""Make screen.svg, what a person sees at the table, from the output to a real terminal.

Usage: python docs/screen.py
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

GAME = ["match", "human", "--seed", "5", "--nodes", "20000"]
TYPED = b"3\n6\nquit\n"
MOVE = r"(\x1b\[[0-9;]*m)*[1-5] "  # how a line with a seat's move begins
COLUMNS = 80
# Pixels: of a character in a font of 14 pixels, and the margin around all.
WIDTH, HEIGHT, MARGIN = 8.43, 18, 14
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">
<!-- Made by docs/screen.py from the output of the program. -->
<style>text {{ font-family: monospace; font-size: 14px }}</style>
<rect width="100%" height="100%" rx="8" fill="#292929"/>
{texts}
</svg>
"""


def play() -> str:
    """Return all that the program writes to a terminal in the game, with its colours."""
    ours, theirs = pty.openpty()
    os.write(ours, TYPED)
    with subprocess.Popen(
        [sys.executable, "-m", "spyrium_ai", *GAME],
        stdin=theirs,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", "NO_COLOR": ""},
    ):
        os.close(theirs)
        written = b""
        while chunk := _read(ours):
            written += chunk
    os.close(ours)
    return written.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # raised when the last user of the terminal has gone
        return b""


def last_screen(text: str) -> str:
    """Return the last position with the move before it and the moves that it offers."""
    lines = [line.rpartition("\r")[2] for line in text.splitlines()]
    turn = max(i for i, line in enumerate(lines) if "== Turn" in line)
    first = max(i for i, line in enumerate(lines[:turn]) if re.match(MOVE, line))
    end = max(i for i, line in enumerate(lines) if line.startswith("Your move"))
    return "\n".join(lines[first:end])


def word(text: str, column: int, line: int, style: Style | None) -> str:
    """Return the element of a word at its place; viewers would collapse spaces."""
    look = style or Style()
    rgb = (look.color.get_truecolor(SVG_EXPORT_THEME) if look.color else None) or "#d0d0d0"
    fill = rgb if isinstance(rgb, str) else rgb.hex
    more = ' font-weight="bold"' * bool(look.bold) + ' opacity="0.6"' * bool(look.dim)
    x, y = MARGIN + column * WIDTH, MARGIN + (line + 0.75) * HEIGHT
    length = f'textLength="{len(text) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {length} fill="{fill}"{more}>{escape(text)}</text>'


def picture(screen: str) -> str:
    """Return the SVG of lines with the colours of a terminal."""
    console, texts = Console(width=COLUMNS), []
    lines = list(AnsiDecoder().decode(screen))
    for number, line in enumerate(lines):
        column = 0
        for segment in line.render(console):
            text, style = segment.text, segment.style
            words = [(found[0], column + found.start()) for found in re.finditer(r"\S+", text)]
            texts += [word(part, at, number, style) for part, at in words]
            column += len(text)
    size = {"width": COLUMNS * WIDTH + 2 * MARGIN, "height": len(lines) * HEIGHT + 2 * MARGIN}
    return SVG.format(texts="\n".join(texts), **size)


def main() -> None:
    """Write the picture beside this file."""
    svg = picture(last_screen(play()))
    Path(__file__).with_name("screen.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
