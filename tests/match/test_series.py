from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_until_gone

from spyrium_ai import GameRecord, play_series, read_records
from spyrium_ai.match.records.replay import verify
from spyrium_ai.util.errors import UsageError

RANDOMS = ["random", "random"]


def test_a_series_from_python(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    seen: list[GameRecord] = []
    result = play_series(
        ["random", "random", "heuristic"], games=4, nodes=5, jobs=2, out=out, on_game=seen.append
    )
    assert result.names == ("random#1", "random#2", "heuristic")
    assert len(result.records) == 6
    assert list(result.records) == seen == list(read_records(out))
    assert [verify(record) for record in result.records] == [[]] * 6
    assert sum(result.win_shares.values()) == pytest.approx(1)
    assert {seat.limits for record in seen for seat in record.seats} == {"nodes 5"}


def test_a_series_that_is_ended_by_the_callback(tmp_path: Path) -> None:
    out, mark = tmp_path / "games.jsonl", new_mark()
    seen: list[GameRecord] = []

    def enough(record: GameRecord) -> bool:
        seen.append(record)
        return len(seen) == 3

    players = ["random", misbehaving_spec("none", 1, mark)]
    result = play_series(players, games=10_000, nodes=5, jobs=2, out=out, on_game=enough)
    assert list(result.records) == seen == list(read_records(out))
    assert len(seen) == 3
    assert wait_until_gone(mark) == []


def test_void_games_have_no_share() -> None:
    players = ["random", misbehaving_spec("crash", 1), "random"]
    result = play_series(players, games=3, nodes=5, policy="void")
    assert len(result.records) == 3
    assert result.win_shares == {}


@pytest.mark.parametrize(
    ("players", "more", "message"),
    [
        (["random"], {}, "a game has 2 to 5 players, not 1"),
        (["random", "human"], {}, "'human': human players are not supported here"),
        (["random", "randon"], {}, "no player 'randon'; did you mean 'random'?"),
        (RANDOMS, {"games": 0}, "games 0 is not from 1 to 100000000"),
        (RANDOMS, {"seed": -1}, "seed -1 is not from 0 to 9223372036854775807"),
        (RANDOMS, {"seed": 10**19}, "seed 10000000000000000000 is not from 0 to"),
        (RANDOMS, {"seed": 0, "secret": "x"}, "seed and secret exclude each other"),
        (RANDOMS, {"jobs": 0}, "jobs 0 is not a whole number from 1 to 1024, or -1"),
        (RANDOMS, {"nodes": 0}, "nodes '0' is not a whole number from 1 to"),
        (RANDOMS, {"nodes": 5, "movetime": 5}, "movetime and nodes exclude each other"),
        (RANDOMS, {"clock": "1m"}, "clock '1m' is not a whole number"),
        (RANDOMS, {"policy": "mercy"}, "policy 'mercy' is none of: forfeit, void"),
        (RANDOMS, {"patience": 0.0}, "patience 0 is not from 0.1 to 1000000"),
        (RANDOMS, {"timemargin": -1}, "timemargin -1 is not from 0 to 1000000"),
    ],
)
def test_mistakes(players: list[str], more: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        play_series(players, **more)
    assert message in str(caught.value)


def test_a_file_that_exists_is_refused_before_the_first_game(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.touch()
    with pytest.raises(UsageError, match="already exists"):
        play_series(RANDOMS, out=out)
