"""The level that a mean loss corresponds to."""

from __future__ import annotations

import pytest

from spyrium_ai.analysis.review.level_estimate import TOO_FEW, level_of

TABLE = [(1, 0.16), (2, 0.08), (3, 0.04), (4, 0.02), (5, 0.01)]


@pytest.mark.parametrize(
    ("mean", "interval", "text"),
    [
        (0.04, (0.04, 0.04), "level 3"),
        (0.045, (0.025, 0.07), "level 3 (2 to 4)"),
        (0.012, (0.005, 0.03), "level 5 (4 to above 5)"),
        (0.004, (0.003, 0.006), "above level 5"),
        (0.2, (0.09, 0.3), "below level 1 (below 1 to 2)"),
    ],
)
def test_levels_are_interpolated(mean: float, interval: tuple[float, float], text: str) -> None:
    assert level_of(mean, interval, 10, TABLE) == text
    assert level_of(mean, interval, 10, TABLE[::-1]) == text


def test_less_than_ten_games_say_too_little() -> None:
    assert level_of(0.04, (0.04, 0.04), 9, TABLE) == TOO_FEW


def test_neighbours_in_the_wrong_order_count_as_equal() -> None:
    crossed = [(1, 0.16), (2, 0.07), (3, 0.08), (4, 0.02)]
    levels = [level_of(mean, (mean, mean), 10, crossed) for mean in (0.03, 0.06, 0.1, 0.15)]
    assert levels == ["level 4", "level 3", "level 2", "level 1"]
