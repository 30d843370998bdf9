"""What goes along with winning, player by player: a regression on one trait at a time.

It compares each player with itself against the same others, so that a trait which only strong
players have, or which is had against weak ones, does not look like a cause of strength. The
intervals are over deal sets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spyrium_ai.analysis.intervals import CONFIDENCE, t_quantile

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

FEWEST_BLOCKS = 5  # with the trait, and as many without, for an interval to say anything
_NOTHING = 1e-9


@dataclass(frozen=True)
class Effect:
    """A difference in win share, between -1 and 1, with its 95 % interval.

    The difference is None where no player that has both won and lost has games with the trait and
    games without, and the bounds are None where there are too few deal sets.
    """

    difference: float | None
    low: float | None = None
    high: float | None = None


def effects(shares: Array, traits: Array, groups: Numbers, blocks: Numbers) -> list[Effect]:
    """Return for each trait how much larger the win share is with it than without.

    Args:
        shares: the win share, of a player in a game in each row.
        traits: 1 where the player had the trait of the column, else 0.
        groups: the number of the group, a player against the same others, that a row belongs to.
        blocks: the number of the game's deal set.
    """
    off, varied = _off_mean(shares[:, None], groups)[:, 0], _off_mean(traits, groups)
    tells = _varies(off, groups)[:, None]  # who has won all games or none tells nothing
    varied = varied * tells
    spread = (varied**2).sum(axis=0)
    slopes = np.divide(off @ varied, spread, out=np.zeros_like(spread), where=spread > _NOTHING)
    scores = varied * (off[:, None] - varied * slopes)
    sums = _sums(scores, blocks)
    known = np.minimum(
        *((_sums(had * tells, blocks) > 0).sum(axis=0) for had in (traits, 1 - traits))
    )
    rows, means = int(tells.sum()), len(np.unique(groups[tells[:, 0]]))
    wider = rows / max(1, rows - means)  # as many means were fitted
    errors = np.sqrt(wider * (sums**2).sum(axis=0)) / np.maximum(spread, _NOTHING)
    return [
        _effect(slope, error, int(count)) if total > _NOTHING else Effect(None)
        for slope, error, count, total in zip(slopes, errors, known, spread, strict=True)
    ]


def _effect(slope: float, error: float, blocks: int) -> Effect:
    if blocks < FEWEST_BLOCKS or error <= _NOTHING:
        return Effect(float(slope))
    half = t_quantile(0.5 + CONFIDENCE / 2, blocks - 1) * error
    return Effect(float(slope), float(max(-1.0, slope - half)), float(min(1.0, slope + half)))


def _off_mean(values: Array, groups: Numbers) -> Array:
    """Return by how much each row is above the mean of its group."""
    sizes = np.maximum(np.bincount(groups), 1)
    return np.asarray(values - (_sums(values, groups) / sizes[:, None])[groups])


def _varies(off: Array, groups: Numbers) -> Flags:
    """Return for each row whether its group has different values."""
    return np.asarray(_sums(off[:, None] ** 2, groups)[groups, 0] > _NOTHING)


def _sums(values: Array, numbers: Numbers) -> Array:
    """Return the sums of the rows that have the same number."""
    total = np.zeros((int(numbers.max(initial=-1)) + 1, values.shape[1]))
    np.add.at(total, numbers, values)
    return total
