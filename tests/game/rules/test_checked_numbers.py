"""Numbers from Python are checked where they enter the compiled rules."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.position_builder import after, seat, table

from spyrium_ai.game.card_table import CARD_INDEX
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.moves import MoveFields, pack_move, unpack_move
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.game.rules.state_data import StateData

ANY_STATE: Any = State  # for calls with what the types do not allow

Market = tuple[tuple[int, tuple[int, ...]], ...]


def market(*codes: str) -> Market:
    """Return nine cards as numbers, `Mi.1` with its token."""
    words = [code.split(".") for code in codes]
    return tuple((CARD_INDEX[code], tuple(map(int, tokens))) for code, *tokens in words)


POSSIBLE = market("M1", "W1", "Bu.1", "M2", "R1", "Ap", "Lo", "W1", "N1")
ALL_BITS = 0xFFFFFFFF


def set_up() -> State:
    """Return a game for two before its first deal; the event E4 is on the table."""
    state = State.start(2)
    state.set_up(0, 4, 0)
    return state


def in_turn() -> State:
    """Return a game for two, the first player to move."""
    state = set_up()
    state.deal(POSSIBLE, 3, 0)
    return state


def over() -> State:
    """Return a game for two at its end."""
    state = in_turn()
    state.play_out(1)
    return state


def dealt_with(*cards: tuple[Any, Any]) -> Callable[[], None]:
    """Return a deal with these in the first places of a possible market."""
    return lambda: set_up().deal((*cards, *POSSIBLE[len(cards) :]), 3, 0)


NUMBERS: dict[str, tuple[Callable[[], object], str]] = {
    "players": (lambda: State.start(200), "players: 200 is not 2 to 5"),
    "huge players": (lambda: State.start(10**30), "players: 1000000000000000000000000000000 is"),
    "first": (lambda: State.start(4).set_up(200, 4, 0), "first: 200 is not 0 to 3"),
    "first below": (lambda: State.start(4).set_up(-1, 4, 0), "first: -1 is not 0 to 3"),
    "event": (lambda: State.start(2).set_up(0, 0, 0), "event: 0 is not 1 to 7"),
    "event above": (lambda: State.start(2).set_up(0, 8, 0), "event: 8 is not 1 to 7"),
    "token": (lambda: State.start(2).set_up(0, 1, 4), "token: 4 is not 0 to 3"),
    "E1 alone": (lambda: State.start(2).set_up(0, 1, 0), "the event E1 has no token"),
    "E4 with": (lambda: State.start(2).set_up(0, 4, 1), "the event E4 has a token"),
    "setup twice": (lambda: set_up().set_up(0, 4, 0), "a deal is due"),
    "deal first": (lambda: State.start(2).deal(POSSIBLE, 3, 0), "a setup is due"),
    "deal in turn": (lambda: in_turn().deal(POSSIBLE, 3, 0), "chance has nothing to decide here"),
    "deal at the end": (lambda: over().deal(POSSIBLE, 3, 0), "chance has nothing to decide here"),
    "set up at the end": (lambda: over().set_up(0, 4, 0), "chance has nothing to decide here"),
    "sample in turn": (lambda: in_turn().sample(1), "chance has nothing to decide here"),
    "event seen": (lambda: set_up().deal(POSSIBLE, 4, 0), "the event E4 has been seen before"),
    "short market": (lambda: set_up().deal(POSSIBLE[:8], 3, 0), "market: 8 entries instead of 9"),
    "long market": (lambda: set_up().deal(POSSIBLE * 2, 3, 0), "market: 18 entries instead of 9"),
    "card": (dealt_with((35, ())), "card: 35 is not 0 to 34"),
    "no card": (dealt_with((-1, ())), "card: -1 is not 0 to 34"),
    "copies": (dealt_with(*[(0, ())] * 9), "9 M1 dealt, the deck of the period has 2"),
    "period": (dealt_with((CARD_INDEX["Ta"], ())), "1 Ta dealt, the deck of the period has 0"),
    "token value": (dealt_with((CARD_INDEX["Mi"], (4,))), "token: 4 is not 1 to 3"),
    "tokens": (dealt_with((CARD_INDEX["Mi"], (1,) * 20)), "tokens: 20 in one place, at most 8"),
    "two tokens": (dealt_with((CARD_INDEX["Mi"], (1, 1))), "2 tokens on Mi, not 1"),
    "move": (lambda: in_turn().apply(-1), "move: -1 is not 0 to 4294967295"),
    "illegal move": (lambda: in_turn().apply(ALL_BITS), "move 4294967295 is not legal here"),
    "move at the end": (lambda: over().apply(6), "move 6 is not legal here"),
    "move before": (lambda: State.start(2).apply(0), "move 0 is not legal here"),
    "seed": (lambda: State.start(2).sample(-1), r"seed: -1 is not 0 to 2\*\*64 - 1"),
    "seed above": (lambda: in_turn().play_out(2**64), "seed: 18446744073709551616 is not 0 to"),
    "depth": (lambda: in_turn().perft(-1), "depth: -1 is not 0 to 2147483647"),
    "depth above": (lambda: in_turn().perft(2**40), "depth: 1099511627776 is not 0 to"),
    "unpacked": (lambda: unpack_move(ALL_BITS), "move: 4294967295 is not the number of a move"),
    "unpacked below": (lambda: unpack_move(-5), "move: -5 is not 0 to 4294967295"),
    "kind": (lambda: pack_move(MoveFields("jump")), "kind: 'jump' is not one of 'place', 'money'"),
    "slot": (lambda: pack_move(MoveFields("place", slot=12)), "slot: 12 is not 0 to 11"),
    "side": (lambda: pack_move(MoveFields("money", side=3)), "side: 3 is not 0 to 2"),
    "replaced": (lambda: pack_move(MoveFields("activate", replaced=19)), "replaced: 19 is not 0"),
    "building": (lambda: pack_move(MoveFields("use", building=-1)), "building: -1 is not 0 to 18"),
    "use": (lambda: pack_move(MoveFields("use", use=3)), "use: 3 is not 0 to 2"),
    "residence": (lambda: pack_move(MoveFields("event", residence="x")), "residence: 'x' is not"),
    "choice": (lambda: pack_move(MoveFields("event", choice="x")), "choice: 'x' is not one of"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_cannot_be_is_refused(name: str) -> None:
    call, why = NUMBERS[name]
    with pytest.raises(ValueError, match=why):
        call()


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: ANY_STATE.start(2.5), "players: 2.5 is not a whole number"),
        (lambda: ANY_STATE.start(None), "players: None is not a whole number"),
        (lambda: ANY_STATE.start(2).set_up("0", 4, 0), "first: '0' is not a whole number"),
        (lambda: ANY_STATE.copy(in_turn()).apply(None), "move: None is not a whole number"),
        (lambda: ANY_STATE.copy(in_turn()).play_out(1.0), "seed: 1.0 is not a whole number"),
        (lambda: ANY_STATE.copy(set_up()).deal(None, 3, 0), "'NoneType' object is not iterable"),
        (State, r"State.start or State.from_data"),
    ],
)
def test_what_is_no_number_is_refused(call: Callable[[], object], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        call()


REFUSED: tuple[tuple[State, Callable[[State], None]], ...] = (
    (State.start(3), lambda s: s.set_up(3, 4, 0)),
    (set_up(), lambda s: s.deal((*POSSIBLE[:8], (0, (1,))), 3, 0)),
    (set_up(), lambda s: s.deal(POSSIBLE, 1, 0)),
    (in_turn(), lambda s: s.apply(ALL_BITS)),
)


def test_a_refusal_changes_nothing() -> None:
    for state, call in REFUSED:
        before = state.copy()
        with pytest.raises(ValueError, match=r"is not|has no token|tokens on"):
            call(state)
        assert state == before


# Positions as numbers


def data() -> StateData:
    """Return a position in turn with everything somewhere."""
    game = table(
        seat("M1*", "W1", phase="II", techniques="Co", tokens=(2,), workers=4, active=1),
        seat("M2", phase="I", active=2),
        market={"a1": "Mi.1", "b2": "U1.3"},
        slots={"a1b1": "12", "b1b2": "1"},
        turn=2,
        event="E1.2",
    )
    return game.state.data()


def test_a_position_comes_back_from_its_numbers() -> None:
    assert State.from_data(data()) == State.from_data(State.from_data(data()).data())


SEATS: dict[str, tuple[dict[str, Any], str]] = {
    "phase": ({"phase": 3}, "phase: 3 is not 0 to 2"),
    "passed": ({"phase": 2}, "to_move: seat 0 has passed"),
    "event_used": ({"event_used": 2}, "event_used: 2 is not 0 to 1"),
    "points": ({"points": 10000}, "points: 10000 is not 0 to 9999"),
    "money": ({"money": -1}, "money: -1 is not 0 to 9999"),
    "residence": ({"residence": 8}, "seat 0: the residence track has no space 8"),
    "active": ({"active": 5}, "seat 0: 5 active workers and 2 in the market, but 4 owned"),
    "workers": ({"workers": 8}, "workers: 8 is not 0 to 7"),
    "few workers": ({"workers": 2, "active": 0}, "seat 0: 2 workers are not 3 to 7"),
    "bonuses": ({"bonuses": 4}, "bonuses: 4 is not 0 to 3"),
    "building": ({"buildings": ((19, False),)}, "building: 19 is not 0 to 18"),
    "copies": ({"buildings": ((0, False),) * 3 + ((0, True),)}, "building: more than 3 of type 0"),
    "techniques": ({"techniques": 128}, "seat 0: there is no such technique"),
    "used": ({"used_techniques": 2}, "or one is used that is not owned"),
    "kept": ({"tokens": (1, 2, 3) * 2 + (1, 2)}, "tokens|8 tokens kept"),
    "slots": ({"in_market": (1,) * 11}, "in_market: 11 entries instead of 12"),
    "out": ({"in_market": (7,) * 12}, "84 in the market"),
}


@pytest.mark.parametrize("name", SEATS)
def test_a_seat_that_cannot_be_is_refused(name: str) -> None:
    fields, why = SEATS[name]
    first, *others = data().seats
    with pytest.raises(ValueError, match=why):
        State.from_data(data()._replace(seats=(first._replace(**fields), *others)))


POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "players": ({"players": 6}, "players: 6 is not 2 to 5"),
    "more players": ({"players": 3}, "seats: 2 entries instead of 3"),
    "turn": ({"turn": 7}, "turn: 7 is not 0 to 6"),
    "no turn": ({"turn": 0}, "stage: 2 does not belong to turn 0"),
    "stage": ({"stage": 5}, "stage: 5 is not 0 to 4"),
    "ended": ({"stage": 4}, "stage: 4 does not belong to turn 2"),
    "first": ({"first": 2}, "first: 2 is not 0 to 1"),
    "to_move": ({"to_move": 2}, "to_move: 2 is not 0 to 1"),
    "event": ({"event": 9}, "event: 9 is not 0 to 7"),
    "no event": ({"event": 0}, "event: 0 is not 1 to 7"),
    "token": ({"event_token": 0}, "event: the token of E1, 0, is not 1 to 3"),
    "same event": ({"next_event": 1, "next_token": 2}, "next_event: 1 is the turn's event"),
    "unseen": ({"unseen_events": 0}, "unseen_events: 0 events instead of 4"),
    "unseen above": ({"unseen_events": 128}, "unseen_events: 128 is not 0 to 127"),
    "dealt": ({"dealt": 0}, "dealt: 0 cards instead of 18"),
    "dealt above": ({"dealt": 1 << 30}, "dealt: 1073741824 is not 0 to"),
    "highest copies": ({"dealt": (1 << 19) - 2}, "dealt: not the lowest copies of M1"),
    "market": ({"market": ((0, ()),) * 8}, "market: 8 entries instead of 9"),
    "card": ({"market": ((35, ()),) * 9}, "card: 35 is not -1 to 34"),
    "tokens": ({"market": ((0, (1,)),) * 9}, "market: 1 tokens on cell 0, at most 0"),
    "reserve": ({"reserve": (9, 8, 8)}, "reserve: 9 is not 0 to 8"),
    "sum": ({"reserve": (0, 0, 0)}, "tokens: . of value 1 instead of 8"),
    "discard": ({"discard": (0, 0)}, "discard: 2 entries instead of 3"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    fields, why = POSITIONS[name]
    with pytest.raises(ValueError, match=why):
        State.from_data(data()._replace(**fields))


def test_nothing_lies_on_the_table_between_turns() -> None:
    between = after(table(seat(), turn=2, event="E3"), "pass").state.data()
    lying = between._replace(market=((0, ()),) * 9)
    with pytest.raises(ValueError, match="market: not empty between turns"):
        State.from_data(lying)
    with pytest.raises(ValueError, match="next_event: there is none at this time"):
        State.from_data(between._replace(next_event=5))


def pickled(state: State) -> tuple[Callable[[bytes], State], bytes]:
    """Return how a pickle makes a position, and of what bytes."""
    reduced: Any = state.__reduce__()
    make, (memory,) = reduced
    return make, memory


@given(st.integers(0, 255), st.integers(0, 255))
def test_a_pickle_with_a_changed_byte_is_refused_or_can_be_played_on(at: int, byte: int) -> None:
    make, memory = pickled(in_turn())
    changed = bytearray(memory)
    changed[at] = byte
    try:
        state = make(bytes(changed))
    except ValueError:
        return
    assert state.moves()
    state.play_out(1)
    assert state.stage == "over"


def test_a_pickle_of_another_length_is_refused() -> None:
    make, memory = pickled(in_turn())
    with pytest.raises(ValueError, match="has 256 bytes, not 255"):
        make(memory[:-1])
    assert pickle.loads(pickle.dumps(in_turn())) == in_turn()  # noqa: S301


SMALL = st.integers(-2, 12)


@given(
    st.lists(st.tuples(st.integers(-1, 40), st.lists(SMALL, max_size=4)), max_size=10), SMALL, SMALL
)
def test_whatever_is_dealt_is_refused_or_conserves_cards_and_tokens(
    cells: list[tuple[int, list[int]]], event: int, token: int
) -> None:
    state = set_up()
    try:
        state.deal(tuple((card, tuple(tokens)) for card, tokens in cells), event, token)
    except ValueError:
        assert state == set_up()
        return
    assert Position.parse(str(Position(state))).state == state


@given(st.integers(0, 2**32 - 1))
def test_a_move_number_is_refused_or_comes_back_from_its_fields(move: int) -> None:
    try:
        fields = unpack_move(move)
    except ValueError:
        return
    assert pack_move(fields) == move
