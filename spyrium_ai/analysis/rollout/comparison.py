"""Intervals for the means of rollouts that hold however often one looks at them.

A race looks at its rollouts again and again and ends when they tell the moves apart. The usual
interval, which holds at one number of rollouts that is fixed beforehand, would then miss too often.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

import numpy as np
import numpy.typing as npt

from spyrium_ai.analysis.intervals import half_width

ERROR = 0.05  # of all intervals together
STAKES = 256  # parts of the wealth that are bet in different ways
BISECTIONS = 30

Array = npt.NDArray[np.float64]
# The shares of the wealth at stake, each for an equal part of it: Cover's prior, Beta(1/2, 1/2).
_STAKE: Array = np.sin((np.arange(STAKES) + 0.5) / STAKES * np.pi / 2)[:, np.newaxis] ** 2


@dataclass(frozen=True)
class Estimate:
    """The mean of a quantity with the bounds of its interval."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float], low: float, high: float, error: float = ERROR) -> Estimate:
    """Return the mean of values with an interval that holds after every number of them at once.

    Bets at fair odds against the true mean multiply the wealth by 1 / `error`, ever, with a
    probability of at most `error`. The interval has the means against which the wealth has not come
    so far. Nothing else is assumed of the values (Waudby-Smith and Ramdas, "Estimating means of
    bounded random variables by betting", JRSS B 86, 2024). The bets are those of a universal
    portfolio (Cover, "Universal portfolios", Mathematical Finance 1, 1991).

    >>> found = estimate([1.0, 0.0] * 200, 0, 1)
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (0.5, 0.414, 0.586)

    Args:
        values: independent, at least one.
        low: the least that a value can be.
        high: the most that a value can be.
        error: the probability that the interval ever misses the mean.
    """
    counted = Counter(values)
    parts = (np.array(list(counted)) - low) / (high - low)
    counts = np.array(list(counted.values()), float)
    limit = math.log(2 / error)
    return Estimate(
        fmean(values),
        low + (high - low) * _lower_bound(parts, counts, limit),
        high - (high - low) * _lower_bound(1 - parts, counts, limit),
    )


def _lower_bound(parts: Array, counts: Array, limit: float) -> float:
    """Return the least mean, from 0 to 1, against which the bets have not reached the limit.

    The wealth falls as the mean rises, so bisection finds it; it errs to the side of a wider
    interval.
    """
    below, above = 0.0, float(parts @ counts / counts.sum())
    for _ in range(BISECTIONS):
        middle = (below + above) / 2
        if middle > 0 and _log_wealth(parts, counts, middle) >= limit:
            below = middle
        else:
            above = middle
    return below


def _log_wealth(parts: Array, counts: Array, mean: float) -> float:
    """Return the logarithm of what 1 has become by betting that values exceed this mean."""
    logs = np.log((1 - _STAKE) + _STAKE * (parts / mean)) @ counts
    most = float(logs.max())
    return most + math.log(float(np.exp(logs - most).mean()))


def plain_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of values, of which no bounds are known, with the usual 95 % interval.

    With a single value the interval is all numbers.
    """
    mean = fmean(values)
    half = half_width(len(values), variance(values)) if len(values) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half)
