"""How the moves of a position stand after some rollouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from spyrium_ai.analysis.rollout.comparison import ERROR, Estimate, estimate, plain_estimate
from spyrium_ai.analysis.rollout.continuation import GameEnd

LEAST = 64  # rollouts of a move before it can be called worse

Verdict = Literal["best", "open", "worse"]
Ends = dict[tuple[str, int], GameEnd]  # by move and number of the rollout, from 1


@dataclass(frozen=True)
class MoveStanding:
    """What the rollouts say of a move, from the seat to move.

    `share` is its win share, `margin` its score less that of the best rival. `behind` and
    `points_behind` say by how much it is behind the best move, from the rollouts that both have;
    None for the best move itself. `verdict` is "open" where it is not told from the best one.

    The intervals of `share` and of `behind` hold at any time, those of all moves' `behind` together
    with 95 %. The intervals of points are the usual ones, for this number of rollouts.
    """

    move: str
    rollouts: int
    share: Estimate
    margin: Estimate
    behind: Estimate | None
    points_behind: Estimate | None
    verdict: Verdict


class Standing:
    """The rollouts of the moves of a position; new ones are added to `ends`."""

    def __init__(self, seat: int, moves: Sequence[str], most: int, ends: Ends) -> None:
        """Take up the rollouts.

        Args:
            seat: the one to move, from 1.
            moves: those that are compared.
            most: rollouts of each move; later ones are left out.
            ends: the rollouts so far.
        """
        self.seat = seat
        self.moves = tuple(moves)
        self.most = most
        self.ends = ends

    def numbers(self, *moves: str) -> list[int]:
        """Return the numbers of the rollouts that all these moves have."""
        first, *others = moves
        found = (n for move, n in self.ends if move == first and n <= self.most)
        return sorted(n for n in found if all((move, n) in self.ends for move in others))

    def best(self, moves: Sequence[str]) -> str:
        """Return the move with the best mean win share, then margin, of those with most rollouts.

        At least one of the moves has a rollout.
        """
        count = {move: len(self.numbers(move)) for move in moves}
        longest = [move for move in moves if count[move] == max(count.values())]
        return max(longest, key=self._worth)

    def behind(self, move: str, best: str) -> Estimate:
        """Return by how much win share a move is behind the best, from -1 to 1."""
        error = ERROR / max(1, len(self.moves) - 1)
        return estimate(self._lead(move, best, self._share_of), -1, 1, error)

    def is_worse(self, move: str, best: str) -> bool:
        """Return whether the move is surely behind."""
        return len(self.numbers(move, best)) >= LEAST and self.behind(move, best).low > 0

    def moves_in_order(self) -> list[MoveStanding]:
        """Return the moves that have rollouts, the best first."""
        rolled = [move for move in self.moves if self.numbers(move)]
        if not rolled:
            return []
        best = self.best(rolled)
        found = [self._standing(move, best) for move in rolled]
        return sorted(found, key=lambda one: (one.verdict != "best", -one.share.mean))

    def _standing(self, move: str, best: str) -> MoveStanding:
        count, share, margin = len(self.numbers(move)), self._share(move), self._margin(move)
        if move == best:
            return MoveStanding(move, count, share, margin, None, None, "best")
        behind = points = None
        if self.numbers(move, best):
            behind = self.behind(move, best)
            points = plain_estimate(self._lead(move, best, self._margin_of))
        verdict: Verdict = "worse" if behind and self.is_worse(move, best) else "open"
        return MoveStanding(move, count, share, margin, behind, points, verdict)

    def _worth(self, move: str) -> tuple[float, float]:
        shares, margins = self._values(move, self._share_of), self._values(move, self._margin_of)
        return fmean(shares), fmean(margins)

    def _share(self, move: str) -> Estimate:
        return estimate(self._values(move, self._share_of), 0, 1)

    def _margin(self, move: str) -> Estimate:
        return plain_estimate(self._values(move, self._margin_of))

    def _values(self, move: str, value: Callable[[GameEnd], float]) -> list[float]:
        return [value(self.ends[move, n]) for n in self.numbers(move)]

    def _lead(self, move: str, best: str, value: Callable[[GameEnd], float]) -> list[float]:
        """Return the best move's values less the move's, where both have a rollout."""
        numbers = self.numbers(move, best)
        return [value(self.ends[best, n]) - value(self.ends[move, n]) for n in numbers]

    def _share_of(self, end: GameEnd) -> float:
        return end.shares[self.seat - 1]

    def _margin_of(self, end: GameEnd) -> float:
        return float(end.margin(self.seat))
