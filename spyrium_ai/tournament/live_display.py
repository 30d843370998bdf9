"""Shows an event under way: a table on a terminal, else a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.ratings.sprt import Sprt
from spyrium_ai.analysis.standings import Standings
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.tournament.tournament import Tournament
from spyrium_ai.util.terminal import bare, harmless
from spyrium_ai.util.text import shorten_middle, visible

Clock = Callable[[], float]

PARTS = 10  # lines of a log, evenly over the games
SILENCE = 600.0  # seconds without a line in a log when a game ends
_LINES = 6  # of the terminal that the table of players cannot use
_NAMED = 5  # players that a line in a log has room for
_WIDTH = 80
_NARROW = 60  # columns below which there is no room for intervals
_DIGITS = 6  # of the number of games


@dataclass(frozen=True)
class Row:
    """A player's win share with its 95 % interval, between 0 and 1, and its number of games."""

    name: str
    share: float | None
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Picture:
    """The state of an event: `progress` and `test` in words, `rows` with the best player first."""

    progress: str
    done: int
    total: int
    rows: tuple[Row, ...]
    test: str


class Display(Protocol):
    """Shows the event; a context."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def update(self) -> None:
        """Note that a game has been played."""

    def tell(self, text: str) -> None:
        """Write a text of one or more lines, which stays."""


def display(tournament: Tournament, stream: TextIO) -> Display:
    """Return the display for the stream: in place on a terminal, else line by line."""
    is_screen = stream.isatty() and not Console(file=stream).is_dumb_terminal
    return Screen(tournament, stream) if is_screen else Log(tournament, stream)


class Pace:
    """The rate of this run's games; games of earlier runs do not count."""

    def __init__(self, tournament: Tournament, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._begin = clock()
        self._before = tournament.games_done
        self._most = "at most " if tournament.sprt else ""

    def text(self, done: int, total: int) -> str:
        """Return the rate and the time left in words; '' while they are unknown."""
        played, seconds = done - self._before, self._clock() - self._begin
        if played <= 0 or seconds <= 0:
            return ""
        rate, left = 60 * played / seconds, seconds / played * (total - done)
        return f"{rate:.{1 if rate < 10 else 0}f} games/min, {self._most}{_duration(left)} left"


class Log:
    """A line for every tenth of the games, one every ten minutes, and one at the end."""

    def __init__(
        self, tournament: Tournament, stream: TextIO, clock: Clock = time.monotonic
    ) -> None:
        self._tournament = tournament
        self._stream = stream
        self._clock = clock
        self._pace = Pace(tournament, clock)
        self._note()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._tournament.games_done > self._games:
            self._write()

    def update(self) -> None:
        """Write a line if one is due."""
        done, total = self._tournament.games_done, self._tournament.games_total
        is_next = PARTS * done // total > PARTS * self._games // total
        if is_next or self._clock() - self._time >= SILENCE:
            self._write()

    def tell(self, text: str) -> None:
        """Write a text."""
        print(text, file=self._stream, flush=True)

    def _write(self) -> None:
        self.tell(_line(picture(self._tournament), self._pace))
        self._note()

    def _note(self) -> None:
        """Remember when the last line was written."""
        self._games, self._time = self._tournament.games_done, self._clock()


class Screen:
    """The standings in place, redrawn four times a second."""

    def __init__(self, tournament: Tournament, stream: TextIO) -> None:
        self._tournament = tournament
        self._pace = Pace(tournament)
        self._picture = picture(tournament)  # replaced as a whole: another thread draws it
        # It moves the cursor, so all texts have to be written out before they get here.
        self._console = Console(file=bare(stream), highlight=False, markup=False, emoji=False)
        self._live = Live(
            get_renderable=self._draw,
            console=self._console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def update(self) -> None:
        """Have the new standings drawn next time."""
        self._picture = picture(self._tournament)

    def tell(self, text: str) -> None:
        """Write a text above the standings."""
        self._console.print(Text(harmless(text)), soft_wrap=True)

    def _draw(self) -> RenderableType:
        width, height = self._console.size
        return drawn(self._picture, self._pace, min(width, _WIDTH), height)


def picture(tournament: Tournament) -> Picture:
    """Return the current state of the event."""
    return Picture(
        progress=_progress(tournament),
        done=tournament.games_done,
        total=tournament.games_total,
        rows=_rows(tournament.standings),
        test=_test(tournament.sprt) if tournament.sprt else "",
    )


def drawn(picture: Picture, pace: Pace, width: int, height: int) -> RenderableType:
    """Return the picture for a terminal of this size, in columns and lines."""
    room = max(1, height - _LINES)
    more = len(picture.rows) - room
    return Group(
        Text(picture.progress, no_wrap=True, overflow="ellipsis"),
        Text(pace.text(picture.done, picture.total)),
        Padding(ProgressBar(picture.total, picture.done, width=width - 1), 0),  # ends the line
        _table(picture.rows[:room], width),
        *([Text(f"and {more} more")] if more > 0 else []),
        *([Text(picture.test, no_wrap=True, overflow="ellipsis")] if picture.test else []),
    )


def _table(rows: Sequence[Row], width: int) -> Table:
    """Return the table of players; a narrow one leaves out the intervals."""
    is_narrow = width < _NARROW
    titles = ("share %", "games") if is_narrow else ("share %", "95 % interval", "games")
    table = Table("", box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    taken = sum(max(len(title), _DIGITS) + 2 for title in titles)
    for row in rows:
        name = Text(shorten_middle(visible(row.name), max(8, width - taken), "..."), no_wrap=True)
        interval = [] if is_narrow else [_interval(row)]
        table.add_row(name, percent(row.share), *interval, str(row.games))
    return table


def _progress(tournament: Tournament) -> str:
    """Return the rounds, games and deal sets done."""
    most = "at most " if tournament.sprt else ""
    event, rounds = tournament.event, len(tournament.schedule.rounds)
    parts = [f"round {rounds} of {event.rounds}"] if event.format == "swiss" else []
    parts.append(f"{tournament.games_done} of {most}{tournament.games_total} games")
    parts.append(f"{tournament.blocks_done} of {tournament.blocks_total} deal sets")
    return ", ".join(parts)


def _test(sprt: Sprt) -> str:
    """Return the state of the test, with its bounds."""
    low, high = sprt.plan.bounds
    return f"SPRT: LLR {sprt.llr:.2f}, H0 at {low:.2f}, H1 at {high:.2f}"


def _rows(standings: Standings) -> tuple[Row, ...]:
    """Return the players, the best first."""
    rows = []
    for name, total in zip(standings.names, standings.sums().players, strict=True):
        share = total.share()
        games = sum(seat.games for seat in total.seats)
        rows.append(Row(name, None if share is None else float(share), *total.interval(), games))
    return tuple(
        sorted(rows, key=lambda row: -1.0 if row.share is None else row.share, reverse=True)
    )


def _line(picture: Picture, pace: Pace) -> str:
    """Return everything in one line."""
    done = ", ".join(filter(None, (picture.progress, pace.text(picture.done, picture.total))))
    rows = [row for row in picture.rows if row.share is not None]
    players = [f"{row.name} {percent(row.share)} ({_interval(row)})" for row in rows[:_NAMED]]
    more = len(rows) - _NAMED
    if more > 0:
        players.append(f"{more} more")
    return "; ".join(filter(None, (done, ", ".join(players), picture.test)))


def _interval(row: Row) -> str:
    return "-" if row.share is None else f"{percent(row.low)} - {percent(row.high)}"


def _duration(seconds: float) -> str:
    """Return a duration in hours, minutes and seconds.

    >>> _duration(59.6), _duration(3725)
    ('1:00', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
