"""An event under way: finished games are read from the game log, missing ones are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from spyrium_ai.analysis.ratings.outcome import BlockRun, Outcome, outcome_of
from spyrium_ai.analysis.ratings.sprt import Sprt
from spyrium_ai.analysis.standings import Standings
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import result_problems
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.journal import Journal, journal_games
from spyrium_ai.tournament.resume_check import differences
from spyrium_ai.tournament.schedule import Schedule
from spyrium_ai.util.errors import HaltError, UsageError


class GameRunner(Protocol):
    """Plays the games: in threads here, or on the workers of a cluster."""

    @property
    def is_stopped(self) -> bool:
        """Whether the games have been stopped."""

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        """Yield the games as they end; games that were stopped or lost are left out."""


class RecordedEvent:
    """The state of an event as its game log records it; the log is only read.

    The test and the Swiss pairings read finished deal sets in the schedule's order, so they do not
    depend on which game ends first. Games that are under way when the test decides are kept in the
    game log, but do not count.
    """

    def __init__(self, event: Event, path: Path) -> None:
        """Read the finished games; UsageError if the game log is not of this event."""
        self.event = event
        self.path = path
        self.schedule = Schedule(event)
        self.standings = Standings([p.name for p in event.players], event.seats, event.seats)
        self.sprt = Sprt(event.sprt) if event.sprt else None
        self.games_done = 0
        self._run = BlockRun[Outcome](event.seats)
        self._done = bytearray(self.schedule.total // 8 + 1)  # a bit for every game
        for line, record in journal_games(path):
            self._check(line, record)
            self._take(record)

    @property
    def games_total(self) -> int:
        """The number of games in all, unless a test ends the event early."""
        return self.schedule.total

    @property
    def blocks_done(self) -> int:
        """The number of finished deal sets, up to the first unfinished one."""
        return self._run.finished

    @property
    def blocks_total(self) -> int:
        """The number of deal sets in all, unless a test ends the event early."""
        return self.schedule.blocks

    @property
    def is_over(self) -> bool:
        """Whether everything is played, or the test has decided."""
        return self._last_block is not None or self.games_done == self.games_total

    @property
    def surplus(self) -> int:
        """The number of games under way when the test decided; they do not count."""
        last = self._last_block
        return 0 if last is None else self.games_done - last * self.event.seats

    def counted(self) -> Iterator[GameRecord]:
        """Yield the games that count: up to the test's decision, if there is one."""
        for _, record in journal_games(self.path):
            if self._counts(record):
                yield record

    @property
    def _last_block(self) -> int | None:
        """The deal set that decided the test, None while it is undecided."""
        return self.sprt.decided_at if self.sprt else None

    def _counts(self, record: GameRecord) -> bool:
        return self._last_block is None or record.block <= self._last_block

    def _is_done(self, game: int) -> bool:
        return bool(self._done[game >> 3] >> (game & 7) & 1)

    def _check(self, line: int, record: GameRecord) -> None:
        """Raise UsageError if a game of the log has no place in the event."""
        where = f"'{self.path}' line {line}: game {record.id}"
        other = "choose another folder, or resume with the settings it was begun with"
        if not 1 <= record.game <= self.games_total:
            last = self.schedule.blocks
            raise UsageError(
                f"{where}: the event now has only {last} deal sets, fewer deals, rounds or "
                f"players than before; {other}"
            )
        if record.game > self.schedule.known:
            raise UsageError(f"{where}: a game of the round before is missing; {other}")
        if self._is_done(record.game):
            raise UsageError(f"{where} appears twice")
        found = differences(record, self.schedule.plan(record.game), self.event)
        if found:
            raise UsageError(f"{where} is of another event; {found[0]}; {other}")
        if problems := result_problems(record):
            raise UsageError(
                f"{where} has been changed: its result does not follow from its moves; "
                f"{problems[0]}; restore the file, or remove this line to play the game again"
            )

    def _take(self, record: GameRecord) -> None:
        """Count a game, and read the deal sets that are now due."""
        plan = self.schedule.plan(record.game)
        self._done[record.game >> 3] |= 1 << (record.game & 7)
        self.games_done += 1
        if self._counts(record):
            self.standings.add(record)
        for block in self._run.add(outcome_of(record, plan.entrants)):
            self.schedule.add(block)
            if self.sprt is not None:
                self.sprt.add(block)


class Tournament(RecordedEvent):
    """An event under way: plays the missing games and adds them to its game log."""

    def __init__(self, event: Event, journal: Journal) -> None:
        """Read the finished games; UsageError if the game log is not of this event."""
        super().__init__(event, journal.path)
        self.journal = journal
        self.resumed = self.games_done

    def play(self, runner: GameRunner) -> Iterator[GameRecord]:
        """Play the missing games, and yield each once it is in the game log.

        Raises:
            HaltError: the runner finished no game although it was not stopped.
        """
        while not self.is_over and not runner.is_stopped:
            before = self.games_done
            for record in runner.play(self._missing()):
                self.journal.add(record)
                self._take(record)
                yield record
            if self.games_done == before and not runner.is_stopped:
                raise HaltError("no game was finished, although the event was not stopped")

    def _missing(self) -> Iterator[GamePlan]:
        """Yield the missing games that can be planned now.

        Workers take them while others finish, and no game is taken twice.
        """
        first = self._run.finished * self.event.seats + 1
        for game in range(first, self.schedule.known + 1):
            if self._last_block is not None:
                return
            if not self._is_done(game):
                yield self.schedule.plan(game)
