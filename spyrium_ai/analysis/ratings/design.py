"""Results as numbers: the sums that the likelihood depends on, by deal set.

Every choice of the model is made among the players that are still there. Its numerator is linear
in the parameters, so of all numerators of a deal set only the sum is kept; and of the choices only
how often each set of players (at their places) has had one in each deal set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from spyrium_ai.analysis.ratings.results import Result

Array = npt.NDArray[np.float64]
Member = tuple[int, int]  # the columns of a player and of its place, -1 for none


@dataclass(frozen=True)
class Layout:
    """Which parameter stands where: strengths, then effects of places, then of ties.

    `sizes` are the table sizes that have effects of places, `ties` the numbers of players that
    have been level.
    """

    players: int
    sizes: tuple[int, ...]
    ties: tuple[int, ...]

    @property
    def width(self) -> int:
        """How many parameters there are."""
        return self.players + sum(self.sizes) + len(self.ties)

    @property
    def free(self) -> int:
        """How many of them results can tell: strengths and a table's places add up to 0."""
        return self.width - 1 - len(self.sizes)

    def place(self, size: int, place: int) -> int:
        """Return the column of a place from 0 at a table of this size."""
        return self.players + sum(s for s in self.sizes if s < size) + place

    def tie(self, count: int) -> int:
        """Return the column of ties between so many."""
        return self.players + sum(self.sizes) + self.ties.index(count)

    @property
    def tie_two(self) -> int | None:
        """The column of ties between two, None where there were none."""
        return self.tie(2) if 2 in self.ties else None


@dataclass(frozen=True)
class Stages:
    """The choices among one number of players.

    Row r * options + s of `features` is what the s-th possible choice of the r-th set of players
    has as factors of the parameters; `counts` says how often the set occurs, deal set by deal set.
    """

    options: int
    features: sparse.csr_array
    counts: sparse.csr_array


@dataclass(frozen=True)
class Design:
    """All results: `chosen` has the sum of the factors of what was chosen, deal set by deal set."""

    layout: Layout
    blocks: int
    chosen: Array
    stages: tuple[Stages, ...]


def layout_of(results: Iterable[Result], players: int, *, with_places: bool = True) -> Layout:
    """Return which parameters the results need."""
    sizes: set[int] = set()
    ties: set[int] = set()
    for result in results:
        if result.places is not None and with_places:
            sizes.add(len(result.players))
        ties.update(len(chosen) for _, chosen in result.stages())
    return Layout(players, tuple(sorted(sizes)), tuple(sorted(ties - {1})))


def make_design(
    results: Sequence[Result],
    layout: Layout,
    blocks: int,
    weights: Sequence[float] | None = None,
) -> Design:
    """Return the results as numbers; `weights` count a result more or less than once."""
    chosen = np.zeros((blocks, layout.width))
    sets: dict[int, dict[tuple[Member, ...], int]] = defaultdict(dict)
    hits: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for number, result in enumerate(results):
        weight = 1.0 if weights is None else weights[number]
        members = _members(result, layout)
        for left, group in result.stages():
            for seat in group:
                for column in members[seat]:
                    if column >= 0:
                        chosen[result.block, column] += weight / len(group)
            if len(group) > 1:
                chosen[result.block, layout.tie(len(group))] += weight
            known = sets[len(left)]
            key = tuple(sorted(members[seat] for seat in left))
            hits[len(left)].append((result.block, known.setdefault(key, len(known)), weight))
    stages = (_stages(list(sets[k]), hits[k], layout, blocks) for k in sorted(sets))
    return Design(layout, blocks, chosen, tuple(stages))


def _members(result: Result, layout: Layout) -> list[Member]:
    size = len(result.players)
    if result.places is None or size not in layout.sizes:
        return [(player, -1) for player in result.players]
    return [
        (player, layout.place(size, place))
        for player, place in zip(result.players, result.places, strict=True)
    ]


def _stages(
    sets: Sequence[tuple[Member, ...]],
    hits: Sequence[tuple[int, int, float]],
    layout: Layout,
    blocks: int,
) -> Stages:
    rows = np.array(sets, dtype=np.int64)  # set, member, (player, place)
    size = rows.shape[1]
    options = [
        subset
        for count in (1, *(tie for tie in layout.ties if tie <= size))
        for subset in combinations(range(size), count)
    ]
    parts = []
    for number, subset in enumerate(options):
        at = np.arange(len(rows)) * len(options) + number
        for member in subset:
            for kind in (0, 1):
                columns = rows[:, member, kind]
                is_there = columns >= 0
                value = np.full(is_there.sum(), 1 / len(subset))
                parts.append((value, at[is_there], columns[is_there]))
        if len(subset) > 1:
            column = np.full(len(rows), layout.tie(len(subset)))
            parts.append((np.ones(len(rows)), at, column))
    values, lines, columns = (np.concatenate(part) for part in zip(*parts, strict=True))
    shape = (len(rows) * len(options), layout.width)
    features = sparse.coo_array((values, (lines, columns)), shape=shape).tocsr()
    block, index, weight = zip(*hits, strict=True)
    counts = sparse.coo_array((weight, (block, index)), shape=(blocks, len(rows))).tocsr()
    return Stages(len(options), features, counts)
