"""The line `info`: what an engine writes is what a runner reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.protocol.info import INFO_WORDS, info_line, is_main_info, parse_info

number = st.integers(0, 10**12)
printable = st.characters(min_codepoint=32, max_codepoint=126)
move = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)
points = st.floats(-99, 999).map(lambda x: round(x, 1))

infos = st.builds(
    Info,
    nodes=number,
    time=number,
    values=st.lists(st.integers(0, 1000), min_size=1, max_size=5).map(tuple),
    depth=st.none() | number,
    seldepth=st.none() | number,
    multipv=st.none() | number,
    points=st.none() | st.lists(points, min_size=1, max_size=5).map(tuple),
    pv=st.lists(move.filter(lambda word: word not in INFO_WORDS)).map(tuple),
    string=st.none() | st.text(printable, min_size=1),
)


@given(infos)
def test_what_is_written_is_read_back(info: Info) -> None:
    line = info_line(info)
    assert parse_info(line) == info
    assert is_main_info(line) == (info.multipv in {None, 1})


def test_infos() -> None:
    assert is_main_info("info nodes 1 time 2 value 500 500")
    assert not is_main_info("info multipv 2 nodes 1 time 2 value 500 500")
    assert not is_main_info("info string the value is 3")
    assert parse_info("info nodes x time 2 value 500 500") is None
    assert parse_info("info value") is None
    for head in ("nodes -1 time 1 value 500 500", f"nodes {2**64} time 1 value 500 500"):
        assert parse_info(f"info {head}") is None
    for values in ("-1 1001", "0 1001"):
        assert parse_info(f"info nodes 1 time 1 value {values}") is None
    info = parse_info("info nodes 5 time 2 multipv 1 value 500 500 pv a b string c d")
    assert info is not None
    assert (info.pv, info.string, info.multipv) == (("a", "b"), "c d", 1)
