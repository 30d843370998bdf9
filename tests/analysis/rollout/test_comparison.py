"""The intervals of a rollout: they hold at every look at once, and get narrow with time."""

from __future__ import annotations

import math
import random

import pytest

from spyrium_ai.analysis.rollout.comparison import ERROR, estimate, plain_estimate

SERIES, LOOKS = 60, range(64, 641, 32)


def missed(mean: float, draw: random.Random) -> bool:
    """Return whether a look at a series of differences finds the interval beside the mean."""
    win = (1 + mean) / 2
    values = [1.0 if draw.random() < win else -1.0 for _ in range(LOOKS[-1])]
    found = (estimate(values[:count], -1, 1) for count in LOOKS)
    return any(not one.low <= mean <= one.high for one in found)


@pytest.mark.parametrize("mean", [0.0, 0.3, 0.9])
def test_the_interval_holds_at_all_looks_together(mean: float) -> None:
    draw = random.Random(f"series {mean}")
    assert sum(missed(mean, draw) for _ in range(SERIES)) <= ERROR * SERIES


def test_the_usual_interval_would_not_hold() -> None:
    draw = random.Random("usual")
    half = {count: 1.96 / count**0.5 for count in LOOKS}
    count_missed = 0
    for _ in range(SERIES):
        total, is_missed = 0.0, False
        for count in range(1, LOOKS[-1] + 1):
            total += draw.choice((-1, 1))
            is_missed |= count in half and abs(total / count) > half[count]
        count_missed += is_missed
    assert count_missed > 2 * ERROR * SERIES


def width(values: list[float]) -> float:
    found = estimate(values, -1, 1)
    assert found.low <= found.mean <= found.high
    return found.high - found.low


def test_the_interval_narrows_with_the_number_of_values() -> None:
    widths = [width([1.0, -1.0] * count) for count in (50, 500, 5000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.1


def test_values_that_agree_are_not_taken_for_certain() -> None:
    assert width([0.0] * 64) > 0.1
    assert width([0.0] * 6400) < 0.01
    assert estimate([1.0] * 64, -1, 1).high == 1
    assert 0.7 < estimate([1.0] * 64, -1, 1).low < 0.95


def test_the_interval_of_points_is_the_usual_one() -> None:
    found = plain_estimate([-5.0, 5.0] * 50)
    assert found.mean == 0
    assert found.high == -found.low == pytest.approx(5.025 * 1.984 / 10, rel=1e-3)
    assert math.isinf(plain_estimate([3.0]).high)
