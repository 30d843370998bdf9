"""How the final scores of each player are spread."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

WIDTHS = (1, 2, 5, 10, 20, 50, 100)
MOST_BINS = 30
QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Distribution:
    """The scores of a player: `bins` has the share of its games by bin, `quantiles` in points."""

    name: str
    games: int
    mean: float
    quantiles: tuple[float, ...]
    lowest: int
    highest: int
    bins: tuple[float, ...]


@dataclass(frozen=True)
class Distributions:
    """All players' scores over the same bins: of `width` points each, from `start` on."""

    start: int
    width: int
    players: tuple[Distribution, ...]


def distributions(
    scores: Mapping[str, Sequence[int]], names: Sequence[str]
) -> Distributions | None:
    """Return how the scores of these players are spread, those without any left out.

    None: nobody has a score.
    """
    known = {name: scores[name] for name in names if scores.get(name)}
    if not known:
        return None
    lowest = min(map(min, known.values()))
    highest = max(map(max, known.values()))
    width = next((w for w in WIDTHS if (highest - lowest) // w < MOST_BINS), WIDTHS[-1])
    start = math.floor(lowest / width) * width
    count = (highest - start) // width + 1
    return Distributions(
        start, width, tuple(_of(name, known[name], start, width, count) for name in known)
    )


def _of(name: str, scores: Sequence[int], start: int, width: int, count: int) -> Distribution:
    bins = Counter((score - start) // width for score in scores)
    return Distribution(
        name=name,
        games=len(scores),
        mean=sum(scores) / len(scores),
        quantiles=tuple(np.percentile(scores, QUANTILES).tolist()),
        lowest=min(scores),
        highest=max(scores),
        bins=tuple(bins[number] / len(scores) for number in range(count)),
    )
