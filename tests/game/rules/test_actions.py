"""Phases, placing, money, paying, passing (R13 to R18 and R27)."""

from __future__ import annotations

import pytest
from support.position_builder import PASSED, after, goods, moves, one, seat, table

from spyrium_ai.game.position import IllegalMoveError


def test_r13_in_phase_i_one_places_uses_the_event_or_begins_phase_ii_with_any_action() -> None:
    me = seat("M1", phase="I", spyrium=1)
    game = table(me, market={"a1": "Ap"}, slots={"a1b1": "1"}, event="E4")
    assert game.legal() == [
        "II:activate:a1b1:a1",
        "II:event:pay1",
        "II:money:a1b1:a1",
        "II:use:M1:1",
        "event:pay1",
        "place:a1a2",
        "place:a1b1",
    ]


def test_r13_phase_ii_can_begin_with_pass_and_then_pass_is_all() -> None:
    game = table(seat(phase="I"), seat(), market={"a1": "Ap"})
    assert "II:pass" in game.legal()
    assert one(after(game, "II:pass")).phase == "P"


def test_r13_the_event_in_phase_i_and_phase_ii_begun_with_the_event_are_two_moves() -> None:
    game = table(seat(phase="I"), market={"a1": "Ap"}, event="E3")
    assert one(after(game, "event:pay3")).phase == "I"
    assert one(after(game, "II:event:pay3")).phase == "II"
    assert goods(after(game, "event:pay3")) == goods(after(game, "II:event:pay3"))


def test_r13_phase_ii_is_for_good_and_its_moves_have_no_prefix() -> None:
    game = table(seat(phase="II"), market={"a1": "Ap"}, event="E3")
    assert game.legal() == ["event:pay3", "event:pay6", "pass"]


def test_r13_the_phases_of_the_others_do_not_matter() -> None:
    for phase in ("I", "II", "P"):
        game = table(seat(phase="I", money=0, spyrium=0), seat(phase=phase), market={"a1": "Ap"})
        assert game.legal() == ["II:pass", "place:a1a2", "place:a1b1"]


def test_r13_begun_with_a_building_one_is_in_phase_ii() -> None:
    used = one(after(table(seat("M1", phase="I")), "II:use:M1:1"))
    assert (used.phase, used.buildings, used.active) == ("II", ("M1*",), 2)


def test_the_event_is_used_once_in_a_turn_whatever_the_phase() -> None:
    game = table(seat(phase="I"), market={"a1": "Ap"}, event="E3")
    for first in ("event:pay3", "II:event:pay3"):
        used = after(game, first)
        assert one(used).event_used
        assert not moves(used, "event", "II:event")


def test_r14_a_slot_takes_a_worker_while_one_of_its_cells_holds_a_card() -> None:
    game = table(seat(phase="I"), market={"b2": "M1"})
    assert moves(game, "place") == ["place:a2b2", "place:b1b2", "place:b2b3", "place:b2c2"]
    corner = table(seat(phase="I"), market={"c3": "M1"})
    assert moves(corner, "place") == ["place:b3c3", "place:c2c3"]
    assert moves(table(seat(phase="I")), "place") == []


def test_r14_a_slot_holds_any_number_of_workers_of_anybody() -> None:
    slots = {"a1b1": "1111112222222"}
    me, other = seat(phase="I", workers=7), seat(workers=7)
    game = table(me, other, market={"a1": "M1"}, slots=slots)
    placed = after(game, "place:a1b1")
    assert placed.board().slots[0] == (1,) * 7 + (2,) * 7
    assert one(placed).active == 0


def test_placing_needs_an_active_worker() -> None:
    game = table(seat(phase="I"), market={"a1": "M1"}, slots={"a1b1": "111"})
    assert moves(game, "place") == []


def test_r15_money_is_a_pound_for_each_other_worker_around_the_chosen_card() -> None:
    """Two others at b1b2 and one at b2c2 touch b2; only those at b1b2 touch b1."""
    slots = {"b1b2": "112", "b2c2": "1", "a1a2": "2"}
    game = table(
        seat(money=0, workers=4), seat(), market={"b1": "M1", "b2": "W1", "c2": "Ap"}, slots=slots
    )
    assert one(after(game, "money:b1b2:b2")).money == 3
    assert one(after(game, "money:b1b2:b1")).money == 2
    assert one(after(game, "money:b2c2:b2")).money == 3
    assert one(after(game, "money:b2c2:c2")).money == 0


def test_r15_the_centre_counts_the_workers_of_all_four_slots() -> None:
    slots = {"a2b2": "12", "b2c2": "2", "b1b2": "22", "b2b3": "3", "a1b1": "3", "b3c3": "3"}
    game = table(seat(money=0), seat(workers=4), seat(workers=4), market={"b2": "Ap"}, slots=slots)
    assert one(after(game, "money:a2b2:b2")).money == 5


def test_r15_the_worker_is_used_and_the_card_stays() -> None:
    game = table(seat(money=0), market={"a1": "Mi.1"}, slots={"a1b1": "1"})
    done = after(game, "money:a1b1:a1")
    assert (one(done).active, one(done).workers) == (2, 3)
    assert done.board().slots[0] == ()
    assert done.board().market[0] == game.board().market[0]


def test_r15_if_one_card_is_left_it_is_that_one_and_if_none_is_left_it_is_0_pounds() -> None:
    slots = {"a1b1": "1", "b2b3": "1111"}
    game = table(seat(money=0, workers=5), market={"b1": "M1"}, slots=slots)
    assert moves(game, "money") == ["money:a1b1:b1", "money:b2b3"]
    assert one(after(game, "money:b2b3")).money == 0


def test_r15_capitalization_gives_2_pounds_each_time_also_with_0_pounds() -> None:
    slots = {"a1b1": "12", "b2b3": "1"}
    game = table(seat(money=0, techniques="Ca"), seat(), market={"b1": "M1"}, slots=slots)
    assert one(after(game, "money:b2b3")).money == 2
    assert one(after(game, "money:a1b1:b1")).money == 1 + 2
    alone = table(seat(money=0, techniques="Ca"), market={"b1": "M1"}, slots={"a1b1": "11"})
    assert one(after(alone, "money:a1b1:b1", "money:a1b1:b1")).money == 1 + 2 + 0 + 2


def test_r15_capitalization_pays_nothing_for_money_from_elsewhere() -> None:
    game = table(seat(money=0, techniques="Ca"), event="E4")
    assert one(after(game, "event:pay1")).money == 3


def test_r16_the_surcharge_is_a_pound_for_each_other_worker_around_the_card() -> None:
    """The one that is taken away does not count; the player's own others do."""
    slots = {"a1b1": "112", "a1a2": "2", "b1c1": "22"}
    for pounds, legal in ((5, True), (4, False)):
        game = table(seat(money=pounds), seat(workers=4), market={"a1": "W1"}, slots=slots)
        assert ("activate:a1b1:a1" in game.legal()) == legal
        if legal:
            assert one(after(game, "activate:a1b1:a1")).money == 0


@pytest.mark.parametrize(
    ("card", "move", "pounds"),
    [
        ("Ap", "activate:a1b1:a1", 2),
        ("Ar.2", "activate:a1b1:a1:token=2:score", 2 + 2),
        ("Bu.2", "activate:a1b1:a1:token=2", 2),
        ("Eg", "activate:a1b1:a1", 6 + 2),
        ("U1.2", "activate:a1b1:a1", 2 + 2),
        ("M3.1", "activate:a1b1:a1", 7 + 2),
        ("Ba.3", "activate:a1b1:a1:token=3", 3 + 2),
        ("Fi.3", "activate:a1b1:a1:token=3", 3 + 2),
    ],
)
def test_r16_price_surcharge_and_token_are_all_paid(card: str, move: str, pounds: int) -> None:
    slots = {"a1b1": "12", "a1a2": "2"}
    exactly = table(seat(money=pounds), seat(), market={"a1": card}, slots=slots)
    assert one(after(exactly, move)).money == 0
    one_less = table(seat(money=pounds - 1), seat(), market={"a1": card}, slots=slots)
    assert move not in one_less.legal()


def test_r17_an_apprentice_or_engineer_needs_a_spyrium() -> None:
    for card in ("Ap", "En"):
        for spyrium, legal in ((1, True), (0, False)):
            game = table(seat(spyrium=spyrium), market={"a1": card}, slots={"a1b1": "1"})
            assert ("activate:a1b1:a1" in game.legal()) == legal


@pytest.mark.parametrize("card", ["Bu", "Mi", "Ar", "Ba", "Fi"])
def test_r17_a_token_character_without_a_token_is_not_called_but_good_for_money(card: str) -> None:
    game = table(seat(), market={"a1": card}, slots={"a1b1": "1"})
    assert moves(game, "activate", "money") == ["money:a1b1:a1"]


def test_r17_a_character_is_called_again_until_its_tokens_are_gone() -> None:
    game = table(
        seat(points=0, spyrium=0), PASSED, PASSED, market={"a1": "Mi.1.3"}, slots={"a1b1": "111"}
    )
    done = after(game, "activate:a1b1:a1:token=3", "activate:a1b1:a1:token=1")
    assert one(done).spyrium == 4
    assert moves(done, "activate", "money") == ["money:a1b1:a1"]
    assert done.board().discard == (1, 0, 1)


def test_r18_costs_are_paid_before_anything_is_gained() -> None:
    """Neither the bonus of £5 nor the Spyrium of the token helps to pay."""
    banker = table(seat(money=0, points=7), market={"a1": "Ba.1"}, slots={"a1b1": "1"})
    assert not moves(banker, "activate")
    mine = table(seat("M2", active=1, spyrium=0), market={"a1": "Ap"}, slots={"a1b1": "1"})
    assert not moves(mine, "activate")


def test_r18_a_worker_that_is_gained_cannot_be_used_for_the_same() -> None:
    """E6 is paid for the workers owned before."""
    game = table(seat(money=3, workers=3), event="E6")
    assert goods(after(game, "event:hire"))[0] == 0
    assert not moves(table(seat(money=2, workers=3), event="E6"), "event")


def test_r27_pass_needs_the_own_market_to_be_empty_not_the_start_card() -> None:
    slots = {"a1b1": "2"}
    free = table(seat(active=3), seat(), market={"a1": "M1"}, slots=slots)
    assert "pass" in free.legal()
    bound = table(seat(), seat(), market={"a1": "M1"}, slots={"a1b1": "1"})
    assert "pass" not in bound.legal()
    phase_i = table(seat(phase="I"), seat(), market={"a1": "M1"}, slots={"a1b1": "1"})
    assert "II:pass" not in phase_i.legal()


def test_there_is_always_a_legal_move() -> None:
    """The poorest player with a worker in the market takes money, one without passes."""
    stuck = seat(phase="II", money=0, spyrium=0, event_used=True)
    assert table(stuck, slots={"a1b1": "111"}).legal() == ["money:a1b1"]
    assert table(stuck).legal() == ["pass"]


def test_who_has_passed_has_no_moves_and_a_move_of_another_is_refused() -> None:
    game = table(seat("M1", phase="II"), seat("W1"))
    with pytest.raises(IllegalMoveError):
        game.apply("use:W1:1")


def test_like_workers_buildings_and_tokens_are_one_move() -> None:
    me = seat("M2", "M2", "M2*", money=40, workers=4)
    game = table(me, PASSED, PASSED, market={"a1": "W1", "b1": "Bu.2.2"}, slots={"a1b1": "11"})
    assert moves(game, "activate", "money", "use") == [
        "activate:a1b1:a1",
        "activate:a1b1:a1:over=M2",
        "activate:a1b1:a1:over=M2*",
        "activate:a1b1:b1:token=2",
        "money:a1b1:a1",
        "money:a1b1:b1",
        "use:M2:1",
        "use:M2:2",
    ]
