from __future__ import annotations

from itertools import pairwise

import pytest

from spyrium_ai.analysis.report.axis import apart, axis_of
from spyrium_ai.analysis.report.charts import GAP, HEIGHT, MOST_INTERVALS, elo_bars, rating_chart
from spyrium_ai.analysis.report.rating_history import Rating, RatingsAt


@pytest.mark.parametrize(
    "values", [[0.0], [5, 5], [-0.01, 0.013], [1e-9, 0], [-3001, 12], [0, 1e6], [None, 3], []]
)
def test_an_axis_has_all_values_between_its_ends(values: list[float | None]) -> None:
    axis = axis_of(values, least=0.001)
    known = [value for value in values if value is not None]
    assert all(axis.low <= value <= axis.high for value in known)
    assert (axis.ticks[0], axis.ticks[-1]) == (axis.low, axis.high)
    assert 2 <= len(axis.ticks) <= 8
    assert all(a < b for a, b in pairwise(axis.ticks))
    assert (axis.at(axis.low), axis.at(axis.high)) == (0, 100)
    assert (axis.at(axis.low - 1), axis.at(axis.high + 1)) == (0, 100)


def test_labels_keep_apart_and_inside() -> None:
    moved = apart([100, 99, 98, 3, 50], 10, 100)
    assert moved == [100, 90, 80, 3, 50]
    assert apart([], 10, 100) == []


def test_open_bounds_do_not_stretch_the_axis() -> None:
    row = {"name": "ann", "elo": 30.0, "elo_low": None, "elo_high": 90.0}
    bars = elo_bars([row], lambda row: row["name"])
    assert bars.axis.high <= 100
    assert bars.bars[0].text == "+30 Elo, 95 % interval open to +90"


def moments(count: int) -> list[RatingsAt]:
    """Return two moments; the last player comes in at the second."""
    ratings = {f"p{i}": Rating(-10.0 * i, None, 400.0 - i) for i in range(count)}
    early = {name: ratings[name] for name in list(ratings)[:-1]}
    return [RatingsAt(50, early), RatingsAt(100, ratings)]


def test_lines_run_from_each_players_first_moment() -> None:
    picture = rating_chart(moments(3), ["p0", "p1", "p2"])
    assert [len(line.points) for line in picture.lines] == [2, 2, 1]
    assert [line.points[-1][0] for line in picture.lines] == [100, 100, 100]
    x, y, low, high = picture.lines[0].points[0]
    assert (x, low) == (50, 100)
    assert high < y < low
    assert sum(line.dodge for line in picture.lines) == 0
    labels = [line.label for line in picture.lines]
    assert all(b - a >= GAP for a, b in pairwise(labels))
    assert max(labels) <= HEIGHT


@pytest.mark.parametrize("count", [MOST_INTERVALS, 25])
def test_players_differ_by_more_than_colour(count: int) -> None:
    names = [f"p{i}" for i in range(count)]
    picture = rating_chart(moments(count), names)
    assert len({(line.colour, line.shape) for line in picture.lines}) == count
    assert len({(line.colour, line.dash) for line in picture.lines}) == count
    assert len({line.shape for line in picture.lines[:5]}) == 5
    assert picture.has_intervals == (count <= MOST_INTERVALS)
