"""What is read of a game where the order of games matters, and blocks in the schedule's order."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from spyrium_ai.analysis.ratings.results import ranking
from spyrium_ai.match.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is read of a finished game where the order of games matters.

    `game` and `block` are numbers of the schedule, from 1, and `entrants` the players by seat, as
    numbers from 0 of the event's list. `order` has the seats from 0 in groups, the best first,
    those of a group level; seats in no group are below all others. `winners` are the seats that
    share the win. Both are empty for a void game.
    """

    game: int
    block: int
    entrants: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]

    def share(self, entrant: int) -> Fraction | None:
        """Return a player's share of the win, None if the game is void or without the player."""
        if not self.winners or entrant not in self.entrants:
            return None
        is_winner = self.entrants.index(entrant) in self.winners
        return Fraction(1, len(self.winners)) if is_winner else Fraction(0)

    def above(self, a: int, b: int) -> Fraction | None:
        """Return 1 if player a ended above b, 0 if below, 1/2 if level.

        Two seats that are in no group are level. None if the game is void or without one of them.
        """
        if not self.winners or not {a, b} <= set(self.entrants):
            return None
        ahead = self._place(b) - self._place(a)
        return Fraction((ahead > 0) - (ahead < 0) + 1, 2)

    def _place(self, entrant: int) -> int:
        """Return how many groups are above a player."""
        seat = self.entrants.index(entrant)
        return next((i for i, group in enumerate(self.order) if seat in group), len(self.order))


def outcome_of(record: GameRecord, plan_entrants: tuple[int, ...]) -> Outcome:
    """Return what is read of a record; the entrants are by seat, as in its plan."""
    is_void = record.outcome == "void"
    return Outcome(
        game=record.game,
        block=record.block,
        entrants=plan_entrants,
        order=() if is_void else ranking(record),
        winners=() if is_void else tuple(seat - 1 for seat in record.winners),
    )


class BlockRun:
    """Hands on blocks in the schedule's order, each as soon as it and all before it are finished.

    `finished` is how many blocks this unbroken run has. Only blocks ahead of it are kept.
    """

    def __init__(self, size: int) -> None:
        """Begin before block 1.

        Args:
            size: games in a block.
        """
        self.finished = 0
        self._size = size
        self._ahead: dict[int, dict[int, Outcome]] = {}

    def add(self, outcome: Outcome) -> list[list[Outcome]]:
        """Return the blocks that are now due, each with its games in order.

        ValueError for a game that was added before, or for one too many in its block.
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
