"""Commerce: kept tokens, the choice of a value, and both together with Lobbying (R23, R25)."""

from __future__ import annotations

import pytest
from support.position_builder import PASSED, after, goods, moves, one, seat, table

HERE = {"a1b1": "1"}
CROWD = {"a1b1": "12", "a1a2": "2"}  # a surcharge of £2 for player 1 at a1


@pytest.mark.parametrize(
    ("card", "move", "gained"),
    [
        ("Bu.1", "activate:a1b1:a1:token=1", (0, 0, 3)),
        ("Mi.2", "activate:a1b1:a1:token=2", (0, 3, 0)),
        ("Ba.3", "activate:a1b1:a1:token=3", (-1, 0, 4)),
        ("Fi.2", "activate:a1b1:a1:token=2", (-1, 0, 5)),
        ("M3.1", "activate:a1b1:a1", (-7, 3, 0)),
        ("U1.2", "activate:a1b1:a1", (-2, 0, 3)),
        ("U2.1", "activate:a1b1:a1", (-5, 0, 3)),
    ],
)
def test_r25_commerce_counts_3_where_one_gains_and_1_where_one_pays(
    card: str, move: str, gained: tuple[int, int, int]
) -> None:
    """The token is kept with its printed value."""
    game = table(seat(money=10, spyrium=5, techniques="Co"), market={"a1": card}, slots=HERE)
    done = after(game, f"{move}:commerce")
    pounds, spyrium, points = gained
    assert goods(done) == (10 + pounds, 5 + spyrium, points)
    assert one(done).techniques == ("Co*",)
    assert one(done).tokens == (int(card[-1]),)
    assert done.board().discard == (0, 0, 0)


def test_r25_commerce_lets_the_architect_cost_1_pound() -> None:
    game = table(seat(money=1, techniques="Co"), market={"a1": "Ar.3"}, slots=HERE)
    assert moves(game, "activate") == [
        "activate:a1b1:a1:token=3:commerce:advance",
        "activate:a1b1:a1:token=3:commerce:score",
    ]
    done = one(after(game, "activate:a1b1:a1:token=3:commerce:advance"))
    assert (done.money, done.residence, done.tokens) == (0, 3, (3,))


@pytest.mark.parametrize("card", ["Bu.3", "Mi.3", "Ba.1", "Ar.1", "Fi.1", "M3.3", "U1.3", "U2.3"])
def test_r25_commerce_may_choose_only_where_that_changes_the_value(card: str) -> None:
    game = table(seat(techniques="Co"), market={"a1": card}, slots=HERE)
    assert moves(game, "activate")
    assert not [move for move in game.legal() if ":commerce" in move]


def test_r25_a_card_without_its_token_leaves_commerce_nothing_to_choose() -> None:
    game = table(seat(techniques="Co"), market={"a1": "U2"}, slots=HERE)
    assert moves(game, "activate") == ["activate:a1b1:a1"]
    assert one(after(game, "activate:a1b1:a1")).tokens == ()


def test_r25_on_a_character_one_still_chooses_which_token_leaves() -> None:
    game = table(
        seat(points=0, techniques="Co"), *[PASSED] * 3, market={"a1": "Bu.1.2.3"}, slots=HERE
    )
    assert moves(game, "activate") == [
        "activate:a1b1:a1:token=1",
        "activate:a1b1:a1:token=1:commerce",
        "activate:a1b1:a1:token=2",
        "activate:a1b1:a1:token=2:commerce",
        "activate:a1b1:a1:token=3",
    ]
    done = after(game, "activate:a1b1:a1:token=2:commerce")
    assert (one(done).points, one(done).tokens) == (3, (2,))
    cell = done.board().market[0]
    assert cell is not None
    assert cell.tokens == (1, 3)


def test_r25_a_token_is_kept_also_when_the_choice_has_been_used_or_is_not_taken() -> None:
    for commerce in ("Co", "Co*"):
        game = table(seat(techniques=commerce), market={"a1": "Bu.2"}, slots=HERE)
        done = one(after(game, "activate:a1b1:a1:token=2"))
        assert (done.points, done.tokens, done.techniques) == (2, (2,), (commerce,))


def test_r25_the_choice_works_once_a_turn() -> None:
    game = table(seat(techniques="Co*"), market={"a1": "Bu.1"}, slots=HERE, event="E1.1")
    assert not [move for move in game.legal() if ":commerce" in move]


def test_r25_seven_tokens_are_kept_and_further_ones_are_discarded() -> None:
    seven = (1, 1, 1, 2, 2, 3, 3)
    for kept in (6, 7):
        owner = seat(techniques="Co", tokens=seven[:kept])
        game = table(owner, market={"a1": "Bu.2"}, slots=HERE)
        done = after(game, "activate:a1b1:a1:token=2:commerce")
        assert one(done).points == 3
        assert len(one(done).tokens) == 7
        assert done.board().discard == ((0, 0, 0) if kept == 6 else (0, 1, 0))


def test_r25_a_building_keeps_its_token_in_the_same_way_up_to_seven() -> None:
    owner = seat(techniques="Co", tokens=(1, 1, 1, 2, 2, 3, 3))
    done = after(table(owner, market={"a1": "M3.1"}, slots=HERE), "activate:a1b1:a1")
    assert (one(done).tokens, done.board().discard) == ((1, 1, 1, 2, 2, 3, 3), (1, 0, 0))


def test_without_commerce_used_tokens_are_discarded() -> None:
    game = table(seat(), seat(techniques="Co", phase="P"), market={"a1": "Bu.2"}, slots=HERE)
    done = after(game, "activate:a1b1:a1:token=2")
    assert done.board().discard == (0, 1, 0)
    assert [player.tokens for player in done.board().seats] == [(), ()]


def test_r25_the_token_of_e1_is_never_kept_and_serves_everybody() -> None:
    game = table(seat(techniques="Co"), seat(), event="E1.2")
    done = after(game, "event:points:commerce", "event:spyrium")
    assert (one(done).points, one(done).tokens, one(done).techniques) == (3, (), ("Co*",))
    assert one(done, 2).spyrium == 9 + 2
    assert (done.board().event, done.board().discard) == ("E1.2", (0, 0, 0))


def test_r25_the_choice_serves_e1_in_phase_i_too() -> None:
    game = table(seat(phase="I", money=0, techniques="Co"), event="E1.1")
    assert "event:money:commerce" in game.legal()
    assert "II:event:money:commerce" in game.legal()
    assert one(after(game, "event:money:commerce")).money == 3


def test_r25_at_e1_too_the_choice_must_change_the_value() -> None:
    game = table(seat(techniques="Co"), event="E1.3")
    assert moves(game, "event") == ["event:money", "event:points", "event:spyrium"]


def test_r23_commerce_works_from_the_action_after_its_patent_on() -> None:
    market = {"a1": "Co", "b1": "Bu.1"}
    game = table(seat(money=30), market=market, slots={"a1b1": "111"})
    assert not [move for move in game.legal() if ":commerce" in move]
    patented = after(game, "activate:a1b1:a1")
    assert "activate:a1b1:b1:token=1:commerce" in patented.legal()
    done = one(after(patented, "activate:a1b1:b1:token=1:commerce"))
    assert (done.points, done.tokens, done.techniques) == (3, (1,), ("Co*",))


def test_r23_lobbying_and_commerce_may_serve_the_same_activation() -> None:
    me = seat(money=1, techniques="Co Lo")
    game = table(me, seat(), market={"a1": "Ar.3"}, slots=CROWD)
    assert moves(game, "activate") == [
        "activate:a1b1:a1:token=3:commerce:lobby:advance",
        "activate:a1b1:a1:token=3:commerce:lobby:score",
    ]
    done = one(after(game, "activate:a1b1:a1:token=3:commerce:lobby:score"))
    assert (done.money, done.points) == (0, 2)
    assert (done.techniques, done.tokens) == (("Co*", "Lo*"), (3,))


def test_r23_lobbying_and_commerce_may_each_serve_alone_or_neither() -> None:
    me = seat(money=9, techniques="Co Lo")
    game = table(me, seat(), market={"a1": "Ba.3"}, slots=CROWD)
    pounds = {move: 9 - one(after(game, move)).money for move in moves(game, "activate")}
    assert pounds == {
        "activate:a1b1:a1:token=3": 2 + 3,
        "activate:a1b1:a1:token=3:commerce": 2 + 1,
        "activate:a1b1:a1:token=3:commerce:lobby": 1,
        "activate:a1b1:a1:token=3:lobby": 3,
    }


def test_r23_commerce_and_lobbying_serve_a_building_that_replaces() -> None:
    me = seat("M1*", money=4, spyrium=0, techniques="Co Lo")
    game = table(me, seat(), market={"a1": "M3.1"}, slots=CROWD)
    done = one(after(game, "activate:a1b1:a1:over=M1*:commerce:lobby"))
    assert (done.money, done.spyrium, done.tokens) == (0, 3, (1,))
    assert done.buildings == ("M3",)
