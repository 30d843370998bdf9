"""What the results compare at all: who met whom, and who was ever level with or above whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spyrium_ai.analysis.ratings.results import Result

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Connection:
    """`met[a, b]` is the number of games of both.

    `reaches[a, b]` says whether a chain of results leads from `a` to `b` in which each was at
    least level with the next one. Only if it leads back too is it known how far they are apart.
    """

    met: npt.NDArray[np.int64]
    reaches: Flags

    def groups(self) -> list[list[int]]:
        """Return the players in groups that no chain of games joins, the largest first."""
        joined = _closure(self.met > 0)
        groups = {tuple(np.flatnonzero(row).tolist()) for row in joined}
        return [list(group) for group in sorted(groups, key=lambda group: (-len(group), group))]

    def is_open_above(self, anchor: int | None) -> Flags:
        """Return whose strength has no upper bound, measured from a player or from the mean.

        A strength is bounded from above by those that have been level with it or above.
        """
        above = self.reaches.T
        return _without(above, anchor)

    def is_open_below(self, anchor: int | None) -> Flags:
        """Return whose strength has no lower bound."""
        return _without(self.reaches, anchor)

    def one_sided(self) -> list[tuple[int, int]]:
        """Return the pairs that met and of which the first is unboundedly ahead of the second."""
        pairs = (self.met > 0) & self.reaches & ~self.reaches.T
        return [(int(a), int(b)) for a, b in np.argwhere(pairs)]

    def pairs_of(self, players: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs that met and have one of the players, in either order.

        Those of `one_sided` are not among them.
        """
        pairs = (self.met > 0) & (self.reaches == self.reaches.T)
        return [(int(a), int(b)) for a, b in np.argwhere(pairs) if a in players or b in players]


def connect(results: Iterable[Result], players: int) -> Connection:
    """Return what the results compare."""
    met = np.zeros((players, players), dtype=np.int64)
    least_level = np.eye(players, dtype=np.bool_)
    for result in results:
        for left, chosen in result.stages():
            for a in chosen:
                for b in left:
                    if a != b:
                        least_level[result.players[a], result.players[b]] = True
        for a in result.players:
            for b in result.players:
                met[a, b] += a != b
    return Connection(met, _closure(least_level))


def _without(bounds: Flags, anchor: int | None) -> Flags:
    """Return who has no bound from the anchor, or not from everybody."""
    kept = bounds.all(axis=1) if anchor is None else bounds[:, anchor]
    return np.logical_not(np.asarray(kept))


def _closure(steps: Flags) -> Flags:
    """Return what can be reached in any number of steps."""
    reached: Flags = np.logical_or(steps, np.eye(len(steps), dtype=np.bool_))
    for via in range(len(steps)):
        reached = np.logical_or(reached, np.outer(reached[:, via], reached[via]))
    return reached
