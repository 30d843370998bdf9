"""The command `go`: what a runner writes is what an engine reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spyrium_ai.engine.limits import BOUNDS, INC_BOUNDS, SearchLimits
from spyrium_ai.engine.protocol.go import CLOCK, GO_NUMBERS, go_command, parse_go


def optional(name: str) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(*BOUNDS[name])


@st.composite
def search_limits(draw: st.DrawFn) -> SearchLimits:
    clock = draw(st.none() | st.lists(st.integers(*CLOCK), min_size=2, max_size=5).map(tuple))
    return SearchLimits(
        movetime=draw(optional("movetime")),
        clock=clock,
        inc=0 if clock is None else draw(st.integers(*INC_BOUNDS)),
        nodes=draw(optional("nodes")),
        depth=draw(optional("depth")),
        infinite=draw(st.booleans()),
        multipv=draw(st.integers(*GO_NUMBERS["multipv"])),
    )


@given(search_limits())
def test_what_is_written_is_read_back(limits: SearchLimits) -> None:
    word, *words = go_command(limits).split(" ")
    players = 2 if limits.clock is None else len(limits.clock)
    assert word == "go"
    assert parse_go(words, players) == limits


def test_go_lines() -> None:
    limits = SearchLimits(movetime=5, nodes=6, depth=7, infinite=True, multipv=2)
    assert go_command(limits) == "go movetime 5 nodes 6 depth 7 infinite multipv 2"
