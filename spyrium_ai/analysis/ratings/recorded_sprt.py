"""The sequential test over games that were played before: one player against those it met."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from spyrium_ai.analysis.ratings.outcome import Outcome, outcome_of
from spyrium_ai.analysis.ratings.sprt import Sprt, SprtPlan
from spyrium_ai.match.records.record import GameRecord


class RecordedSprt:
    """Gathers games of game logs, and tests a player against the others at its tables.

    Deal sets count log by log, within a log in the schedule's order. Those that are not whole, as
    after an interruption, do not.
    """

    def __init__(self, name: str, plan: SprtPlan) -> None:
        """Begin without games.

        Args:
            name: the player.
            plan: the hypotheses; its players do not matter.
        """
        self._name = name
        self._plan = plan
        self._numbers = {name: 0}
        self._blocks: dict[tuple[int, int, int], list[Outcome]] = defaultdict(list)

    def add(self, journal: int, record: GameRecord) -> None:
        """Add a game of the log with this number; one without the player is passed over."""
        names = [seat.name for seat in record.seats]
        if self._name not in names:
            return
        entrants = tuple(self._numbers.setdefault(name, len(self._numbers)) for name in names)
        self._blocks[journal, record.block, record.seed].append(outcome_of(record, entrants))

    def result(self) -> tuple[Sprt, list[str]]:
        """Return the test after all deal sets, and the players' names by their numbers in it.

        Raises:
            UsageError: the player has met no other.
        """
        names = list(self._numbers)
        test = Sprt(replace(self._plan, players=tuple(range(len(names)))))
        blocks = (games for _, games in sorted(self._blocks.items()))
        for number, games in enumerate(filter(_is_whole, blocks), 1):
            test.add([replace(game, block=number) for game in games])
        return test, names


def _is_whole(games: list[Outcome]) -> bool:
    """Return whether the deal was played from every rotation of the seats."""
    return len(games) == len(games[0].entrants)
