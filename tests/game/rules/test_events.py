"""The seven events (R2, R17)."""

from __future__ import annotations

import pytest
from support.position_builder import PASSED, after, goods, moves, one, seat, table

from spyrium_ai.game.board import Seat


def offers(owner: Seat, event: str) -> list[str]:
    """What the event offers to a player in Phase II."""
    return moves(table(owner, event=event), "event")


@pytest.mark.parametrize("value", [1, 2, 3])
def test_e1_gives_its_value_as_pounds_spyrium_or_points(value: int) -> None:
    game = table(seat(money=0, spyrium=0), event=f"E1.{value}")
    assert moves(game, "event") == ["event:money", "event:points", "event:spyrium"]
    assert goods(after(game, "event:money")) == (value, 0, 0)
    assert goods(after(game, "event:spyrium")) == (0, value, 0)
    assert goods(after(game, "event:points")) == (0, 0, value)


def test_e1_everybody_gets_the_value_and_the_token_stays() -> None:
    game = table(seat(), seat(), seat(), event="E1.2", market={"a1": "M1"})
    done = after(game, "event:points", "event:points", "event:points")
    assert [player.points for player in done.board().seats] == [2, 2, 2]
    assert done.board().event == "E1.2"


def test_e2_costs_a_spyrium_for_a_residence_action() -> None:
    game = table(seat(spyrium=1, residence=4), event="E2")
    advanced, scored = one(after(game, "event:advance")), one(after(game, "event:score"))
    assert (advanced.spyrium, advanced.residence, advanced.points) == (0, 5, 0)
    assert (scored.spyrium, scored.residence, scored.points) == (0, 4, 4)
    assert offers(seat(spyrium=0), "E2") == []


def test_e3_3_points_cost_3_pounds_and_5_points_cost_6() -> None:
    game = table(seat(money=6), event="E3")
    assert goods(after(game, "event:pay3")) == (3, 9, 3)
    assert goods(after(game, "event:pay6")) == (0, 9, 5)
    assert offers(seat(money=5), "E3") == ["event:pay3"]
    assert offers(seat(money=2), "E3") == []


def test_r2_e4_pays_3_pounds_for_a_spyrium_and_6_for_3() -> None:
    game = table(seat(money=0, spyrium=3), event="E4")
    assert goods(after(game, "event:pay1")) == (3, 2, 0)
    assert goods(after(game, "event:pay3")) == (6, 0, 0)
    assert offers(seat(spyrium=2), "E4") == ["event:pay1"]
    assert offers(seat(spyrium=0), "E4") == []


def test_e5_uses_an_inclined_building_again_for_1_pound_with_either_effect() -> None:
    game = table(seat("M2*", "W1", money=1, spyrium=0), event="E5")
    assert moves(game, "event") == ["event:M2:1", "event:M2:2"]
    done = one(after(game, "event:M2:2"))
    assert (done.money, done.spyrium, done.active) == (0, 2, 2)
    assert done.buildings == ("M2*", "W1")


def test_r17_e5_needs_a_pound_and_the_workers_and_spyrium_again() -> None:
    assert offers(seat("M2*", money=0), "E5") == []
    assert offers(seat("M1*", active=0), "E5") == []
    assert offers(seat("W1*", spyrium=0), "E5") == []
    assert offers(seat("M2*", active=0), "E5") == ["event:M2:1"]
    assert offers(seat("M1"), "E5") == []


def test_r17_e5_is_never_possible_in_phase_i_nor_as_first_action_of_phase_ii() -> None:
    game = table(seat("M2", phase="I"), event="E5")
    assert not moves(game, "event", "II:event")
    assert moves(after(game, "II:use:M2:1"), "event") == ["event:M2:1", "event:M2:2"]


def test_e5_works_for_a_building_that_was_just_used_and_then_replaced_by_its_like() -> None:
    """The new one stands straight: nothing is left to use again."""
    game = table(seat("W1", money=20), market={"a1": "W1"}, slots={"a1b1": "1"}, event="E5")
    used = after(game, "use:W1:1")
    assert moves(used, "event") == ["event:W1:1"]
    assert not moves(after(used, "activate:a1b1:a1:over=W1*"), "event")


def test_r17_e5_counts_as_the_use_of_the_event() -> None:
    done = after(table(seat("M2*", "M3*"), event="E5"), "event:M2:1")
    assert one(done).event_used
    assert not moves(done, "event")


@pytest.mark.parametrize("owned", [3, 5, 6])
def test_e6_costs_a_pound_for_each_worker_owned_wherever_it_is(owned: int) -> None:
    slots = {"a1b1": "11"}
    game = table(seat(workers=owned, active=0, money=owned), slots=slots, event="E6")
    hired = one(after(game, "event:hire"))
    assert (hired.money, hired.workers, hired.active) == (0, owned + 1, 1)
    poor = table(seat(workers=owned, active=0, money=owned - 1), slots=slots, event="E6")
    assert not moves(poor, "event")


def test_r17_e6_needs_a_worker_in_reserve() -> None:
    assert offers(seat(workers=7), "E6") == []


def test_e6_the_new_worker_can_be_placed_at_once_in_phase_i() -> None:
    game = table(seat(phase="I"), event="E6", market={"a1": "M1"}, slots={"a1b1": "111"})
    assert not moves(game, "place")
    assert moves(after(game, "event:hire"), "place") == ["place:a1a2", "place:a1b1"]


def test_e7_places_an_active_worker_in_phase_ii() -> None:
    game = table(seat(), market={"a1": "M1"}, event="E7", next_event="E6")
    assert moves(game, "event") == ["event:a1a2", "event:a1b1"]
    done = after(game, "event:a1b1")
    assert (one(done).active, one(done).event_used) == (2, True)
    assert done.board().slots[0] == (1,)
    assert moves(done, "money") == ["money:a1b1:a1"]


def test_r17_e7_may_be_the_first_action_of_phase_ii_but_not_be_used_in_phase_i() -> None:
    game = table(seat(phase="I"), market={"a1": "M1"}, event="E7", next_event="E6")
    assert not moves(game, "event")
    assert moves(game, "II:event") == ["II:event:a1a2", "II:event:a1b1"]
    done = one(after(game, "II:event:a1b1"))
    assert (done.phase, done.active, done.event_used) == ("II", 2, True)


def test_r17_e7_needs_an_active_worker_and_a_slot_with_a_card() -> None:
    market = {"a1": "M1"}
    none_active = table(seat(active=0), market=market, event="E7", next_event="E6")
    assert not moves(none_active, "event")
    assert not moves(table(seat(), event="E7", next_event="E6"), "event")


def test_e7_the_placed_worker_must_be_taken_back_before_passing() -> None:
    game = table(seat(), market={"a1": "M1"}, event="E7", next_event="E6")
    assert "pass" in game.legal()
    assert "pass" not in after(game, "event:a1b1").legal()


@pytest.mark.parametrize(
    "event", ["E1.1", "E2", "E3", "E4", "E6"], ids=["E1", "E2", "E3", "E4", "E6"]
)
def test_each_player_uses_the_event_once_in_a_turn(event: str) -> None:
    game = table(seat(phase="I"), PASSED, event=event)
    first = moves(game, "event")[0]
    assert not moves(after(game, first), "event", "II:event")
