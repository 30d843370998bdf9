from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from support.scripted_players import Scripted, game, spread

from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.analysis.ratings.recorded_sprt import RecordedSprt
from spyrium_ai.analysis.ratings.sprt import Sprt, SprtPlan
from spyrium_ai.match.records.record import GameRecord, SeatRecord

PLAN = SprtPlan((0, 1), elo0=0, elo1=400, alpha=0.2, beta=0.2)


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a finished game whose players and result the tests replace."""
    return game(Scripted(), Scripted(spread)).play()


def won(record: GameRecord, block: int, *names: str) -> GameRecord:
    """Return a game in which these players ended in their order."""
    seats = tuple(SeatRecord(name, name) for name in names)
    scores = tuple(range(99, 99 - len(names), -1))
    return replace(record, block=block, seed=block, seats=seats, scores=scores, winners=(1,))


def deal_set(record: GameRecord, block: int, *names: str) -> list[GameRecord]:
    """Return a deal set whose games all end in this order."""
    return [won(record, block, *names)] * len(names)


def over(*logs: Iterable[GameRecord]) -> Sprt:
    """Return the test of `new` over these logs."""
    gathered = RecordedSprt("new", PLAN)
    for journal, log in enumerate(logs):
        for one in log:
            gathered.add(journal, one)
    return gathered.result()[0]


def same(games: Sequence[str], plan: SprtPlan = PLAN) -> Sprt:
    """Return the test over whole deal sets of two, each won or lost by player 0."""
    test = Sprt(plan)
    for block, result in enumerate(games, 1):
        entrants = (0, 1) if result == "won" else (1, 0)
        test.add([Outcome(1, block, entrants, ((0,), (1,)), (1, 0))] * 2)  # type: ignore[arg-type]
    return test


def test_it_is_the_test_of_the_match_that_was_played(record: GameRecord) -> None:
    results = ["won", "lost", *["won"] * 30]
    log = [
        one
        for block, result in enumerate(results, 1)
        for one in deal_set(record, block, *(("new", "old") if result == "won" else ("old", "new")))
    ]
    found, expected = over(log), same(results)
    assert found.verdict == "H1"
    assert found.as_data(["new", "old"]) == expected.as_data(["new", "old"])


def test_deal_sets_count_in_the_order_of_the_logs_and_of_the_schedule(record: GameRecord) -> None:
    won_sets = [one for b in range(1, 31) for one in deal_set(record, b, "new", "old")]
    lost_sets = [one for b in range(1, 31) for one in deal_set(record, b, "old", "new")]
    assert over(won_sets, lost_sets).verdict == "H1"
    assert over(lost_sets, won_sets).verdict == "H0"
    one_log = [*lost_sets[::-1], *(replace(one, block=one.block + 30) for one in won_sets)]
    assert over(one_log[::-1]).verdict == "H0"


def test_a_deal_set_that_is_not_whole_does_not_count(record: GameRecord) -> None:
    torn = [won(record, 1, "new", "old")]
    assert over(torn).blocks == 0
    assert over([*torn, *deal_set(record, 2, "old", "new")]).score == 0


def test_tables_of_all_sizes_count_by_the_mean_of_the_others(record: GameRecord) -> None:
    two, four = deal_set(record, 1, "new", "old"), deal_set(record, 2, "a", "new", "b", "c")
    test = over([*two, *four])
    assert test.blocks == 2
    assert test.score == pytest.approx((1 + 2 / 3) / 2)


def test_names_are_those_at_the_tables_of_the_player(record: GameRecord) -> None:
    gathered = RecordedSprt("new", PLAN)
    for names in (("a", "b"), ("c", "new")):
        for one in deal_set(record, 1, *names):
            gathered.add(0, one)
    assert gathered.result()[1] == ["new", "c"]
