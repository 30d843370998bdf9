"""The outcome of a game where the order of games matters, and deal sets in schedule order."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from spyrium_ai.analysis.ratings.results import ranking
from spyrium_ai.match.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game.

    `game` and `block` are numbers of the schedule, from 1, and `entrants` the players by seat, as
    numbers from 0 of the event's list. `order` has the seats from 0 in groups, the best first; the
    seats of a group are level, and seats in no group are below all others. `shares` are the win
    shares by seat. Both are empty for a void game.
    """

    game: int
    block: int
    entrants: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]
    shares: tuple[Fraction, ...]

    def share(self, entrant: int) -> Fraction | None:
        """Return a player's win share; None if the game is void or without the player."""
        if not self.shares or entrant not in self.entrants:
            return None
        return self.shares[self.entrants.index(entrant)]

    def above(self, a: int, *others: int) -> Fraction | None:
        """Return 1 if player a ended above another, 0 if below, 1/2 if level; of several, the mean.

        Two seats in no group are level. None if the game is void, without a, or without the others;
        of those, only the ones in the game count.
        """
        present = [other for other in others if other in self.entrants]
        if not self.shares or a not in self.entrants or not present:
            return None
        ahead = [self._place(other) - self._place(a) for other in present]
        return Fraction(sum((gap > 0) - (gap < 0) + 1 for gap in ahead), 2 * len(ahead))

    def _place(self, entrant: int) -> int:
        """Return how many groups are above a player."""
        seat = self.entrants.index(entrant)
        return next((i for i, group in enumerate(self.order) if seat in group), len(self.order))


def outcome_of(record: GameRecord, plan_entrants: tuple[int, ...]) -> Outcome:
    """Return the outcome of a recorded game; the entrants are by seat, as in its plan."""
    shares = [record.exact_share(seat) for seat in range(1, len(record.seats) + 1)]
    known = tuple(share for share in shares if share is not None) if record.winners else ()
    return Outcome(
        game=record.game,
        block=record.block,
        entrants=plan_entrants,
        order=ranking(record) if known else (),
        shares=known,
    )


class Numbered(Protocol):
    """A game with its numbers in the schedule, from 1."""

    @property
    def game(self) -> int:
        """The number of the game."""

    @property
    def block(self) -> int:
        """The number of its deal set."""


T = TypeVar("T", bound=Numbered)


class BlockRun(Generic[T]):
    """Hands on deal sets in schedule order, each once it and all before it are finished.

    `finished` is the number of deal sets handed on. Only deal sets ahead of them are kept.
    """

    def __init__(self, size: int) -> None:
        """Begin before deal set 1.

        Args:
            size: games in a deal set.
        """
        self.finished = 0
        self._size = size
        self._ahead: dict[int, dict[int, T]] = {}

    @property
    def ahead(self) -> int:
        """The number of games that wait for others to finish."""
        return sum(map(len, self._ahead.values()))

    def add(self, outcome: T) -> list[list[T]]:
        """Return the deal sets that are now due, each with its games in order.

        ValueError for a game that was added before, or for one too many in its deal set.
        """
        games = self._ahead.get(outcome.block, {})
        if outcome.block <= self.finished or outcome.game in games or len(games) == self._size:
            raise ValueError(
                f"game {outcome.game}: it was added before, or block {outcome.block} is full"
            )
        self._ahead[outcome.block] = {**games, outcome.game: outcome}
        due = []
        while len(self._ahead.get(self.finished + 1, ())) == self._size:
            self.finished += 1
            block = self._ahead.pop(self.finished)
            due.append([block[number] for number in sorted(block)])
        return due
