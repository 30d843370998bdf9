"""Confidence intervals for a mean between 0 and 1."""

from __future__ import annotations

import math

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
    half = t_quantile(0.5 + CONFIDENCE / 2, count - 1) * math.sqrt(variance / count)
    return max(0.0, mean - half), min(1.0, mean + half)


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
