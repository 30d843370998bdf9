"""Whether counts go together with equal chances: Pearson's test, for fixed seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

ONE_IN_TEN_THOUSAND = 3.719  # the normal distribution's quantile


def limit(freedom: int) -> float:
    """Return what a fair distance exceeds once in 10,000 times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + ONE_IN_TEN_THOUSAND * spread**0.5) ** 3)


def assert_chances(seen: Iterable[str], chances: Mapping[str, int]) -> None:
    """Fail unless what was seen has about these chances, given in any common measure."""
    counts = Counter(seen)
    assert set(counts) <= set(chances), f"impossible: {set(counts) - set(chances)}"
    measure = sum(chances.values()) / counts.total()
    distance = sum((counts[x] - c / measure) ** 2 / (c / measure) for x, c in chances.items())
    assert distance < limit(len(chances) - 1), f"chi-square {distance:.1f} for {counts}"
