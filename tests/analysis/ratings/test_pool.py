from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.scripted_players import Scripted, game, spread

from spyrium_ai.analysis.ratings.connectivity import connect
from spyrium_ai.analysis.ratings.pool import pool_of, read_pool
from spyrium_ai.analysis.ratings.rating_data import share_interval
from spyrium_ai.analysis.ratings.results import Result, places, ranking
from spyrium_ai.analysis.ratings.warnings import warnings_of
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, SeatRecord
from spyrium_ai.match.records.record_file import RecordWriter
from spyrium_ai.util.errors import UsageError


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a finished game for two."""
    return game(Scripted(), Scripted(spread)).play()


def played(
    record: GameRecord,
    names: str,
    scores: tuple[int, ...] | None,
    winners: tuple[int, ...],
    faulty: tuple[int, ...] = (),
    block: int = 1,
    first: int = 1,
) -> GameRecord:
    """Return a game with a player for each letter, by seat."""
    return replace(
        record,
        id=f"{block}.{names}.{scores}.{winners}",
        seed=block,
        block=block,
        seats=tuple(SeatRecord(name, name) for name in names),
        plies=(Ply(0, f"setup:{first}:E4"), Ply(1, "x", 8.0, 100), Ply(1, "y", 2.0)),
        scores=scores,
        winners=winners,
        faults=tuple(Fault(seat, 0, "crash", "fell", "") for seat in faulty),
        outcome="forfeit" if faulty else "played",
    )


def test_the_order_of_a_game(record: GameRecord) -> None:
    def order(*words: object) -> tuple[tuple[int, ...], ...]:
        return ranking(played(record, "abcde", *words))  # type: ignore[arg-type]

    assert order((9, 7, 8, 7, 1), (1,)) == ((0,), (2,), (1, 3), (4,))
    assert order((9, 7, 9, 7, 1), (1, 3)) == ((0, 2), (1, 3), (4,))
    # Whatever the seat of a fault scores, it is below; so are two of them, without an order.
    assert order((9, 7, 8, 6, 1), (2,), (1, 3)) == ((1,), (3,), (4,))
    assert order(None, (4,), (1, 2, 3, 5)) == ((3,),)
    assert ranking(played(record, "abc", None, (1,), (3,))) == ((0,), (1,))


def test_stages_end_where_nothing_is_known() -> None:
    assert Result(0, (0, 1, 2), None, ((1,), (0, 2))).stages() == [
        ((0, 1, 2), (1,)),
        ((0, 2), (0, 2)),
    ]
    assert Result(0, (0, 1, 2), None, ((1,),)).stages() == [((0, 1, 2), (1,))]
    assert len(Result(0, (0, 1, 2), None, ((1,), (2,), (0,))).stages()) == 2


def test_places_begin_with_the_first_player(record: GameRecord) -> None:
    assert places(played(record, "abc", (3, 2, 1), (1,), first=2)) == (2, 0, 1)
    assert places(replace(record, plies=())) == (0, 1)


def test_what_players_have_done(record: GameRecord) -> None:
    pool = pool_of(
        [
            played(record, "ab", (30, 20), (1,)),
            played(record, "ba", (25, 25), (1, 2)),
            played(record, "bac", (10, 40, 20), (3,), (2,), block=2),
        ]
    )
    a, b, c = pool.players
    assert (pool.names(), pool.blocks, pool.faulty) == (["a", "b", "c"], 2, 1)
    assert (a.wins, a.shared, a.shares.value, a.shares.count) == (1, 1, 0.5, 3)
    assert a.fair.value == pytest.approx((0.5 + 0.5 + 1 / 3) / 3)
    assert (a.scores.value, a.margins.value) == (27.5, 5)
    assert (b.margins.value, c.scores.value) == (-5, None)
    assert (a.times.value, a.nodes.value, a.faults["crash"]) == (5, 100, 1)
    assert pool.places[2, 0].value == 0.75
    low, high = share_interval(a)
    assert 0 <= low < 0.5 < high <= 1


def test_equal_seeds_of_two_journals_are_two_blocks(record: GameRecord, tmp_path: Path) -> None:
    games = [played(record, "ab", (3, 2), (1,)), played(record, "ba", (3, 2), (1,))]
    for name, each in zip("xy", games, strict=True):
        with RecordWriter(tmp_path / name) as writer:
            writer.add(each)
    pool = read_pool([tmp_path / "x", tmp_path / "y"])
    assert (pool.blocks, len(pool.results), pool.doubles) == (2, 2, 0)
    assert pool_of(games).blocks == 1
    again = read_pool([tmp_path / "x", tmp_path / "x"])
    assert (again.blocks, len(again.results), again.doubles) == (1, 1, 1)


def test_a_player_that_is_not_there_is_told_with_those_that_are(record: GameRecord) -> None:
    pool = pool_of([played(record, "ba", (3, 2), (1,))])
    assert [pool.number(name, "--sprt") for name in "ab"] == [1, 0]
    with pytest.raises(UsageError, match="--sprt: 'nwe' is not one of the players: a, b"):
        pool.number("nwe", "--sprt")


def test_lines_that_are_no_game_are_kept_apart(record: GameRecord, tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(played(record, "ab", (3, 2), (1,)))
    with (tmp_path / "x").open("a") as file:
        file.write('{"format": 1, "ga')
    pool = read_pool([tmp_path / "x"])
    assert len(pool.results) == 1
    assert pool.errors == [f"{tmp_path / 'x'}: line 2: torn: the line breaks off before its end"]


def warned(*records: GameRecord) -> str:
    pool = pool_of(records)
    return " | ".join(warnings_of(pool, connect(pool.results, len(pool.players))))


def both(record: GameRecord, names: str, block: int) -> list[GameRecord]:
    """Return a block in which each of two wins once."""
    return [
        played(record, names, (3, 2), (1,), block=block),
        played(record, names[::-1], (3, 2), (1,), block=block),
    ]


def test_no_warning_without_a_reason(record: GameRecord) -> None:
    assert warned(*(g for block in range(20) for g in both(record, "ab", block))) == ""


def test_few_blocks(record: GameRecord) -> None:
    assert warned(*both(record, "ab", 1)) == "only 1 deal set: intervals are rough below 20"
    many = [g for block in range(20) for g in both(record, "ab", block)]
    assert warned(*many, *both(record, "bc", 21)) == (
        "compared only through others, as they never met: c and a | fewer than 20 deal sets with c"
    )


def test_players_that_nothing_compares(record: GameRecord) -> None:
    text = warned(*both(record, "ab", 1), *both(record, "cd", 2))
    assert "no games join these groups" in text
    assert ": a, b; c, d |" in text
    assert "never met" not in text
    text = warned(played(record, "ab", (3, 2), (1,)))
    assert "won every game: a against b; the rating gap has no upper bound" in text


def test_conditions_that_differ(record: GameRecord) -> None:
    one, two = both(record, "ab", 1)
    fast = replace(one.seats[0], limits="nodes 5", options={"x": "1"})
    text = warned(replace(one, seats=(fast, one.seats[1])), replace(two, program="0.0.0"))
    assert "1 game between players with different limits" in text
    assert "a played with several limits: nodes 5; none" in text
    assert "a stands for 2 different players: a x=1; a" in text
    assert f"games run by different builds of this program: 0.0.0, {record.program}" in text


def with_engines(record: GameRecord, first: str, second: str, program: str = "1+g1") -> GameRecord:
    """Return a game whose players, started alike, say who they are."""
    one, two = record.seats
    seats = (replace(one, spec="e", engine=first), replace(two, spec="e", engine=second))
    return replace(record, seats=seats, program=program)


def test_builds_under_one_name(record: GameRecord) -> None:
    games = [g for block in range(20) for g in both(record, "ab", block)]
    told = "games of different builds are rated under one name: "
    one, two, three = "mcts 0.2.0+g1", "mcts 0.2.0+g1.dirty.2", "mcts 0.2.0+g3"
    for i in range(0, 40, 2):
        games[i] = with_engines(games[i], one, one, "0.2.0+g1")
        games[i + 1] = with_engines(games[i + 1], "my engine v1", one, "0.2.0+g3")
    assert "b stands for 2 different players: e (mcts 0.2.0+g1); e (my engine v1)" in warned(*games)
    games[1::2] = [with_engines(g, three, two, "0.2.0+g3") for g in games[1::2]]
    assert warned(*games) == (f"{told}a (0.2.0+g1, 0.2.0+g1.dirty.2); b (0.2.0+g1, 0.2.0+g3)")
    games[1::2] = [with_engines(g, three, three, "0.2.0+g3") for g in games[1::2]]
    assert warned(*games) == f"{told}a, b (0.2.0+g1, 0.2.0+g3)"
    games[1::2] = [with_engines(g, one, one, "0.2.0+g3") for g in games[1::2]]
    assert warned(*games) == "games run by different builds of this program: 0.2.0+g1, 0.2.0+g3"


@pytest.mark.parametrize("other", ["0.2.0", "0.2.0+unknown", "0.2.0+g1", ""])
def test_a_build_that_is_not_known_may_be_the_same(record: GameRecord, other: str) -> None:
    games = [g for block in range(20) for g in both(record, "ab", block)]
    games[::2] = [with_engines(g, "x 0.2.0+g1", "x 0.2.0+g1", "0.2.0+g1") for g in games[::2]]
    games[1::2] = [
        with_engines(g, f"x {other}".strip(), f"x {other}".strip(), other or "0.2.0+g1")
        for g in games[1::2]
    ]
    assert warned(*games) == ""


def test_a_build_that_is_not_known_of_another_version_differs(record: GameRecord) -> None:
    games = [g for block in range(20) for g in both(record, "ab", block)]
    games[::2] = [with_engines(g, "x 0.1.0", "y 0.1.0", "0.1.0") for g in games[::2]]
    games[1::2] = [with_engines(g, "y 0.2.0+g1", "x 0.2.0+g1") for g in games[1::2]]
    assert warned(*games) == (
        "games of different builds are rated under one name: a, b (0.1.0, 0.2.0+g1)"
    )


def test_one_build_under_two_commands(record: GameRecord) -> None:
    def warned_of(first: str, second: str, **others: Any) -> str:
        setups: dict[str, dict[str, Any]] = {
            "a": {"engine": first},
            "b": {"engine": second, **others},
        }
        games = [g for block in range(20) for g in both(record, "ab", block)]
        return warned(
            *(
                replace(g, seats=tuple(replace(seat, **setups[seat.name]) for seat in g.seats))
                for g in games
            )
        )

    twins = "different commands start the same build with the same options: a, b (x 0.2.0+g1)"
    assert warned_of("x 0.2.0+g1", "x 0.2.0+g1") == twins
    assert warned_of("x 0.2.0+g1", "x 0.2.0+g2") == ""
    assert warned_of("x 0.2.0+g1", "y 0.2.0+g1") == ""
    assert warned_of("x 0.2.0+unknown", "x 0.2.0+unknown") == ""
    assert warned_of("x 0.2.0", "x 0.2.0") == ""  # may be another build of this version
    assert warned_of("x 0.2.0+g1", "x 0.2.0+g1", options={"threads": "2"}) == ""
    assert warned_of("x 0.2.0+g1", "x 0.2.0+g1", spec="a") == ""  # a player against itself
    assert twins not in warned_of("x 0.2.0+g1", "x 0.2.0+g1", limits="nodes 5")


def test_what_starts_a_player_does_not_act_on_a_terminal(record: GameRecord) -> None:
    one, two = both(record, "ab", 1)
    odd = replace(one.seats[0], spec="\x1b[2J", options={"x": "\x07"})
    text = warned(replace(one, seats=(odd, one.seats[1])), two)
    assert r"a stands for 2 different players: \x1b[2J x=\x07; a" in text
    assert text.isprintable()


def test_games_that_went_wrong(record: GameRecord) -> None:
    one, two = both(record, "ab", 1)
    void = replace(played(record, "ab", None, (), (1,), block=2), outcome="void")
    text = warned(one, two, two, void, played(record, "ab", None, (1,), (2,), block=3))
    assert "1 game with a fault, lost by the player at fault" in text
    assert "1 game void and not counted" in text
    assert "1 game found twice and counted once" in text


def test_who_is_bounded_by_whom() -> None:
    """Player 0 has beaten 1 and 2, who have both beaten each other; 3 has met nobody."""
    games = [((0, 1), 0), ((0, 2), 0), ((1, 2), 1), ((1, 2), 2)]
    results = [
        Result(0, pair, None, ((pair.index(winner),), (1 - pair.index(winner),)))
        for pair, winner in games
    ]
    connection = connect(results, 4)
    assert connection.groups() == [[0, 1, 2], [3]]
    assert connection.one_sided() == [(0, 1), (0, 2)]
    assert connection.is_open_above(1).tolist() == [True, False, False, True]
    assert connection.is_open_below(1).tolist() == [False, False, False, True]
    assert connection.is_open_below(0).tolist() == [False, True, True, True]
    three = connect(results, 3)
    assert three.is_open_above(None).tolist() == [True, False, False]
    assert three.is_open_below(None).tolist() == [False, True, True]
