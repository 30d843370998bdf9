"""Confidence intervals for means over deal sets. scipy is imported when it is first used."""

from __future__ import annotations

import math
from collections.abc import Sequence

CONFIDENCE = 0.95
ROUNDING = 1e-15  # a variance below it: values that agree, such as thirds, rounded


def mean_interval(count: int, mean: float, variance: float) -> tuple[float, float]:
    """Return the 95 % interval of a mean between 0 and 1, by the t-distribution.

    If all values agree, as after three wins in three deal sets, their spread says nothing; then it
    is the exact binomial interval of Clopper and Pearson, with the values as fractions of a win.

    Args:
        count: the number of independent values; with none the interval is 0 to 1.
        mean: their mean.
        variance: their variance with the denominator count - 1; about 0 if they all agree.
    """
    if count == 0:
        return 0.0, 1.0
    if variance < ROUNDING:
        return exact_interval(count * mean, count)
    half = half_width(count, variance)
    return max(0.0, mean - half), min(1.0, mean + half)


def superiority(count: int, mean: float, variance: float) -> float:
    """Return the likelihood of superiority (LOS): how likely the true mean is above 1/2.

    It takes the same distributions as `mean_interval`: Student's t, or if all values agree the
    posterior of a binomial probability with a uniform prior.

    >>> superiority(0, 0.0, 0.0), superiority(3, 1.0, 0.0), superiority(9, 0.5, 0.1)
    (0.5, 0.9375, 0.5)

    Args:
        count: the number of independent values between 0 and 1.
        mean: their mean.
        variance: their variance with the denominator count - 1; about 0 if they all agree.
    """
    from scipy import special  # noqa: PLC0415 (a quarter of a second)

    if variance < ROUNDING:
        won = count * mean
        return float(special.betainc(count - won + 1, won + 1, 0.5))
    return float(special.stdtr(count - 1, (mean - 0.5) / math.sqrt(variance / count)))


def ratio_variance(blocks: Sequence[tuple[float, int]]) -> float:
    """Return the variance of a mean over deal sets of several values, times their number.

    Values of one deal set are correlated, those of different deal sets independent: the mean is a
    ratio of sums over deal sets (Cochran, Sampling Techniques, chapter 6).

    Args:
        blocks: for each deal set the sum and the number of its values; there is at least one value.
    """
    if len(blocks) < 2:
        return 0.0
    number = sum(n for _, n in blocks)
    mean, usual = sum(part for part, _ in blocks) / number, number / len(blocks)
    return sum(((part - mean * n) / usual) ** 2 for part, n in blocks) / (len(blocks) - 1)


def half_width(count: int, variance: float) -> float:
    """Return half the width of the 95 % interval of a mean, by the t-distribution.

    Args:
        count: the number of independent values, at least two.
        variance: their variance with the denominator count - 1.
    """
    return t_quantile(0.5 + CONFIDENCE / 2, count - 1) * math.sqrt(variance / count)


def exact_interval(successes: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of Clopper and Pearson for a probability.

    >>> [round(bound, 4) for bound in exact_interval(10, 10)]
    [0.6915, 1.0]
    """
    from scipy import special  # noqa: PLC0415 (a quarter of a second)

    tail, failures = (1 - CONFIDENCE) / 2, count - successes
    low = special.betaincinv(successes, failures + 1, tail) if successes > 0 else 0
    high = special.betaincinv(successes + 1, failures, 1 - tail) if failures > 0 else 1
    return float(low), float(high)


def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t-distribution.

    >>> round(t_quantile(0.975, 9), 4)
    2.2622
    """
    from scipy import special  # noqa: PLC0415 (a quarter of a second)

    return float(special.stdtrit(df, p))
