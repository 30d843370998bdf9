"""What goes along with winning, player by player: a regression on one trait at a time.

It compares each player with itself at tables of the same size, so that a trait which only strong
players have does not look like a cause of strength. The intervals are over blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spyrium_ai.intervals import CONFIDENCE, t_quantile

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

FEWEST_BLOCKS = 5  # with the trait, and as many without, for an interval to say anything


@dataclass(frozen=True)
class Effect:
    """A difference in share of the win, between -1 and 1, with its 95 % interval.

    The difference is None where no player has both games with the trait and games without, and
    the bounds are None where there are too few blocks.
    """

    difference: float | None
    low: float | None = None
    high: float | None = None


def effects(shares: Array, traits: Array, groups: Numbers, blocks: Numbers) -> list[Effect]:
    """Return for each trait how much larger the share of the win is with it than without.

    Args:
        shares: the share of the win, of a player in a game in each row.
        traits: 1 where the player had the trait of the column, else 0.
        groups: the number of the group, a player at tables of one size, that a row is compared in.
        blocks: the number of the game's block.
    """
    off, varied = _off_mean(shares[:, None], groups)[:, 0], _off_mean(traits, groups)
    spread = (varied**2).sum(axis=0)
    slopes = np.divide(off @ varied, spread, out=np.zeros_like(spread), where=spread > 1e-9)
    scores = varied * (off[:, None] - varied * slopes)
    count = int(blocks.max()) + 1 if len(blocks) else 0
    sums, with_it, without = (
        _sums(values, blocks, count) for values in (scores, traits, 1 - traits)
    )
    known = np.minimum((with_it > 0).sum(axis=0), (without > 0).sum(axis=0))
    return [
        _effect(slope, total, squares, count, blocks_known)
        for slope, total, squares, blocks_known in zip(
            slopes.tolist(), spread.tolist(), (sums**2).sum(axis=0).tolist(), known, strict=True
        )
    ]


def _effect(slope: float, spread: float, squares: float, blocks: int, known: int) -> Effect:
    if spread <= 1e-9:
        return Effect(None)
    if known < FEWEST_BLOCKS or squares <= 1e-12:
        return Effect(slope)
    error = math.sqrt(squares * blocks / (blocks - 1)) / spread
    half = t_quantile(0.5 + CONFIDENCE / 2, known - 1) * error
    return Effect(slope, max(-1.0, slope - half), min(1.0, slope + half))


def _off_mean(values: Array, groups: Numbers) -> Array:
    """Return by how much each row is above the mean of its group."""
    count = int(groups.max()) + 1 if len(groups) else 0
    sizes = np.maximum(np.bincount(groups, minlength=count), 1)
    means = _sums(values, groups, count) / sizes[:, None]
    return np.asarray(values - means[groups])


def _sums(values: Array, numbers: Numbers, count: int) -> Array:
    """Return the sums of the rows that have the same number."""
    total = np.zeros((count, values.shape[1]))
    np.add.at(total, numbers, values)
    return total
