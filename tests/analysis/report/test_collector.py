from __future__ import annotations

import pytest

from spyrium_ai.analysis.report.collector import EvenSample


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 19, 20, 21, 1000])
def test_so_many_of_a_stream_evenly_spread(count: int) -> None:
    spread: EvenSample[int] = EvenSample(10)
    for number in range(count):
        spread.add(number)
    items = spread.items(10)
    assert len(items) == min(10, count)
    assert items == sorted(set(items))
    if count >= 20:
        gaps = [b - a for a, b in zip(items, [*items[1:], count], strict=True)]
        assert items[0] == 0
        assert max(gaps) <= 2.5 * count / 10


def test_fewer_than_were_kept() -> None:
    spread: EvenSample[int] = EvenSample(8)
    for number in range(8):
        spread.add(number)
    assert spread.items(4) == [0, 2, 4, 6]
    assert spread.items(0) == []


def test_nothing_is_kept_where_nothing_is_wanted() -> None:
    spread: EvenSample[int] = EvenSample(0)
    for number in range(100):
        spread.add(number)
    assert spread.items(5) == []
    assert spread.added == 100
