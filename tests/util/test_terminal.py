"""What reaches a terminal, and that nothing leads around the stream that escapes it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import click
import pytest

from spyrium_ai.util.terminal import COLOURS, bare, escaped, harmless, painted
from spyrium_ai.util.text import visible, visible_lines

PACKAGE = Path(__file__).parents[2] / "spyrium_ai"
# Ways around the escaped streams: bytes, the streams of the start, the descriptors themselves.
AROUND = re.compile(r"\.buffer\b|__std(?:out|err)__|\bFileIO\(1|os\.write\([12]\b|/dev/(?:tty|std)")
BARE = re.compile(r"\bbare\(")
BAR = re.compile(r"\btqdm\(")  # one that writes to stderr itself would show its own cursor moves
# The protocol's lines, which are checked to be ASCII. And what moves the cursor: progress bars, the
# table of a tournament, the note that a person's engine thinks.
MAY_GO_AROUND = {"engine/protocol/server.py"}
MAY_BE_BARE = {
    *("cli/progress_bar.py", "tournament/live_display.py", "human/terminal_io.py"),
    "util/terminal.py",
}


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain caf\u00e9 \u2192 \u00a3", "plain caf\u00e9 \u2192 \u00a3"),
        ("\x1b]0;t\x07", r"\x1b]0;t\x07"),
        ("\x9b2J\x85\x7f\x00", r"\x9b2J\x85\x7f\x00"),
        ("\u202a\u202e\u2066\u2069\u200e", r"\u202a\u202e\u2066\u2069\u200e"),
        ("\udcff\ud83d", r"\udcff\ud83d"),
        ("\u200b\ufeff\u2028\U000e0041", r"\u200b\ufeff\u2028\U000e0041"),
        ("a\r\tb", r"a\r\tb"),
    ],
)
def test_what_acts_on_a_terminal_is_written_out(text: str, seen: str) -> None:
    assert visible(text) == visible_lines(text) == harmless(text) == seen


def test_only_line_ends_stay() -> None:
    assert visible("a\nb") == r"a\nb"
    assert visible_lines("a\x1b\nb\n") == harmless("a\x1b\nb\n") == "a\\x1b\nb\n"


def test_only_our_own_colours_are_colours() -> None:
    screen = io.StringIO()
    stream = escaped(screen)
    theirs = "\x1b[31mred\x1b[0m"
    stream.write(painted(theirs, "bold"))
    assert screen.getvalue() == "\x1b[1m\\x1b[31mred\\x1b[0m\x1b[0m"
    assert escaped(stream) is stream
    assert bare(stream) is bare(screen) is screen
    assert click.unstyle(painted("plain", "red")) == "plain"
    assert all(click.style("x", fg=name) for name in COLOURS if name not in {"bold", "dim"})


@pytest.mark.parametrize("name", sorted(set(COLOURS) - {"bold"}))
def test_every_colour_can_be_read_on_black_and_on_white(name: str) -> None:
    light = luminance(int(COLOURS[name].removeprefix("38;5;")))
    assert min((light + 0.05) / 0.05, 1.05 / (light + 0.05)) > 3.9  # 4.58 is the most there can be


def luminance(colour: int) -> float:
    """Return the relative luminance, as WCAG 2 defines it, of a colour of the palette of 256."""
    levels = (0, 95, 135, 175, 215, 255)
    grey, cube = 8 + 10 * (colour - 232), colour - 16
    is_grey = colour >= 232
    parts = [grey] * 3 if is_grey else [levels[cube // step % 6] for step in (36, 6, 1)]
    shares = [part / 255 for part in parts]
    linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_click_does_not_go_around(encoding: str) -> None:
    raw = io.BytesIO()
    stream = escaped(io.TextIOWrapper(raw, encoding, "backslashreplace"))
    click.echo("\x9b2J\u202e\u00e9\u2192", file=stream, color=True)
    assert raw.getvalue().decode(encoding) in {
        "\\x9b2J\\u202e\u00e9\u2192\n",
        "\\x9b2J\\u202e\u00e9\\u2192\n",
        "\\x9b2J\\u202e\\xe9\\u2192\n",
    }


def test_nothing_else_goes_around() -> None:
    around, uncovered, bars = set(), set(), set()
    for path in PACKAGE.rglob("*.py"):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()
        around |= {name} if AROUND.search(text) else set()
        uncovered |= {name} if BARE.search(text) else set()
        bars |= {name} if BAR.search(text) else set()
    assert bars == {"cli/progress_bar.py"}
    assert around == MAY_GO_AROUND
    assert uncovered == MAY_BE_BARE
