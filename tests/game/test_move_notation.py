"""Moves as text, both ways (docs/notation.md, Moves)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.position_builder import seat, table

from spyrium_ai.game.card_table import CARDS, SLOTS
from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.game.notation import BUILDING_CODES, NotationError
from spyrium_ai.game.position import IllegalMoveError

USES = [f"{code}:{i}" for code, card in CARDS.items() for i in range(1, len(card.uses) + 1)]
BESIDE = [f"{slot}:{cell}" for slot in SLOTS for cell in (slot[:2], slot[2:])]

DOCUMENTED = """
    place:a1b1 money:a1b1:b1 money:a1b1 use:M2:2 reuse:M2:2 event:money event:spyrium
    event:points event:money:commerce event:spyrium:commerce event:points:commerce
    event:advance event:score event:pay1 event:pay3 event:pay6 event:M2:2 event:hire event:a1b1
    pass bonus:worker bonus:money II:pass II:event:pay3 II:use:M1:1 activate:b1c1:c1
    activate:b1b2:b2:token=2:advance activate:b1c1:c1:over=U1* activate:b2c2:b2:over=W1:score
    activate:a1b1:a1:token=3:commerce:lobby:score II:activate:a2a3:a2
    activate:a1b1:b1:over=M1*:commerce:lobby
"""

MALFORMED = (
    # not a move at all
    *("", ":", "II", "II:", "go", "Pass", "PASS", "place", "place:", "pass:", "pass:pass", " pass"),
    *("pass ", "pass\n", "place:a1b1 ", "place: a1b1", "place:a1b1\n", "activate:a1b1", "bonus"),
    # no such slot, cell, card, effect, choice
    *("place:b1a1", "place:a1c1", "place:a1", "place:a1b2", "place:A1B1", "place:a1b1:a1"),
    *("money:a1b1:c1", "money:a1b1:", "money:a1b1:a1:", "money", "money:a1b1:a1:a1"),
    *("use:M1", "use:M1:2", "use:M1:0", "use:M1:01", "use:M2:3", "use:M1*:1", "use:R1:1"),
    *("use:Bu:1", "use:Co:1", "use:m1:1", "use:M2:2:2", "reuse:H1:1", "event:M1", "event:M1*:1"),
    *("event", "event:pay2", "event:worker", "event:hire:commerce", "event:pay3:commerce"),
    *("event:commerce", "event:points:lobby", "event:points:commerce:commerce", "event:b1a1"),
    *("event:advance:score", "bonus:points", "bonus:both", "bonus:money:worker"),
    # parts of an activation: wrong, twice, or in the wrong order
    *("activate:a1b1:c1", "activate:a1b1:a1:", "activate:a1b1:a1:over=", "activate:a1b1:a1:over"),
    *("activate:a1b1:a1:over=Bu", "activate:a1b1:a1:over=Co", "activate:a1b1:a1:over=*"),
    *("activate:a1b1:a1:over=M1**", "activate:a1b1:a1:over=m1", "activate:a1b1:a1:over=M1:over=M1"),
    *("activate:a1b1:a1:token=0", "activate:a1b1:a1:token=4", "activate:a1b1:a1:token=02"),
    *("activate:a1b1:a1:token=", "activate:a1b1:a1:token=1:token=1", "activate:a1b1:a1:2"),
    *("activate:a1b1:a1:lobby:commerce", "activate:a1b1:a1:advance:lobby"),
    *("activate:a1b1:a1:commerce:token=1", "activate:a1b1:a1:token=1:over=M1"),
    *("activate:a1b1:a1:advance:score", "activate:a1b1:a1:lobby:lobby", "activate:a1b1:a1:Lobby"),
    # the prefix: there is none before what belongs to Phase I, to a bonus
    *("II:place:a1b1", "II:bonus:money", "II:II:pass", "ii:pass", "I:pass"),
)


@pytest.mark.parametrize("text", DOCUMENTED.split())
def test_a_documented_move_is_read_and_written_as_it_was(text: str) -> None:
    assert format_move(parse_move(text)) == text


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_not_written_in_the_one_right_way_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not the text of a move") as refused:
        parse_move(text)
    assert refused.value.field == "move"
    assert f"'{text}'" in refused.value.reason
    with pytest.raises(IllegalMoveError):
        table(seat(), market={"a1": "M1"}, slots={"a1b1": "1"}).apply(text)


def test_the_parts_of_an_activation_have_one_order() -> None:
    parts = ("over=M1*", "token=2", "commerce", "lobby", "advance")
    accepted = []
    for order in itertools.permutations(parts):
        try:
            parse_move(":".join(("activate:a1b1:a1", *order)))
        except NotationError:
            continue
        accepted.append(order)
    assert accepted == [parts]


def optional(*words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(("", *(f":{word}" for word in words)))


OVER = optional(*(f"over={code}{star}" for code in BUILDING_CODES for star in ("", "*")))
TOKEN = optional("token=1", "token=2", "token=3")
ACTIVATIONS = st.tuples(
    st.sampled_from([f"activate:{beside}" for beside in BESIDE]),
    OVER,
    TOKEN,
    optional("commerce"),
    optional("lobby"),
    optional("advance", "score"),
).map("".join)
IN_PHASE_II = st.one_of(
    ACTIVATIONS,
    st.sampled_from([f"money:{place}" for place in (*BESIDE, *SLOTS)]),
    st.sampled_from([f"{kind}:{use}" for kind in ("use", "event") for use in USES]),
    st.sampled_from([f"event:{slot}" for slot in SLOTS]),
    st.sampled_from(["pass", "event:hire", "event:points:commerce", "event:score"]),
)
MOVES = st.one_of(
    IN_PHASE_II,
    IN_PHASE_II.map("II:{}".format),
    st.sampled_from([f"reuse:{use}" for use in USES] + [f"place:{slot}" for slot in SLOTS]),
)


@given(MOVES)
def test_every_move_comes_back_from_its_number(text: str) -> None:
    assert format_move(parse_move(text)) == text


@given(MOVES, MOVES)
def test_different_texts_are_different_moves(one: str, other: str) -> None:
    assert (parse_move(one) == parse_move(other)) == (one == other)


def damaged(text: str) -> st.SearchStrategy[str]:
    """The text with a piece cut out, doubled, or replaced by other characters."""
    places = st.integers(0, len(text))
    noise = st.sampled_from(["", ":", "a1", "*", "=", "2", " ", "\n", "II:", "M1", ":lobby", "é"])
    return st.builds(
        lambda i, j, piece: text[: min(i, j)] + piece + text[max(i, j) :], places, places, noise
    )


@given(MOVES.flatmap(damaged))
@example("activate:a1b1:a1:token=\u0662")  # a digit, but not one of ours
def test_damaged_text_is_refused_or_is_another_move_in_its_one_way(text: str) -> None:
    try:
        number = parse_move(text)
    except NotationError:
        return
    assert format_move(number) == text


def test_legal_moves_are_sorted_as_ascii_text() -> None:
    """`*` comes before `:`, so a whole list has to be sorted, not its parts."""
    me = seat("W1", "W1*", phase="II", techniques="Co Lo")
    market = {"a1": "R1", "b1": "U1.1", "a2": "M1"}
    game = table(me, seat(), market=market, slots={"a1b1": "12", "a1a2": "12"})
    legal = game.legal()
    assert legal == sorted(legal, key=str.encode)
    over = [move for move in legal if move.startswith("activate:a1b1:b1:over")]
    assert over == [
        "activate:a1b1:b1:over=W1",
        "activate:a1b1:b1:over=W1*",
        "activate:a1b1:b1:over=W1*:commerce",
        "activate:a1b1:b1:over=W1*:commerce:lobby",
        "activate:a1b1:b1:over=W1*:lobby",
        "activate:a1b1:b1:over=W1:commerce",
        "activate:a1b1:b1:over=W1:commerce:lobby",
        "activate:a1b1:b1:over=W1:lobby",
    ]
