"""Setups and deals as text, and which of them chance can have drawn (docs/notation.md, Deals)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.position_builder import PASSED, after, seat, table

from spyrium_ai.game.board import Cell
from spyrium_ai.game.card_table import CARDS
from spyrium_ai.game.notation import Deal, NotationError, format_deal, parse_deal
from spyrium_ai.game.position import IllegalMoveError, Position

CARDS_OF_A = "Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr"

MALFORMED = (
    *("setup", "setup:", "setup:1", "setup:1:E1", "setup:1:E4.1", "setup:1:E8", "setup:1:E1.4"),
    *("setup:0:E4", "setup:01:E4", "setup:6:E4", "setup:-1:E4", "setup:1:e4", "setup:1:E4:", ""),
    *("setup:1:E4 ", " setup:1:E4", "Setup:1:E4", "setup:1:E1.3.3", "setup:1:E1.03", "setup:1:-"),
    *("deal:", f"deal:{CARDS_OF_A}", f"deal:{CARDS_OF_A}:", f"deal:{CARDS_OF_A}:E1"),
    *(f"deal:{CARDS_OF_A},M1:E7", f"deal:{CARDS_OF_A[3:]}:E7", f"deal:{CARDS_OF_A}:E7:E6"),
    *(f"deal:{CARDS_OF_A},:E7", f"deal:-{CARDS_OF_A[2:]}:E7", f"deal: {CARDS_OF_A}:E7"),
    *(f"deal:{CARDS_OF_A.replace(',', ', ')}:E7", f"deal:{CARDS_OF_A.replace('Ar.2', 'Ar.')}:E7"),
    *(f"deal:{CARDS_OF_A.replace('Ar.2', 'Ar.' + bad)}:E7" for bad in ("0", "4", "02", "3.1")),
    *(f"deal:{CARDS_OF_A.replace('Ar.2', bad)}:E7" for bad in ("Xx", "ar", "", "Ar:2", "M1*")),
)


@pytest.mark.parametrize(
    "text", ["setup:2:E4", "setup:5:E1.3", f"deal:{CARDS_OF_A}:E7", f"deal:{CARDS_OF_A}:E1.1"]
)
def test_a_deal_is_read_and_written_as_it_was(text: str) -> None:
    assert format_deal(parse_deal(text)) == text


@pytest.mark.parametrize("text", MALFORMED)
def test_a_deal_written_in_another_way_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_deal(text)
    assert refused.value.field == "deal"
    game = after(Position.start(2), "setup:2:E2")
    with pytest.raises(IllegalMoveError):
        game.apply(text)


EVENT = st.sampled_from(["E1.1", "E1.2", "E1.3", "E2", "E7"])
CELL = st.builds(
    Cell,
    st.sampled_from(sorted(CARDS)),
    st.lists(st.integers(1, 3), max_size=4).map(lambda values: tuple(sorted(values))),
)


@given(st.lists(CELL, min_size=9, max_size=9).map(tuple), EVENT)
def test_every_deal_comes_back_from_its_text(market: tuple[Cell, ...], event: str) -> None:
    deal = Deal(0, market, event)
    assert parse_deal(format_deal(deal)) == deal


@given(st.integers(1, 5), EVENT)
def test_every_setup_comes_back_from_its_text(first: int, event: str) -> None:
    deal = Deal(first, (), event)
    assert parse_deal(format_deal(deal)) == deal


# Possible and impossible deals. Turn 2 is to begin; M1 M1 M2 M2 M2 W1 W1 W1 W2 were dealt before.


@pytest.fixture
def before_turn_2() -> Position:
    return after(table(seat(), turn=1, event="E4", next_event="E7"), "pass")


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("M1,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "3 M1 dealt, the deck of the period has 2"),
        ("R1,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "3 R1 dealt, the deck of the period has 2"),
        ("Ta,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "1 Ta dealt, the deck of the period has 0"),
        ("W2,R1,R1,N1,N1,N1,Ap,Ap,L1:E4", "the event E4 has been seen before"),
        ("W2,R1,R1,N1,N1,N1,Ap,Ap,L1:E7", "the event E7 has been seen before"),
        ("W2.1,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "1 tokens on W2, not 0"),
        ("Mi,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "0 tokens on Mi, not 1"),
        ("Mi.1.2,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "2 tokens on Mi, not 1"),
        ("U1,R1,R1,N1,N1,N1,Ap,Ap,L1:E2", "0 tokens on U1, not 1"),
    ],
)
def test_a_deal_that_cannot_have_been_drawn_is_refused_and_nothing_is_changed(
    before_turn_2: Position, deal: str, why: str
) -> None:
    before = str(before_turn_2)
    with pytest.raises(IllegalMoveError) as refused:
        before_turn_2.apply(f"deal:{deal}")
    assert str(refused.value) == f"'deal:{deal}' cannot be: {why}"
    assert str(before_turn_2) == before


def test_a_deal_of_what_is_left_is_accepted(before_turn_2: Position) -> None:
    before_turn_2.apply("deal:W2,R1,R1,N1,N1,N1,Ap,Ap,L1:E2")
    board = before_turn_2.board()
    assert (board.turn, board.decides, board.event, board.next_event) == (2, "2", "E7", "E2")
    assert " ".join(board.dealt) == "M1 M1 M2 M2 M2 W1 W1 W1 W2 W2 L1 N1 N1 N1 R1 R1 Ap Ap"
    assert board.unseen_events == ("E1", "E3", "E5", "E6")


def test_no_more_tokens_of_a_value_than_are_left_can_be_drawn() -> None:
    game = after(table(seat(), turn=1, discard=(0, 0, 8)), "pass")
    for value in ("1", "2"):
        assert after(game, f"deal:Mi.{value},R1,R1,N1,N1,N1,Ap,Ap,L1:E2").turn == 2
    with pytest.raises(IllegalMoveError, match="the tokens of Mi cannot be drawn"):
        game.apply("deal:Mi.3,R1,R1,N1,N1,N1,Ap,Ap,L1:E2")


def test_the_example_of_a_refill_in_the_middle_of_a_card() -> None:
    """Three players and `1.0.0/7.6.6`: the reserve's only token must be on the Financier."""
    keeper = seat(techniques="Co", phase="P", tokens=(2, 2, 3))
    game = table(seat(), keeper, PASSED, turn=5, next_event="E1.3", discard=(7, 6, 6))
    game = after(game, "pass")
    assert " 1.0.0/7.6.6 " in str(game)
    dealt = after(game, "deal:H3,F2,H2,Ge,En,Ad,L3,Fi.1.2,H1:E7")
    assert " 7.5.6/0.0.0 " in str(dealt)
    with pytest.raises(IllegalMoveError, match="the tokens of Fi cannot be drawn"):
        game.apply("deal:H3,F2,H2,Ge,En,Ad,L3,Fi.2.2,H1:E7")


def test_what_is_drawn_after_a_refill_must_have_been_in_the_discard_pile() -> None:
    """All threes are kept or on the event; a 1 is in the reserve."""
    keeper = seat(techniques="Co", phase="P", tokens=(3,) * 7)
    game = table(seat(), keeper, PASSED, turn=5, next_event="E1.3", discard=(7, 8, 0))
    game = after(game, "pass")
    assert " 1.0.0/7.8.0 " in str(game)
    assert after(game, "deal:H3,F2,H2,Ge,En,Ad,L3,Fi.1.2,H1:E7").turn == 6
    with pytest.raises(IllegalMoveError, match="the tokens of Fi cannot be drawn"):
        game.apply("deal:H3,F2,H2,Ge,En,Ad,L3,Fi.1.3,H1:E7")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E7", "a setup is due"),
        ("setup:3:E4", "there is no player 3"),
    ],
)
def test_before_the_setup_there_is_a_setup_for_so_many_players(text: str, why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        Position.start(2).apply(text)


def test_a_setup_comes_once_and_a_deal_once_a_turn() -> None:
    game = after(Position.start(2), "setup:2:E4")
    with pytest.raises(IllegalMoveError, match="a deal is due"):
        game.apply("setup:2:E5")
    game.apply(f"deal:{CARDS_OF_A}:E7")
    for again in (f"deal:{CARDS_OF_A}:E6", "setup:1:E5"):
        with pytest.raises(IllegalMoveError, match="chance has nothing to decide here"):
            game.apply(again)


def test_at_the_end_chance_decides_no_more() -> None:
    over = after(table(seat(), turn=6), "pass")
    with pytest.raises(IllegalMoveError, match="chance has nothing to decide here"):
        over.apply("deal:F2,L3,H1,H2,H3,En,Ge,Fi.1,Ad:E7")
