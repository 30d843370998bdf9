from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scripted_players import Scripted, game, spread

from spyrium_ai.analysis.ratings.outcome import BlockRun, Outcome, outcome_of
from spyrium_ai.match.records.record import Fault, GameRecord, SeatRecord

LOSS, HALF, WIN = Fraction(0), Fraction(1, 2), Fraction(1)


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a finished game of four whose result the tests replace."""
    seats = tuple(SeatRecord(name, name) for name in "abcd")
    return replace(game(Scripted(), Scripted(spread)).play(), seats=seats, game=7, block=2)


def outcome(number: int, block: int) -> Outcome:
    return Outcome(number, block, (0, 1), ((0,), (1,)), (WIN, LOSS))


def test_winners_are_above_and_then_the_score_decides(record: GameRecord) -> None:
    played = replace(record, scores=(50, 60, 60, 40), winners=(2, 3))
    found = outcome_of(played, (4, 1, 0, 3))
    assert found == Outcome(7, 2, (4, 1, 0, 3), ((1, 2), (0,), (3,)), (LOSS, HALF, HALF, LOSS))
    assert [found.share(player) for player in (0, 1, 3, 4)] == [HALF, HALF, LOSS, LOSS]
    assert (found.above(1, 4), found.above(4, 1), found.above(0, 1)) == (WIN, LOSS, HALF)
    assert (found.above(3, 4), found.above(4, 3)) == (LOSS, WIN)


def test_against_several_it_is_the_mean_over_those_that_played(record: GameRecord) -> None:
    played = replace(record, scores=(50, 60, 70, 50), winners=(3,))
    found = outcome_of(played, (0, 1, 2, 3))
    assert found.above(0, 1, 2, 3) == Fraction(1, 6)
    assert found.above(1, 0, 2, 3) == Fraction(2, 3)
    assert found.above(1, 7, 0) == WIN
    assert found.above(1, 7) is found.above(7, 0, 1) is None


def test_two_that_forfeited_are_level_below_the_others(record: GameRecord) -> None:
    faults = tuple(Fault(seat, 0, "crash", "fell", "") for seat in (1, 3))
    lost = replace(record, outcome="forfeit", scores=(90, 20, 80, 10), winners=(2,), faults=faults)
    found = outcome_of(lost, (0, 1, 2, 3))
    assert (found.above(0, 2), found.above(2, 0)) == (HALF, HALF)
    assert (found.above(3, 0), found.above(2, 3)) == (WIN, LOSS)


def test_a_void_game_says_nothing(record: GameRecord) -> None:
    found = outcome_of(replace(record, outcome="void", scores=None, winners=()), (0, 1, 2, 3))
    assert (found.order, found.shares) == ((), ())
    assert found.share(0) is None
    assert found.above(0, 1) is None


def test_who_was_not_there_has_no_result() -> None:
    assert outcome(1, 1).share(2) is None
    assert outcome(1, 1).above(0, 2) is None


@given(st.permutations(range(12)))
def test_blocks_come_in_order_whatever_ends_first(order: list[int]) -> None:
    run = BlockRun[Outcome](3)
    due = [block for i in order for block in run.add(outcome(i + 1, i // 3 + 1))]
    assert [[one.game for one in block] for block in due] == [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
        [10, 11, 12],
    ]
    assert run.finished == 4


def test_a_block_is_due_with_the_last_game_before_it() -> None:
    for order in permutations([(1, 1), (2, 1), (3, 2), (4, 2)]):
        run = BlockRun[Outcome](2)
        added: set[int] = set()
        for number, block in order:
            run.add(outcome(number, block))
            added.add(number)
            assert run.finished == ({1, 2} <= added) + ({1, 2, 3, 4} <= added)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_no_game_is_added_twice(number: int) -> None:
    run = BlockRun[Outcome](2)
    for known in (1, 2, 3, 5, 6):
        run.add(outcome(known, (known + 1) // 2))
    with pytest.raises(ValueError, match=f"game {number}: it was added before"):
        run.add(outcome(number, (number + 1) // 2))
    assert run.finished == 1


def test_a_block_has_no_more_games_than_it_should() -> None:
    run = BlockRun[Outcome](2)
    run.add(outcome(3, 2))
    run.add(outcome(4, 2))
    with pytest.raises(ValueError, match="block 2 is full"):
        run.add(outcome(5, 2))
