"""Exploring positions at a terminal: lines drawn in place, Ctrl-C and Enter during a search."""

from __future__ import annotations

import io
import os
import re
import signal
from collections.abc import Iterator
from typing import TextIO

import pytest
from support.explorations import TWO_LINES, after, examine, scripted, where
from support.human_sessions import Terminal
from support.signals import restore_default_signals

from spyrium_ai.engine.base import Info
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.live_lines import LiveLines
from spyrium_ai.human.terminal_io import TerminalIO

FOLLOW = LiveLines.follow


class Screen(Terminal):
    """A terminal's output that knows its encoding."""

    encoding = "utf-8"


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Give a terminal's output on which the lines are drawn as often as they are reported."""
    monkeypatch.setattr("spyrium_ai.human.live_lines.REDRAW_SECONDS", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return Screen()


def test_lines_are_drawn_in_place_on_a_terminal(screen: Screen) -> None:
    text = examine(spec=TWO_LINES, board=False, terminal=TerminalIO(io.StringIO(), screen))
    first, *others = re.split(r"\x1b\[(\d+)A\r\x1b\[J", text)
    assert "\n 1. " in first
    assert "\n 2. " not in first
    assert others[0] == str(first[first.rindex("depth 3") :].count("\n"))
    assert others[-1].count("\n 2. ") == 1
    assert "Enter or Ctrl-C stops the search." in first
    assert "Enter or Ctrl-C" not in others[-1]


def test_no_more_is_drawn_than_the_screen_holds(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "8")
    text = examine(spec=TWO_LINES, board=False, terminal=TerminalIO(io.StringIO(), screen))
    *drawn, last = re.split(r"\x1b\[\d+A\r\x1b\[J", text)
    assert all(part.count("\n 2. ") == 0 for part in drawn)
    assert last.count("\n 2. ") == 1


def test_a_terminal_that_cannot_move_its_cursor_gets_the_last_lines(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = examine(spec=TWO_LINES, board=False, terminal=TerminalIO(io.StringIO(), screen))
    assert "\x1b" not in text
    assert text.count("\n 1. ") == 1


ENDLESS = scripted(
    "info depth 3 nodes 5 time 9 multipv 1 value 618 382 pv place:a1b1",
    "bestmove place:a1b1",
    waits=True,
)


@pytest.fixture
def interrupting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Give a list of the signals that come after the first report of an engine."""
    restore_default_signals()
    signals: list[int] = []

    def follow(live: LiveLines, info: Info | None) -> None:
        FOLLOW(live, info)
        while info and signals:
            signal.raise_signal(signals.pop())

    monkeypatch.setattr(LiveLines, "follow", follow)
    return signals


def test_ctrl_c_ends_the_search_and_keeps_what_it_has_found(interrupting: list[int]) -> None:
    interrupting.append(signal.SIGINT)
    text = examine("go 60", "play", "position", spec=ENDLESS, lines=1)
    assert where(text) == [after("place:a1b1")]


def test_a_second_ctrl_c_leaves(interrupting: list[int]) -> None:
    interrupting.extend([signal.SIGINT, signal.SIGINT])
    with pytest.raises(KeyboardInterrupt):
        examine("go 60", "position", spec=ENDLESS, lines=1)


def test_a_signal_to_end_does_so_after_the_search(interrupting: list[int]) -> None:
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    interrupting.append(signal.SIGTERM)
    try:
        examine("go 60", spec=ENDLESS, lines=1)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == [signal.SIGTERM]


@pytest.fixture
def keyboard() -> Iterator[tuple[int, TextIO]]:
    """Give a pseudo-terminal: the side of the person, and what the program reads."""
    person, program = os.openpty()
    with open(program, encoding="utf-8") as source:
        yield person, source
    os.close(person)


@pytest.mark.parametrize(("typed", "position"), [("", after()), ("3", after("place:a2a3"))])
def test_enter_ends_the_search_and_a_line_is_a_command_too(
    keyboard: tuple[int, TextIO], screen: Screen, typed: str, position: str
) -> None:
    person, source = keyboard
    os.write(person, f"go infinite\n{typed}\nposition\nquit\n".encode())
    text = examine(spec=ENDLESS, lines=1, terminal=TerminalIO(source, screen, Style()))
    assert where(text) == [position]
    assert "\n 1.   61.8 %" in text
