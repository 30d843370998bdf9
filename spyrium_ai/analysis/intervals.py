"""Confidence intervals for means over blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy import special

CONFIDENCE = 0.95
ROUNDING = 1e-15  # a variance below it: values that agree, such as thirds, rounded


def mean_interval(count: int, mean: float, variance: float) -> tuple[float, float]:
    """Return the 95 % interval of a mean between 0 and 1, by the t-distribution.

    Where all values agree, their spread says nothing, as after three wins in three blocks; then it
    is the exact binomial interval of Clopper and Pearson, the values counted as shares of a win.

    Args:
        count: how many independent values there are; with none the interval is 0 to 1.
        mean: their mean.
        variance: their variance with the denominator count - 1; 0 or next to it if they all agree.
    """
    if count == 0:
        return 0.0, 1.0
    if variance < ROUNDING:
        return exact_interval(count * mean, count)
    half = half_width(count, variance)
    return max(0.0, mean - half), min(1.0, mean + half)


def ratio_variance(blocks: Sequence[tuple[float, int]]) -> float:
    """Return the variance of a mean, times the blocks, where each block has values of its own.

    Values of one block are like each other, those of different blocks independent: the mean is a
    ratio of sums over blocks (Cochran, Sampling Techniques, chapter 6).

    Args:
        blocks: the sum of the values and their number, for each; there is at least one value.
    """
    if len(blocks) < 2:
        return 0.0
    number = sum(n for _, n in blocks)
    mean, usual = sum(part for part, _ in blocks) / number, number / len(blocks)
    return sum(((part - mean * n) / usual) ** 2 for part, n in blocks) / (len(blocks) - 1)


def half_width(count: int, variance: float) -> float:
    """Return half the 95 % interval of a mean, by the t-distribution.

    Args:
        count: how many independent values there are, at least two.
        variance: their variance with the denominator count - 1.
    """
    return t_quantile(0.5 + CONFIDENCE / 2, count - 1) * math.sqrt(variance / count)


def exact_interval(successes: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of Clopper and Pearson for a probability.

    >>> [round(bound, 4) for bound in exact_interval(10, 10)]
    [0.6915, 1.0]
    """
    tail, failures = (1 - CONFIDENCE) / 2, count - successes
    low = special.betaincinv(successes, failures + 1, tail) if successes > 0 else 0
    high = special.betaincinv(successes + 1, failures, 1 - tail) if failures > 0 else 1
    return float(low), float(high)


def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t-distribution.

    >>> round(t_quantile(0.975, 9), 4)
    2.2622
    """
    return float(special.stdtrit(df, p))
