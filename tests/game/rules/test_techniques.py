"""The techniques in play but Commerce (R21 to R24); what they score is in test_end.py."""

from __future__ import annotations

import pytest
from support.position_builder import after, moves, one, seat, table

HERE = {"a1b1": "1"}
CROWD = {"a1b1": "12", "a1a2": "2"}  # a surcharge of £2 for player 1 at a1


# Automation and Engineering


@pytest.mark.parametrize(
    ("mine", "gains"), [("M1", [1]), ("M2", [1, 2]), ("M3", [1, 3])], ids=["M1", "M2", "M3"]
)
def test_r21_automation_uses_a_mine_without_workers_and_offers_both_effects(
    mine: str, gains: list[int]
) -> None:
    game = table(seat(mine, techniques="Au", active=0, spyrium=0))
    for number, gain in enumerate(gains, 1):
        used = one(after(game, f"use:{mine}:{number}"))
        assert (used.spyrium, used.active) == (gain, 0)
        assert used.buildings == (f"{mine}*",)


def test_r21_automation_leaves_active_workers_alone_and_other_buildings_as_they_are() -> None:
    game = table(seat("M1", "W1", techniques="Au", active=2))
    assert one(after(game, "use:M1:1")).active == 2
    assert one(after(game, "use:W1:1")).active == 1
    assert not moves(table(seat("W1", techniques="Au", active=0)), "use")


@pytest.mark.parametrize(
    ("building", "use", "points"),
    [
        *(("W1", 1, 3 + 1), ("W2", 1, 5 + 1), ("F1", 1, 6 + 1), ("F1", 2, 10 + 2)),
        *(("F2", 1, 10 + 2), ("F2", 2, 15 + 2)),
        *(("L1", 1, 4 + 1), ("L2", 1, 5 + 1), ("L3", 1, 7 + 1)),
        *(("U1", 1, 2), ("U2", 1, 3), ("U2", 2, 6)),
    ],
)
def test_r22_engineering_scores_a_point_for_each_worker_on_a_factory_symbol(
    building: str, use: int, points: int
) -> None:
    game = table(seat(building, techniques="Eg", workers=4))
    assert one(after(game, f"use:{building}:{use}")).points == points


def test_r22_engineering_scores_nothing_for_mines() -> None:
    game = table(seat("M1", "M3", techniques="Eg Au", workers=4))
    assert one(after(game, "use:M1:1", "use:M3:2")).points == 0


def test_r22_engineering_scores_again_with_taylorism_and_with_e5() -> None:
    game = table(seat("W1*", techniques="Eg Ta"), event="E5")
    assert one(after(game, "reuse:W1:1")).points == 3 + 1
    assert one(after(game, "event:W1:1")).points == 3 + 1


def test_r21_automation_serves_taylorism_and_e5_too() -> None:
    game = table(seat("M3*", techniques="Au Ta", active=0, spyrium=0), event="E5")
    assert one(after(game, "reuse:M3:2", "event:M3:2")).spyrium == 6


# Lobbying


def test_r23_lobbying_saves_the_surcharge_and_is_used_for_this_turn() -> None:
    market = {"a1": "W1"}
    game = table(seat(money=2, techniques="Lo"), seat(), market=market, slots=CROWD)
    assert moves(game, "activate") == ["activate:a1b1:a1:lobby"]
    done = one(after(game, "activate:a1b1:a1:lobby"))
    assert (done.money, done.techniques, done.buildings) == (0, ("Lo*",), ("W1",))
    used = table(seat(money=9, techniques="Lo*"), seat(), market=market, slots=CROWD)
    assert moves(used, "activate") == ["activate:a1b1:a1"]


def test_r23_lobbying_is_a_choice() -> None:
    game = table(seat(money=9, techniques="Lo"), seat(), market={"a1": "W1"}, slots=CROWD)
    unused = one(after(game, "activate:a1b1:a1"))
    assert (unused.money, unused.techniques) == (9 - 2 - 2, ("Lo",))


def test_r23_lobbying_may_be_used_only_where_there_is_a_surcharge() -> None:
    game = table(seat(techniques="Lo"), market={"a1": "W1"}, slots=HERE)
    assert moves(game, "activate") == ["activate:a1b1:a1"]


def test_r23_lobbying_serves_characters_techniques_and_replacing() -> None:
    market = {"a1": "Ap", "b1": "Eg"}
    game = table(seat(money=6, techniques="Lo"), seat(), market=market, slots={"a1b1": "12"})
    assert one(after(game, "activate:a1b1:a1:lobby")).money == 6
    assert one(after(game, "activate:a1b1:b1:lobby")).money == 0
    replacing = table(seat("M1", techniques="Lo"), seat(), market={"a1": "M2"}, slots=CROWD)
    assert one(after(replacing, "activate:a1b1:a1:over=M1:lobby")).money == 30 - 2


def test_r23_lobbying_does_not_serve_gaining_money() -> None:
    game = table(seat(techniques="Lo"), seat(), market={"a1": "W1"}, slots=CROWD)
    assert moves(game, "money") == ["money:a1b1:a1"]


def test_r23_lobbying_works_in_the_turn_of_its_patent_from_the_next_action_on() -> None:
    market = {"a1": "Lo", "b1": "Ap"}
    game = table(seat(money=7), seat(phase="P"), market=market, slots={"a1b1": "111"})
    assert not [m for m in game.legal() if m.endswith(":lobby")]
    patented = table(seat(money=8), market=market, slots={"a1b1": "111"})
    patented.apply("activate:a1b1:a1")
    assert "activate:a1b1:b1:lobby" in patented.legal()
    assert one(after(patented, "activate:a1b1:b1:lobby")).techniques == ("Lo*",)


# Taylorism


def test_r24_taylorism_uses_an_inclined_building_again_and_pays_again() -> None:
    game = table(seat("F1", techniques="Ta", workers=3, spyrium=5))
    done = one(after(game, "use:F1:1", "reuse:F1:2"))
    assert (done.points, done.spyrium, done.active) == (6 + 10, 0, 0)
    assert (done.buildings, done.techniques) == (("F1*",), ("Ta*",))


def test_r24_taylorism_offers_either_effect_of_inclined_buildings_only() -> None:
    game = table(seat("M1", "M2*", techniques="Ta"))
    assert moves(game, "reuse") == ["reuse:M2:1", "reuse:M2:2"]


def test_r24_taylorism_needs_workers_and_spyrium_again() -> None:
    assert not moves(table(seat("W1*", techniques="Ta", active=0)), "reuse")
    assert not moves(table(seat("W1*", techniques="Ta", spyrium=0)), "reuse")


def test_r24_taylorism_works_once_a_turn_and_not_in_phase_i() -> None:
    assert not moves(table(seat("M2*", techniques="Ta*")), "reuse")
    fresh = table(seat("M2", techniques="Ta", phase="I"))
    assert not moves(fresh, "reuse", "II:reuse")
    assert moves(after(fresh, "II:use:M2:1"), "reuse") == ["reuse:M2:1", "reuse:M2:2"]


def test_r24_taylorism_and_e5_are_two_things_and_may_use_the_same_building_thrice() -> None:
    game = table(seat("M2", techniques="Ta", active=2, spyrium=0, money=1), event="E5")
    done = one(after(game, "use:M2:1", "reuse:M2:2", "event:M2:2"))
    assert (done.spyrium, done.active, done.money) == (1 + 2 + 2, 0, 0)
    assert (done.event_used, done.techniques, done.buildings) == (True, ("Ta*",), ("M2*",))


def test_r24_taylorism_is_no_use_of_the_event_and_costs_no_pounds() -> None:
    done = one(after(table(seat("M2*", techniques="Ta", money=0), event="E5"), "reuse:M2:1"))
    assert (done.event_used, done.money) == (False, 0)


def test_r23_taylorism_works_in_the_turn_of_its_patent() -> None:
    game = table(seat("M2*"), market={"a1": "Ta"}, slots=HERE)
    assert not moves(game, "reuse")
    assert moves(after(game, "activate:a1b1:a1"), "reuse") == ["reuse:M2:1", "reuse:M2:2"]


def test_r23_powers_are_ready_again_in_the_next_turn() -> None:
    game = table(seat("M2*", techniques="Co* Lo* Ta*"), turn=5)
    assert one(after(game, "pass")).techniques == ("Co", "Lo", "Ta")
