"""What an engine reports while it searches, and a watch that ends the search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.engine_clients import DEALT, IMPATIENCE, PATIENCE, Start

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.match.process.faults import (
    EngineStall,
)


def test_the_last_info_on_the_best_line_is_kept(start: Start) -> None:
    client = start("values")
    client.position(DEALT)
    info = client.go(SearchLimits(nodes=1), 1).info
    assert info is not None
    assert (info.nodes, info.depth, info.values, info.points) == (42, 2, (600, 400), (40.5, 30.0))


@pytest.mark.parametrize(
    ("wanted", "depths"), [(1, [4]), (2, [3, 3]), (3, [3, 3, 3]), (4, [3, 3, 3, 3])]
)
def test_the_last_whole_set_of_lines_is_kept(start: Start, wanted: int, depths: list[int]) -> None:
    client = start("lines")
    client.position(DEALT)
    answer = client.go(SearchLimits(nodes=1, multipv=wanted), 1)
    assert [info.depth for info in answer.lines] == depths
    shares = [info.values[0] for info in answer.lines]
    assert shares == ([480] if wanted == 1 else [600, 500, 400, 300][:wanted])
    assert answer.info is not None
    assert answer.info.depth == 4


def test_without_multipv_there_is_one_line(start: Start) -> None:
    client = start("values")
    client.position(DEALT)
    answer = client.go(SearchLimits(nodes=1), 1)
    assert answer.lines == (answer.info,)
    client = start("no-info")
    client.position(DEALT)
    assert client.go(SearchLimits(nodes=1, multipv=2), 1).lines == ()


def test_a_watch_sees_every_info_and_the_engine_has_to_stop(start: Start) -> None:
    client = start("chatter", patience=IMPATIENCE)
    client.position(DEALT)
    seen: list[Info] = []

    def watch(info: Info | None) -> bool:
        seen.extend([info] if info else [])
        return len(seen) >= 5

    with pytest.raises(EngineStall, match="no bestmove within 1 s of `stop`"):
        client.go(SearchLimits(nodes=1), 1, watch)
    assert len(seen) >= 5
    assert {info.values for info in seen} == {(500, 500)}


def test_a_watch_ends_an_infinite_search_of_a_silent_engine(start: Start) -> None:
    client = start(patience=replace(PATIENCE, move=0.05))
    client.position(DEALT)
    calls: list[Info | None] = []

    def watch(info: Info | None) -> bool:
        calls.append(info)
        return len(calls) == 3

    answer = client.go(SearchLimits(infinite=True), 1, watch)
    assert answer.move == "II:event:pay1"
    assert calls[:3] == [None, None, None]
