from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from support.fake_runners import InProcess

from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.live_display import (
    Log,
    Pace,
    Picture,
    Row,
    Screen,
    display,
    drawn,
    picture,
)
from spyrium_ai.tournament.tournament import Tournament

EVENT = Event(parse_players(["random"] * 3), TimeControl(nodes=1), deals=5, seed=1)
SWISS = Event(
    parse_players(["random"] * 4), TimeControl(nodes=1), deals=1, format="swiss", rounds=2, seed=1
)
TEST = replace(EVENT, sprt=SprtPlan((0, 1), 0, 400))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that goes on by so many seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "games.jsonl") as journal:
        yield journal


def watch(tournament: Tournament, shown: Log | Screen, limit: int | None = None) -> None:
    with shown:
        for _ in tournament.play(InProcess(tournament.event, limit=limit)):
            shown.update()


def test_a_log_has_a_line_for_every_tenth(journal: Journal) -> None:
    tournament, stream = Tournament(EVENT, journal), io.StringIO()
    watch(tournament, Log(tournament, stream))
    lines = stream.getvalue().splitlines()
    assert [int(line.split()[0]) for line in lines] == [3 * part for part in range(1, 11)]
    assert all(character.isprintable() for line in lines for character in line)
    first, last = lines[0], lines[-1]
    assert first.startswith("3 of 30 games, 1 of 15 deal sets, ")
    assert last.startswith("30 of 30 games, 15 of 15 deal sets, ")
    assert ", 0:00 left; random#" in last
    for name in ("random#1", "random#2", "random#3"):
        assert name in last


def test_a_log_goes_on_with_what_is_missing(journal: Journal) -> None:
    tournament, stream = Tournament(EVENT, journal), io.StringIO()
    watch(tournament, Log(tournament, stream), limit=13)
    assert [int(line.split()[0]) for line in stream.getvalue().splitlines()] == [3, 6, 9, 12, 13]
    again, stream = Tournament(EVENT, journal), io.StringIO()
    watch(again, Log(again, stream, Clock(10)))
    lines = stream.getvalue().splitlines()
    assert [int(line.split()[0]) for line in lines] == [15, 18, 21, 24, 27, 30]
    assert "games/min, " in lines[0]


def test_a_log_is_not_silent_for_long(journal: Journal) -> None:
    tournament, stream = Tournament(EVENT, journal), io.StringIO()
    watch(tournament, Log(tournament, stream, Clock(400)))
    assert len(stream.getvalue().splitlines()) > 10


def test_a_log_where_nothing_was_played(journal: Journal) -> None:
    tournament, stream = Tournament(EVENT, journal), io.StringIO()
    watch(tournament, Log(tournament, stream), limit=0)
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("step", "text"), [(60, "1.0 games/min, 30:00 left"), (1, "60 games/min")])
def test_the_pace_is_that_of_this_run(journal: Journal, step: float, text: str) -> None:
    tournament = Tournament(EVENT, journal)
    pace = Pace(tournament, Clock(step))
    assert pace.text(0, 30) == ""
    assert Pace(tournament, Clock(step)).text(1, 31).startswith(text)


def test_the_picture(journal: Journal) -> None:
    tournament = Tournament(TEST, journal)
    before = picture(tournament)
    assert before.progress == "0 of at most 30 games, 0 of 15 deal sets"
    assert before.test == "SPRT: LLR 0.00, H0 at -2.94, H1 at 2.94"
    assert [row.share for row in before.rows] == [None] * 3
    watch(tournament, Log(tournament, io.StringIO()), limit=6)
    after = picture(tournament)
    assert after.progress == "6 of at most 30 games, 3 of 15 deal sets"
    assert sum(row.games for row in after.rows) == 12
    shares = [row.share for row in after.rows if row.share is not None]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.5)
    assert all(row.low <= (row.share or 0) <= row.high for row in after.rows)


def test_the_rounds_of_a_swiss_event(journal: Journal) -> None:
    tournament = Tournament(SWISS, journal)
    assert picture(tournament).progress.startswith("round 1 of 2, 0 of 8 games")
    watch(tournament, Log(tournament, io.StringIO()))
    assert picture(tournament).progress == "round 2 of 2, 8 of 8 games, 4 of 4 deal sets"


@pytest.mark.parametrize(("width", "height"), [(30, 8), (80, 24), (200, 50), (45, 12), (80, 3)])
def test_what_is_drawn_fits_the_terminal(journal: Journal, width: int, height: int) -> None:
    rows = tuple(Row(f"p[{n}] " + "x" * 3 * n, 0.5, 0.1, 0.9, 100) for n in range(20))
    big = Picture("12 of at most 900000 games, 3 of 450000 sets", 12, 900_000, rows, "SPRT: 0.12")
    pace = Pace(Tournament(EVENT, journal), Clock(1))
    stream = io.StringIO()
    console = Console(file=stream, width=width, height=height, markup=False)
    console.print(drawn(big, pace, width, height))
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= max(height, 7)
    assert lines[0].startswith("12 of at most 900000")
    assert any(line.startswith("p[0]") for line in lines)
    shown = sum(line.startswith("p[") for line in lines)
    assert (f"and {20 - shown} more" in lines) == (shown < 20)


def test_a_terminal_is_drawn_on_in_place(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    tournament, stream = Tournament(EVENT, journal), Terminal()
    shown = display(tournament, stream)
    assert isinstance(shown, Screen)
    with shown:
        for _ in itertools.islice(tournament.play(InProcess(EVENT)), 6):
            shown.update()
        shown.tell("game 1.1: [bold]")
    text = stream.getvalue()
    assert "\x1b[" in text
    assert "game 1.1: [bold]\r\n" in text or "game 1.1: [bold]\n" in text
    assert "6 of 30 games, 3 of 15 deal sets" in text
    assert text.index("\x1b[?25l") < text.rindex("\x1b[?25h")  # the cursor is there again


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_be_drawn_on_gets_a_log(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    assert isinstance(display(Tournament(EVENT, journal), Terminal()), Log)


def test_a_file_gets_a_log_whatever_the_environment_says(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert isinstance(display(Tournament(EVENT, journal), io.StringIO()), Log)


def test_a_narrow_terminal_shows_the_ends_of_names_and_no_intervals(journal: Journal) -> None:
    names = [f"a-rather-long-name-that-ends-in-{n}" for n in range(2)]
    rows = tuple(Row(name, 0.5, 0.1, 0.9, 100) for name in names)
    pace = Pace(Tournament(EVENT, journal), Clock(1))

    def lines(width: int) -> list[str]:
        stream = io.StringIO()
        console = Console(file=stream, width=width, markup=False)
        console.print(drawn(Picture("", 1, 2, rows, ""), pace, width, 24))
        return [line for line in stream.getvalue().splitlines() if line.startswith("a-")]

    assert [line.split() for line in lines(40)] == [
        [f"a-rather-l...-ends-in-{n}", "50.0", "100"] for n in range(2)
    ]
    assert max(map(len, lines(40))) <= 40
    assert [line.split() for line in lines(80)] == [
        [name, "50.0", "10.0", "-", "90.0", "100"] for name in names
    ]
