"""The bonuses at 8 and at 20 points (R26)."""

from __future__ import annotations

import pytest
from support.position_builder import after, goods, moves, one, seat, table

from spyrium_ai.game.position import Position


def scoring(
    points: int, gained: int, workers: int = 3, bonuses: str | None = None, money: int = 0
) -> Position:
    """Player 1 has made an action that scores so much; player 2 is to act next."""
    by_points = {3: "W1", 5: "W2", 6: "F1", 10: "F2", 15: "F2"}
    me = seat(
        by_points[gained], points=points, workers=workers, bonuses=bonuses, money=money, active=2
    )
    effect = 2 if gained == 15 else 1
    return after(table(me, seat()), f"use:{by_points[gained]}:{effect}")


@pytest.mark.parametrize("points", [5, 6, 7])
def test_r26_who_reaches_or_passes_8_chooses_a_worker_or_5_pounds(points: int) -> None:
    game = scoring(points, 3)
    assert (game.bonus_open, game.to_move) == (True, 1)
    assert game.legal() == ["bonus:money", "bonus:worker"]
    rich = after(game, "bonus:money")
    assert (one(rich).money, one(rich).workers, one(rich).bonuses) == (5, 3, "m")
    staffed = after(game, "bonus:worker")
    assert (one(staffed).money, one(staffed).workers, one(staffed).bonuses) == (0, 4, "w")
    assert one(staffed).active == 1 + 1


def test_r26_below_8_there_is_nothing_to_choose() -> None:
    game = scoring(4, 3)
    assert (one(game).points, one(game).bonuses, game.bonus_open) == (7, "", False)
    assert game.to_move == 2


def test_r26_the_choice_comes_before_the_next_player_acts() -> None:
    game = scoring(5, 3)
    assert game.board().decides == "1b"
    assert after(game, "bonus:money").board().decides == "2"


def test_r26_after_the_choice_the_only_player_left_goes_on() -> None:
    game = after(table(seat("W1", points=5)), "use:W1:1", "bonus:money")
    assert (game.to_move, game.bonus_open) == (1, False)


@pytest.mark.parametrize(("taken", "money", "workers"), [("w", 5, 4), ("m", 0, 5)])
@pytest.mark.parametrize("points", [15, 16, 19])
def test_r26_who_reaches_or_passes_20_gets_the_other_one(
    points: int, taken: str, money: int, workers: int
) -> None:
    game = scoring(points, 5, workers=4, bonuses=taken)
    assert (one(game).money, one(game).workers, one(game).bonuses) == (money, workers, "wm")
    assert (game.bonus_open, game.to_move) == (False, 2)


def test_r26_between_8_and_20_nothing_more_comes() -> None:
    game = scoring(8, 10, bonuses="m")
    assert (one(game).points, one(game).bonuses, game.to_move) == (18, "m", 2)


def test_r26_beyond_20_nothing_more_comes() -> None:
    game = scoring(27, 10)
    assert (goods(game), one(game).bonuses) == ((0, 6, 37), "wm")


@pytest.mark.parametrize("choice", ["worker", "money"])
def test_r26_passing_both_marks_in_one_action_gives_both_the_choice_first(choice: str) -> None:
    game = scoring(5, 15)
    assert (game.bonus_open, one(game).points) == (True, 20)
    done = after(game, f"bonus:{choice}")
    assert (one(done).money, one(done).workers, one(done).bonuses) == (5, 4, "wm")
    assert (done.bonus_open, done.to_move) == (False, 2)


def test_r26_with_7_workers_the_5_pounds_at_8_come_without_a_choice() -> None:
    game = scoring(5, 3, workers=7)
    assert (one(game).money, one(game).workers, one(game).bonuses) == (5, 7, "m")
    assert (game.bonus_open, game.to_move) == (False, 2)


def test_r26_with_7_workers_the_worker_at_20_gives_nothing_and_counts_as_taken() -> None:
    game = scoring(15, 5, workers=7, bonuses="m")
    assert (one(game).money, one(game).workers, one(game).bonuses) == (0, 7, "wm")


def test_r26_with_7_workers_both_marks_in_one_action_bring_5_pounds_only() -> None:
    game = scoring(7, 15, workers=7)
    assert (one(game).money, one(game).workers, one(game).bonuses) == (5, 7, "wm")
    assert (game.bonus_open, game.to_move) == (False, 2)


def test_r26_the_last_worker_of_the_reserve_can_be_chosen_at_8() -> None:
    game = scoring(5, 15, workers=6)
    for choice in ("bonus:worker", "bonus:money"):
        done = one(after(game, choice))
        assert (done.workers, done.money, done.bonuses) == (7, 5, "wm")


def test_r26_a_bonus_in_phase_i_leaves_one_in_phase_i() -> None:
    me = seat(phase="I", points=6, money=3)
    game = after(table(me, seat(), event="E3"), "event:pay3")
    assert game.bonus_open
    assert one(after(game, "bonus:worker")).phase == "I"
    assert one(after(game, "bonus:worker")).active == 4


@pytest.mark.parametrize(
    ("card", "move"),
    [
        ("Bu.3", "activate:a1b1:a1:token=3"),
        ("U1.3", "activate:a1b1:a1"),
        ("Ap", "activate:a1b1:a1"),
        ("Ba.1", "activate:a1b1:a1:token=1"),
        ("Ar.1", "activate:a1b1:a1:token=1:score"),
        ("R1", "activate:a1b1:a1:score"),
    ],
)
def test_r26_points_of_any_kind_lead_to_the_bonus(card: str, move: str) -> None:
    me = seat(points=5, residence=3)
    game = after(table(me, market={"a1": card}, slots={"a1b1": "1"}), move)
    assert game.bonus_open


def test_r26_the_points_for_engineering_count_for_the_bonus() -> None:
    game = after(table(seat("W1", points=4, techniques="Eg")), "use:W1:1")
    assert (one(game).points, game.bonus_open) == (8, True)


def test_r26_the_choice_is_made_before_anything_else_and_is_not_open_to_others() -> None:
    game = table(seat("M1", points=9, bonuses=""), seat("M1"), decides="1b")
    assert game.legal() == ["bonus:money", "bonus:worker"]
    assert moves(after(game, "bonus:money"), "bonus") == []
