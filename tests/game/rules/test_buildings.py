"""Building: spaces, replacing, what is gained at once (R16, R19, R20) and using what stands."""

from __future__ import annotations

import pytest
from support.position_builder import after, goods, moves, one, seat, table

from spyrium_ai.game.board import Seat
from spyrium_ai.game.position import Position

HERE = {"a1b1": "1"}


def builds(owner: Seat, card: str, **more: str) -> Position:
    """A player with one worker beside the card."""
    return table(owner, market={"a1": card, **more}, slots=HERE)


@pytest.mark.parametrize("owned", [0, 1, 2, 3, 5])
def test_r16_a_new_space_costs_a_pound_for_each_building_owned(owned: int) -> None:
    buildings = ("N1", "N1*", "H1", "H2", "R2")
    straight = tuple(code.replace("*", "") for code in buildings[:owned])
    game = builds(seat(*straight, money=8 + owned), "F2")
    assert one(after(game, "activate:a1b1:a1")).money == 0
    assert "activate:a1b1:a1" not in builds(seat(*straight, money=7 + owned), "F2").legal()


@pytest.mark.parametrize(("owned", "space"), [(0, 0), (2, 0), (3, 0), (4, 1), (5, 2)])
def test_r16_with_crane_a_new_space_is_3_pounds_less_but_never_below_0(
    owned: int, space: int
) -> None:
    buildings = ("N1", "N1", "H1", "H2", "R2")[:owned]
    game = builds(seat(*buildings, money=20, techniques="Cr"), "F2")
    assert one(after(game, "activate:a1b1:a1")).money == 20 - 8 - space


def test_r16_crane_does_not_make_the_building_itself_cheaper() -> None:
    assert "activate:a1b1:a1" not in builds(seat(money=1, techniques="Cr"), "W1").legal()


def test_r16_in_place_of_another_the_space_is_free() -> None:
    game = builds(seat("N1", "N1", "R1", money=20), "W2")
    assert one(after(game, "activate:a1b1:a1:over=R1")).money == 20 - 4
    assert one(after(game, "activate:a1b1:a1")).money == 20 - 4 - 3


def test_r16_crane_saves_nothing_where_one_replaces() -> None:
    game = builds(seat("N1", money=20, techniques="Cr"), "W2")
    assert one(after(game, "activate:a1b1:a1:over=N1")).money == 20 - 4


def test_r16_a_shared_symbol_makes_the_new_building_3_pounds_cheaper() -> None:
    game = builds(seat("M1", money=2), "M2")
    assert moves(game, "activate") == ["activate:a1b1:a1:over=M1"]
    assert one(after(game, "activate:a1b1:a1:over=M1")).money == 0
    assert not moves(builds(seat("M1", money=1), "M2"), "activate")


def test_r16_the_price_does_not_fall_below_0_and_the_surcharge_stays() -> None:
    slots = {"a1b1": "122"}
    game = table(seat("M2", money=10), seat(), market={"a1": "M1"}, slots=slots)
    assert one(after(game, "activate:a1b1:a1:over=M2")).money == 10 - 0 - 2


def test_r16_two_shared_symbols_save_3_pounds_once() -> None:
    game = builds(seat("L1", money=10), "L3")
    assert one(after(game, "activate:a1b1:a1:over=L1")).money == 10 - 4


def test_r16_a_laboratory_shares_with_factories_and_with_universities() -> None:
    game = builds(seat("W1", "U1", "M1", money=10), "L2")
    assert one(after(game, "activate:a1b1:a1:over=W1")).money == 10 - 3
    assert one(after(game, "activate:a1b1:a1:over=U1")).money == 10 - 3
    assert one(after(game, "activate:a1b1:a1:over=M1")).money == 10 - 6


def test_r16_the_rebate_is_not_a_choice() -> None:
    """There is one way to build over a building that shares a symbol."""
    game = builds(seat("M1", money=20), "M2")
    assert moves(game, "activate:a1b1:a1:over") == ["activate:a1b1:a1:over=M1"]


def test_r16_an_inclined_building_can_be_replaced_and_is_told_from_a_straight_one() -> None:
    game = builds(seat("M1", "M1*", money=20), "W1")
    over_inclined = after(game, "activate:a1b1:a1:over=M1*")
    assert one(over_inclined).buildings == ("M1", "W1")
    over_straight = after(game, "activate:a1b1:a1:over=M1")
    assert one(over_straight).buildings == ("M1*", "W1")


def test_r19_a_new_building_stands_straight_and_is_used_in_the_same_turn() -> None:
    game = builds(seat("W1*", money=20), "W2")
    built = after(game, "activate:a1b1:a1:over=W1*")
    assert one(built).buildings == ("W2",)
    assert one(after(built, "use:W2:1")).points == 5


def test_r19_of_one_type_the_replaced_copy_goes_and_the_new_one_is_straight() -> None:
    game = builds(seat("W1*", "W1", money=20), "W1")
    assert one(after(game, "activate:a1b1:a1:over=W1*")).buildings == ("W1", "W1")
    assert one(after(game, "activate:a1b1:a1:over=W1")).buildings == ("W1", "W1*")
    assert one(after(game, "activate:a1b1:a1")).buildings == ("W1", "W1", "W1*")


def test_r19_workers_used_in_a_replaced_building_stay_used() -> None:
    game = builds(seat("W1", money=20, workers=4), "W2")
    done = one(after(game, "use:W1:1", "activate:a1b1:a1:over=W1*"))
    assert (done.active, done.workers) == (2, 4)


def test_r19_what_a_replaced_building_gave_is_kept_but_its_points_are_lost() -> None:
    game = builds(seat("N1", money=20, workers=4), "W1")
    done = after(game, "activate:a1b1:a1:over=N1")
    assert one(done).workers == 4
    assert (game.scores()[0], done.scores()[0]) == (3, 2)


def test_a_building_leaves_the_market_and_its_cell_stays_empty() -> None:
    game = table(seat(money=20, phase="I"), market={"a1": "W1", "b1": "M1"}, slots={"a1b1": "11"})
    done = after(game, "II:activate:a1b1:a1")
    assert done.board().market[0] is None
    assert moves(done, "activate", "money") == [
        *("activate:a1b1:b1", "activate:a1b1:b1:over=W1", "money:a1b1:b1"),
    ]


@pytest.mark.parametrize(
    ("card", "owned", "gained"),
    [
        *(("N1", 3, 1), ("N1", 6, 1), ("N1", 7, 0)),
        *(("N2", 3, 2), ("N2", 5, 2), ("N2", 6, 1), ("N2", 7, 0)),
    ],
)
def test_r20_a_neighborhood_gives_active_workers_up_to_seven(
    card: str, owned: int, gained: int
) -> None:
    game = builds(seat(workers=owned, active=2, money=20), card)
    built = one(after(game, "activate:a1b1:a1"))
    assert built.workers == owned + gained
    assert built.active == 2 + gained


def test_r20_a_neighborhood_in_place_of_another_gives_its_worker_and_both_stay() -> None:
    game = builds(seat("N1", workers=4, money=20), "N1")
    rebuilt = one(after(game, "activate:a1b1:a1:over=N1"))
    assert (rebuilt.workers, rebuilt.money, rebuilt.buildings) == (5, 20 - 5, ("N1",))


@pytest.mark.parametrize("card", ["R1", "R2"])
def test_a_residence_gives_a_residence_action_at_once(card: str) -> None:
    game = builds(seat(residence=3, money=20), card)
    advanced = one(after(game, "activate:a1b1:a1:advance"))
    assert (advanced.residence, advanced.points, advanced.buildings) == (4, 0, (card,))
    scored = one(after(game, "activate:a1b1:a1:score"))
    assert (scored.residence, scored.points, scored.buildings) == (3, 3, (card,))
    assert "activate:a1b1:a1" not in game.legal()


@pytest.mark.parametrize("token", [1, 2, 3])
def test_a_token_is_spyrium_on_a_mine_and_points_on_a_university(token: int) -> None:
    for card, spyrium, points in (("M3", token, 0), ("U1", 0, token), ("U2", 0, token)):
        game = builds(seat(money=20, spyrium=0), f"{card}.{token}")
        built = after(game, "activate:a1b1:a1")
        assert goods(built)[1:] == (spyrium, points)
        assert built.board().discard[token - 1] == 1


def test_a_building_used_once_is_inclined_and_cannot_be_used_in_this_way_again() -> None:
    game = table(seat("M2", "M2", workers=5), seat(phase="P"))
    used = after(game, "use:M2:1")
    assert one(used).buildings == ("M2", "M2*")
    assert moves(after(used, "use:M2:2"), "use") == []


def test_homes_residences_and_neighborhoods_are_never_used() -> None:
    game = table(seat("N1", "R1", "H1", "H2", "H3", workers=7, event_used=True))
    assert game.legal() == ["pass"]
