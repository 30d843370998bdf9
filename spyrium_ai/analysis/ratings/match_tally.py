"""What a match adds up to while it is played: the standings, and the test if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spyrium_ai.analysis.pair_result import pair_data
from spyrium_ai.analysis.ratings.outcome import BlockRun, outcome_of
from spyrium_ai.analysis.ratings.sprt import Sprt, SprtPlan
from spyrium_ai.analysis.standings import Standings
from spyrium_ai.match.records.record import GameRecord


class MatchTally:
    """Adds up the games of a match.

    With a test, deal sets count in the schedule's order and only up to the one that decides, so
    that the result does not depend on which game ends first.
    """

    def __init__(self, names: Sequence[str], test: SprtPlan | None = None) -> None:
        self.sprt = None if test is None else Sprt(test)
        self._finished = 0
        self._names = tuple(names)
        self._standings = Standings(names)
        self._run = BlockRun[GameRecord](len(names))

    @property
    def is_decided(self) -> bool:
        """Whether the test has decided."""
        return self.sprt is not None and self.sprt.decided_at is not None

    def add(self, record: GameRecord) -> None:
        """Add a finished game."""
        self._finished += 1
        if self.sprt is None:
            self._standings.add(record)
            return
        for block in self._run.add(record):
            if self.is_decided:
                return
            for game in block:
                self._standings.add(game)
            self.sprt.add([outcome_of(game, self._entrants(game)) for game in block])

    def as_data(self) -> dict[str, Any]:
        """Return the result as data for JSON: the standings, `pair` of two players, `sprt`."""
        return {
            **self._standings.as_data(),
            "finished": self._finished,
            "pair": pair_data(self._standings),
            "sprt": None if self.sprt is None else self.sprt.as_data(self._names),
        }

    def _entrants(self, record: GameRecord) -> tuple[int, ...]:
        return tuple(self._names.index(seat.name) for seat in record.seats)
