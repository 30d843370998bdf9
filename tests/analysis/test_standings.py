from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from support.scripted_players import Scripted, game, spread

from spyrium_ai.analysis.intervals import (
    exact_interval,
    mean_interval,
    t_quantile,
)
from spyrium_ai.analysis.standings import Standings
from spyrium_ai.analysis.standings_table import print_standings
from spyrium_ai.match.records.record import Fault, GameRecord, Ply

NAMES = ("a", "b")


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a game whose result the tests replace."""
    return game(Scripted(), Scripted(spread)).play()


def result(
    record: GameRecord,
    block: int,
    names: Sequence[str],
    winners: Sequence[int],
    scores: tuple[int, ...] | None = (30, 20),
    outcome: str = "played",
) -> GameRecord:
    """Return a game of the block with these players by seat and this result."""
    seats = tuple(replace(record.seats[0], name=name) for name in names)
    lost = [seat for seat in range(1, len(names) + 1) if seat not in winners]
    fault = Fault(lost[0] if lost else 1, 0, "crash", "fell", "")
    return replace(
        record,
        block=block,
        seats=seats,
        winners=tuple(winners),
        scores=scores,
        outcome=outcome,
        faults=() if outcome == "played" else (fault,),
        plies=(Ply(0, "setup"), Ply(1, "x", 10.0, 100), Ply(2, "y", 2.5, None)),
    )


def series(record: GameRecord) -> list[GameRecord]:
    """Return three blocks: `a` wins both games, both share, each wins one."""
    return [
        result(record, 1, "ab", [1]),
        result(record, 1, "ba", [2]),
        result(record, 2, "ba", [1, 2], (25, 25)),
        result(record, 2, "ab", [1, 2], (25, 25)),
        result(record, 3, "ab", [1]),
        result(record, 3, "ba", [1]),
    ]


def test_a_table(record: GameRecord) -> None:
    standings = Standings(NAMES)
    for each in series(record):
        standings.add(each)
    data = standings.as_data()
    assert (data["games"], data["blocks"], data["void"], data["finished"]) == (6, 3, 0, 6)
    a, b = data["players"]
    assert (a["name"], a["wins"], a["shared"], a["share"]) == ("a", 3, 2, pytest.approx(4 / 6))
    assert (b["name"], b["wins"], b["shared"], b["share"]) == ("b", 1, 2, pytest.approx(2 / 6))
    assert a["mean_score"] == pytest.approx((30 + 20 + 25 + 25 + 30 + 20) / 6)
    assert (a["low"], a["high"]) == pytest.approx((0.0, 1.0))  # shares of 1, 1/2, 1/2 in blocks
    assert a["seats"][0] == {
        "seat": 1,
        "games": 3,
        "share": pytest.approx(2.5 / 3),
        "mean_score": pytest.approx(85 / 3),
    }
    assert a["ms_per_move"] == pytest.approx((3 * 10 + 3 * 2.5) / 6)
    assert a["nodes_per_move"] == 100


def test_the_order_of_the_games_changes_nothing(record: GameRecord) -> None:
    games = series(record) * 1
    expected = None
    for seed in range(5):
        random.Random(seed).shuffle(games)
        standings = Standings(NAMES)
        for each in games:
            standings.add(each)
        data = standings.as_data()
        expected = expected or data
        assert data == expected


def test_unfinished_blocks_are_left_out(record: GameRecord) -> None:
    standings = Standings(NAMES)
    for each in series(record)[:3]:
        standings.add(each)
    data = standings.as_data()
    assert (data["games"], data["blocks"], data["finished"]) == (2, 1, 3)
    assert data["players"][0]["share"] == 1


def test_without_a_whole_block_every_game_counts(record: GameRecord) -> None:
    standings = Standings(NAMES)
    standings.add(series(record)[0])
    standings.add(series(record)[3])
    data = standings.as_data()
    assert (data["games"], data["blocks"]) == (2, 2)
    assert data["players"][0]["share"] == 0.75


def test_games_one_by_one(record: GameRecord) -> None:
    standings = Standings(NAMES, block_size=1)
    for each in series(record)[:3]:
        standings.add(each)
    assert standings.as_data()["blocks"] == 3


def test_nothing_played() -> None:
    data = Standings(NAMES).as_data()
    assert data["games"] == 0
    assert data["players"][0]["share"] is None
    assert (data["players"][0]["low"], data["players"][0]["high"]) == (0, 1)


def test_forfeits_count_for_the_win_and_not_for_scores(record: GameRecord) -> None:
    standings = Standings(NAMES)
    standings.add(result(record, 1, "ab", [1], None, "forfeit"))
    standings.add(result(record, 1, "ba", [1], (10, 50), "forfeit"))
    a, b = standings.as_data()["players"]
    assert (a["share"], b["share"]) == (0.5, 0.5)
    assert (a["mean_score"], b["mean_score"]) == (None, None)
    assert (a["faults"], b["faults"]) == ({"crash": 1}, {"crash": 1})


def test_void_games_are_not_counted(record: GameRecord) -> None:
    standings = Standings(NAMES)
    standings.add(result(record, 1, "ab", [1]))
    standings.add(result(record, 1, "ba", [], None, "void"))
    standings.add(result(record, 2, "ab", [], None, "void"))
    standings.add(result(record, 2, "ba", [], None, "void"))
    data = standings.as_data()
    assert (data["games"], data["void"]) == (1, 3)
    assert data["players"][0]["share"] == 1
    assert data["players"][0]["games"] == 1


def test_the_table_in_text(record: GameRecord) -> None:
    names = ("a player with a name that is much too long for a table of eighty columns [b]", "b")
    standings = Standings(names)
    standings.add(result(record, 1, names, [1]))
    standings.add(result(record, 1, names[::-1], [], None, "void"))
    standings.add(result(record, 2, names, [1]))
    stream = io.StringIO()
    print_standings(standings.as_data(), stream)
    text = stream.getvalue()
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80
    assert "100.0" in text
    assert "1 void game not counted" in text
    assert "1 finished game of unfinished deal sets not counted" in text
    assert "[b]" in text.replace("\n", "")


@pytest.mark.parametrize(
    ("p", "df", "expected"),
    [
        (0.975, 1, 12.706204736174694),
        (0.975, 2, 4.302652729749462),
        (0.975, 10, 2.2281388519649385),
        (0.975, 1000, 1.9623390808264078),
        (0.9, 5, 1.475884048824481),
    ],
)
def test_t_quantiles(p: float, df: int, expected: float) -> None:
    assert t_quantile(p, df) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        (0, 10, 0.0, 0.3084971078187608),
        (10, 10, 0.6915028921812392, 1.0),
        (5, 10, 0.187086028447398, 0.812913971552602),
        (1, 1, 0.025, 1.0),
        (200, 1000, 0.17562057483084, 0.22615937282137),
    ],
)
def test_exact_intervals(successes: int, count: int, low: float, high: float) -> None:
    assert exact_interval(successes, count) == pytest.approx((low, high), abs=1e-9)


def test_intervals_of_means() -> None:
    assert mean_interval(0, 0.5, 0) == (0, 1)
    assert mean_interval(1, 0.5, 0) == exact_interval(0.5, 1)
    assert mean_interval(10, 0.3, 3e-33) == exact_interval(3, 10)
    low, high = mean_interval(20, 0.6, 0.04)
    assert (low, high) == pytest.approx((0.6 - 0.0936, 0.6 + 0.0936), abs=1e-4)
    assert mean_interval(3, 0.95, 0.01)[1] == 1.0


def test_intervals_cover_the_truth() -> None:
    """Of simulated series of known strength about 95 % have the truth in their interval."""
    luck = random.Random(3)
    truth, blocks, covered = 0.6, 40, 0
    for _ in range(400):
        means = [sum(luck.random() < truth for _ in range(2)) / 2 for _ in range(blocks)]
        mean = sum(means) / blocks
        variance = sum((m - mean) ** 2 for m in means) / (blocks - 1)
        low, high = mean_interval(blocks, mean, variance)
        covered += low <= truth <= high
    assert 0.92 <= covered / 400 <= 0.98
