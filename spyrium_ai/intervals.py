"""Confidence intervals for a mean between 0 and 1, and the quantiles that they need."""

from __future__ import annotations

import math

CONFIDENCE = 0.95
_TINY = 1e-300
_STEPS = 200  # of the continued fraction, and of the bisection: more than either needs


def mean_interval(count: int, mean: float, variance: float) -> tuple[float, float]:
    """Return the 95 % interval of a mean between 0 and 1, by the t-distribution.

    Where all values agree, their spread says nothing, as after three wins in three blocks; then it
    is the exact binomial interval of Clopper and Pearson, the values counted as shares of a win.

    Args:
        count: how many independent values there are; with none the interval is 0 to 1.
        mean: their mean.
        variance: their variance with the denominator count - 1; 0 if they all agree.
    """
    if count == 0:
        return 0.0, 1.0
    if variance == 0:
        return exact_interval(count * mean, count)
    half = t_quantile(0.5 + CONFIDENCE / 2, count - 1) * math.sqrt(variance / count)
    return max(0.0, mean - half), min(1.0, mean + half)


def exact_interval(successes: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of Clopper and Pearson for a probability.

    >>> [round(bound, 4) for bound in exact_interval(10, 10)]
    [0.6915, 1.0]
    """
    tail = (1 - CONFIDENCE) / 2
    low = beta_quantile(tail, successes, count - successes + 1) if successes > 0 else 0.0
    high = beta_quantile(1 - tail, successes + 1, count - successes) if successes < count else 1.0
    return low, high


def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t-distribution, for p of at least 1/2.

    >>> round(t_quantile(0.975, 9), 4)
    2.2622
    """
    x = beta_quantile(2 * (1 - p), df / 2, 0.5)
    return math.sqrt(df * (1 - x) / x)


def beta_quantile(p: float, a: float, b: float) -> float:
    """Return where the beta distribution's cumulative probability is p, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if beta_cumulative(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_cumulative(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, for x from 0 to 1 and positive a and b."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast only below
        return 1 - beta_cumulative(1 - x, b, a)
    log_beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) - log_beta) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    value = c = 1.0
    d = 0.0
    for step in range(1, _STEPS + 1):
        m = step // 2
        if step % 2:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + numerator * d or _TINY)
        c = 1 + numerator / c or _TINY
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
