"""The end of a turn and the end of the game (R11, R28)."""

from __future__ import annotations

import pytest
from support.position_builder import PASSED, after, one, seat, table

from spyrium_ai.game.board import Seat
from spyrium_ai.game.position import Position


def technique_points(owner: Seat) -> int:
    """What the techniques add: all that is scored beyond the track and the buildings."""
    printed = {"W1": 2, "W2": 3, "F1": 4, "F2": 5, "L1": 1, "L2": 2, "L3": 2, "H1": 6, "H3": 12}
    buildings = sum(printed.get(code.rstrip("*"), 0) for code in owner.buildings)
    return table(owner).scores()[0] - owner.points - buildings


def test_at_the_end_of_a_turn_everything_is_made_ready_again() -> None:
    me = seat("M1*", "M2", active=0, workers=4, event_used=True, techniques="Ta*", residence=4)
    market = {"a1": "Mi.1", "b2": "Ba.3"}
    game = after(table(me, seat(phase="P", active=1), market=market, turn=4), "pass")
    board = game.board()
    assert (board.turn, board.decides) == (5, "?")
    assert board.market == (None,) * 9
    assert board.slots == ((),) * 12
    for player in board.seats:
        assert (player.phase, player.event_used) == ("I", False)
        assert player.active == player.workers
    assert board.seats[0].buildings == ("M1", "M2")
    assert board.seats[0].techniques == ("Ta",)
    assert board.seats[0].money == me.money


@pytest.mark.parametrize(("turn", "dealt"), [(1, 9), (2, 18), (3, 0), (4, 9), (5, 0)], ids=str)
def test_the_cards_dealt_are_remembered_within_a_period_only(turn: int, dealt: int) -> None:
    game = after(table(seat(), turn=turn), "pass")
    assert len(game.board().dealt) == dealt


def test_the_game_ends_when_all_have_passed_in_turn_6_and_the_board_stays() -> None:
    me = seat("M2*", techniques="Co*", tokens=(2,), event_used=True, active=1)
    before = table(me, market={"a1": "Fi.1"}, turn=6, event="E1.3", first=2)
    over = after(before, "pass")
    assert (over.is_over, over.to_move, over.is_chance, over.legal()) == (True, 0, False, [])
    assert one(over).phase == "P"
    assert str(over) == str(before).replace(" 6 2 1 ", " 6 2 . ").replace("II/e", "P/e")


def test_r28_buildings_count_straight_or_inclined() -> None:
    game = table(seat("W1", "W1*", "N2", "R2", "H3", points=3), seat())
    assert game.scores() == (3 + 2 + 2 + 4 + 4 + 12, 0)


@pytest.mark.parametrize(("spyrium", "points"), [(0, 0), (1, 1), (7, 7), (8, 7), (50, 7)])
def test_r28_automation_1_for_each_spyrium(spyrium: int, points: int) -> None:
    assert technique_points(seat(spyrium=spyrium, techniques="Au")) == points


@pytest.mark.parametrize(("money", "points"), [(0, 0), (1, 0), (2, 1), (13, 6), (14, 7), (99, 7)])
def test_r28_capitalization_1_for_each_full_2_pounds(money: int, points: int) -> None:
    assert technique_points(seat(money=money, techniques="Ca")) == points


@pytest.mark.parametrize(
    ("buildings", "points"),
    [
        ((), 0),
        (("W1",), 2),
        (("W1", "W2*"), 5),
        (("L1", "L2", "L3"), 5),
        (("M1", "U1", "H3", "H1"), 0),
        (("F1", "W2"), 7),
        (("F1", "F2"), 7),
    ],
)
def test_r28_engineering_the_printed_points_of_the_factory_symbols_once_more(
    buildings: tuple[str, ...], points: int
) -> None:
    assert technique_points(seat(*buildings, techniques="Eg")) == points


@pytest.mark.parametrize("space", [2, 3, 4, 5, 6, 7])
def test_r28_lobbying_the_residence_space(space: int) -> None:
    assert technique_points(seat(residence=space, techniques="Lo")) == space


@pytest.mark.parametrize("owned", [0, 1, 6, 7, 8])
def test_r28_crane_1_for_each_building(owned: int) -> None:
    buildings = ("M1", "M1*", "M2", "M2", "M2*", "M3", "M3", "U1")[:owned]
    assert technique_points(seat(*buildings, techniques="Cr")) == min(owned, 7)


@pytest.mark.parametrize("workers", [3, 5, 7])
def test_r28_taylorism_1_for_each_worker_wherever_it_is(workers: int) -> None:
    assert technique_points(seat(workers=workers, active=1, techniques="Ta")) == workers


@pytest.mark.parametrize("tokens", [(), (3,), (1, 1, 2, 2, 3, 3, 3)])
def test_r28_commerce_1_for_each_kept_token_whatever_its_value(tokens: tuple[int, ...]) -> None:
    assert technique_points(seat(tokens=tokens, techniques="Co")) == len(tokens)


def test_r28_a_technique_used_this_turn_scores_the_same() -> None:
    ready = seat(tokens=(1,), residence=5, workers=4, techniques="Co Lo Ta")
    used = seat(tokens=(1,), residence=5, workers=4, techniques="Co* Lo* Ta*")
    assert technique_points(ready) == technique_points(used) == 1 + 5 + 4


def test_r28_each_technique_is_capped_by_itself_and_the_same_goods_count_for_several() -> None:
    rich = seat(money=99, spyrium=99, workers=7, residence=7, techniques="Lo Au Ca Ta")
    assert technique_points(rich) == 4 * 7


def test_r28_money_and_spyrium_are_worth_nothing_else() -> None:
    assert table(seat(money=99, spyrium=99, workers=7, residence=7)).scores() == (0, 0)


def test_r28_the_final_count_brings_no_bonuses() -> None:
    """12 points for the Palace, and no bonus at 8."""
    game = after(table(seat("H3", money=0, techniques="Ca"), turn=6), "pass")
    assert (one(game).bonuses, one(game).money, one(game).points) == ("", 0, 0)
    assert game.scores() == (12, 0)


def test_r28_the_example_of_the_notation() -> None:
    line = (
        "2 6 1 . Fi,Ge,-,H2,H3,En,Ad,F2,L3 -,-,-,-,-,-,-,-,-,-,-,- E3 E1.1 "
        "F2,L3,H1,H2,H3,En,Ge,Fi,Ad 2.3.5/5.5.3 - "
        "P/e/18/2/3/3/0/4/m/M1*,F2/Cr,Ta*/- P/-/12/2/5/3/1/5/w/H1/Au/-"
    )
    game = Position.parse(line)
    assert game.scores() == (29, 23)
    assert (game.winners(), game.shares()) == ((1,), (1.0, 0.0))


def test_r11_a_tie_is_a_shared_win() -> None:
    """Nothing breaks it: not the money, not the first player."""
    seats = (seat(points=19, money=50), seat(points=13, phase="P"), seat("H1", points=13))
    game = after(table(*seats, turn=6, first=2), "pass", "pass")
    assert game.scores() == (19, 13, 19)
    assert game.winners() == (1, 3)
    assert game.shares() == (0.5, 0.0, 0.5)


def test_r11_all_may_share_the_win() -> None:
    game = after(table(seat(), PASSED, PASSED, PASSED, turn=6), "pass")
    assert game.winners() == (1, 2, 3, 4)
    assert game.shares() == (0.25,) * 4
