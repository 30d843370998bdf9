"""The rounds of a Swiss event: players with similar results meet, and no pair meets twice.

For tables of two the best pairing is a matching, which libraries find. For three and more no fast
exact method is known, so one local search serves all sizes. It takes a player or two from every
table and puts them back in the best way, an assignment problem that is solved exactly, and repeats
this with others until nothing improves for long. Then it restarts, several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.util.seeds import SeriesSeed, derive, stream

Array = npt.NDArray[np.int64]

_STARTS = 10
_PATIENCE = 15  # attempts in a row that improve nothing
_SCALE = 100  # differences are counted in hundredths of a point


class Swiss:
    """Pairs round after round by the results of the rounds before.

    `points` are, by player, the sum over the finished rounds of the mean win share in a round.
    Players that sit out, or have only void games, get what equal players would have: 1 / seats.
    """

    def __init__(self, players: int, seats: int, seed: SeriesSeed) -> None:
        """Start before the first round, which is drawn by the seed."""
        self.points = [Fraction(0)] * players
        self._seats = seats
        self._seed = seed
        self._draw = [derive("swiss draw", seed, player) for player in range(players)]
        self._rounds = 0
        self._met = np.zeros((players, players), dtype=np.int64)
        self._rests = [0] * players
        self._begin_round()

    def add(self, block: Sequence[Outcome]) -> None:
        """Take notice of games of the round that was paired last, in any order."""
        for outcome in block:
            for player in outcome.entrants:
                share = outcome.share(player)
                if share is not None:
                    self._sums[player] += share
                    self._games[player] += 1

    def close_round(self) -> None:
        """Count the round that was paired last; `pair` does this for all but the last one."""
        for player, games in enumerate(self._games):
            self.points[player] += self._sums[player] / games if games else Fraction(1, self._seats)
        self._begin_round()

    def pair(self) -> tuple[tuple[int, ...], ...]:
        """Return the tables of the next round, the best players' first.

        A table has its players in ascending order. Those left over sit out: the last-ranked among
        those that have sat out the least. Of all tables that the search visits, these have the
        fewest rematches, and then the least sum of squared differences of points.
        """
        if self._rounds:
            self.close_round()
        self._rounds += 1
        ranked = sorted(
            range(len(self.points)), key=lambda player: (-self.points[player], self._draw[player])
        )
        place = {player: number for number, player in enumerate(ranked)}
        waiting = sorted(ranked, key=lambda player: (self._rests[player], -place[player]))
        resting = waiting[: len(ranked) % self._seats]
        seated = [player for player in ranked if player not in resting]
        tables = self._search(np.array(seated, dtype=np.int64).reshape(-1, self._seats))
        self._remember(tables, resting)
        tables.sort(key=lambda table: sorted(place[player] for player in table))
        return tuple(tuple(sorted(table)) for table in tables)

    def _remember(self, tables: Sequence[Sequence[int]], resting: Sequence[int]) -> None:
        """Note who meets whom, and who sits out."""
        for player in resting:
            self._rests[player] += 1
        for table in tables:
            for a, b in permutations(table, 2):
                self._met[a, b] += 1

    def _begin_round(self) -> None:
        self._sums = [Fraction(0)] * len(self.points)
        self._games = [0] * len(self.points)

    def _search(self, tables: Array) -> list[list[int]]:
        """Return better tables than these, as good as can be found."""
        costs = self._costs()
        best = tables
        for start in range(_STARTS):
            if _total(costs, best):
                found = self._improve(costs, tables, start)
                best = min(best, found, key=lambda each: _total(costs, each))
                tables = self._mix(tables.reshape(1, -1), "start", start).reshape(tables.shape)
        return [[int(player) for player in table] for table in best]

    def _improve(self, costs: Array, tables: Array, start: int) -> Array:
        """Return tables that cannot be easily improved, found from these."""
        least, idle, attempt = _total(costs, tables), 0, 0
        while idle < _PATIENCE:
            mixed = self._mix(tables, "attempt", start, attempt)
            tables = _reseat(costs, mixed, 1 + attempt % (self._seats // 2))
            now = _total(costs, tables)
            idle = 0 if now < least else idle + 1
            least = now
            attempt += 1
        return tables

    def _mix(self, tables: Array, *purpose: int | str) -> Array:
        """Return the tables with the players of each in an order by chance."""
        luck = stream(tables.size * 2, "swiss", self._seed, self._rounds, *purpose)
        order = np.frombuffer(luck, "<u2").reshape(tables.shape).argsort(kind="stable")
        return np.take_along_axis(tables, order, axis=1)

    def _costs(self) -> Array:
        """Return what it costs that two sit together: a rematch more than all differences."""
        scaled = np.array([round(points * _SCALE) for points in self.points], dtype=np.int64)
        differences: Array = (scaled[:, None] - scaled[None, :]) ** 2
        costs: Array = self._met * (1 + differences.sum()) + differences
        return costs


def _reseat(costs: Array, tables: Array, count: int) -> Array:
    """Return tables that have each given up the first so many and got the best for the others."""
    leaving, staying = tables[:, :count], tables[:, count:]
    pairs = costs[leaving[:, None, :, None], staying[None, :, None, :]]
    who, where = linear_sum_assignment(pairs.sum(axis=(2, 3)))
    return np.hstack((staying[where], leaving[who]))


def _total(costs: Array, tables: Array) -> int:
    """Return what tables cost, each pair counted once."""
    seats = range(tables.shape[1])
    return sum(int(costs[tables[:, a], tables[:, b]].sum()) for a, b in combinations(seats, 2))
