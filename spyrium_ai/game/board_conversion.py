"""Between the compiled `State` with its numbers and the `Board` with the notation's names."""

from __future__ import annotations

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import (
    ALL_CARDS,
    CARD_INDEX,
    DECKS,
    EVENTS,
    PERIOD_BY_TURN,
    SLOTS,
    TECHNIQUES,
)
from spyrium_ai.game.notation import PHASES, Deal
from spyrium_ai.game.rules.state_class import STAGES, State
from spyrium_ai.game.rules.state_data import SeatData, StateData

_BONUSES = ("", "w", "m", "wm")


def board_of(state: State) -> Board:
    """Return the state as a board."""
    d = state.data()
    return Board(
        players=d.players,
        turn=d.turn,
        first=d.first + 1 if d.turn else 0,
        decides=_DECIDERS[STAGES[d.stage]].format(d.to_move + 1),
        market=tuple(Cell(ALL_CARDS[c].code, tokens) if c >= 0 else None for c, tokens in d.market),
        slots=tuple(
            tuple(i for i, seat in enumerate(d.seats, 1) for _ in range(seat.in_market[slot]))
            for slot in range(len(SLOTS))
        ),
        event=_event_text(d.event, d.event_token),
        next_event=_event_text(d.next_event, d.next_token),
        dealt=tuple(code for i, code in enumerate(_deck(d.turn)) if d.dealt >> i & 1),
        reserve=d.reserve,
        discard=d.discard,
        unseen_events=tuple(code for i, code in enumerate(EVENTS) if d.unseen_events >> i & 1),
        seats=tuple(_seat_of(seat) for seat in d.seats),
    )


_DECIDERS = {"setup": "?", "deal": "?", "action": "{}", "bonus": "{}b", "over": "."}


def _deck(turn: int) -> list[str]:
    """The cards of the turn's period in the order of the deck's bits."""
    return list(DECKS[PERIOD_BY_TURN[turn]].elements())


def _event_text(event: int, token: int) -> str:
    if event == 0:
        return ""
    return f"{EVENTS[event - 1]}.{token}" if token else EVENTS[event - 1]


def _seat_of(d: SeatData) -> Seat:
    return Seat(
        phase=PHASES[d.phase],
        event_used=d.event_used,
        points=d.points,
        money=d.money,
        spyrium=d.spyrium,
        residence=d.residence,
        active=d.active,
        workers=d.workers,
        bonuses=_BONUSES[d.bonuses],
        buildings=tuple(ALL_CARDS[card].code + "*" * inclined for card, inclined in d.buildings),
        techniques=tuple(
            code + "*" * (d.used_techniques >> i & 1)
            for i, code in enumerate(TECHNIQUES)
            if d.techniques >> i & 1
        ),
        tokens=d.tokens,
    )


def state_of(board: Board) -> State:
    """Return the accepted board as a state."""
    event, token = token_numbers(board.event)
    next_event, next_token = token_numbers(board.next_event)
    decider = board.decides[0]
    return State.from_data(
        StateData(
            players=board.players,
            turn=board.turn,
            first=max(board.first - 1, 0),
            to_move=int(decider) - 1 if decider.isdigit() else 0,
            stage=STAGES.index(_stage(board)),
            event=event,
            event_token=token,
            next_event=next_event,
            next_token=next_token,
            dealt=_dealt_bits(board),
            unseen_events=_bits(EVENTS, board.unseen_events),
            market=market_numbers(board.market),
            reserve=board.reserve,
            discard=board.discard,
            seats=tuple(_seat_data(board, number) for number in range(1, board.players + 1)),
        )
    )


def _stage(board: Board) -> str:
    if board.decides == "?":
        return "deal" if board.turn else "setup"
    if board.decides == ".":
        return "over"
    return "bonus" if board.decides.endswith("b") else "action"


def _dealt_bits(board: Board) -> int:
    """Lowest copies first: copies of a type are side by side in the deck."""
    deck = _deck(board.turn)
    bits = 0
    for code in set(board.dealt):
        bits |= ((1 << board.dealt.count(code)) - 1) << deck.index(code)
    return bits


def _bits(order: tuple[str, ...], codes: tuple[str, ...]) -> int:
    return sum(1 << order.index(code) for code in codes)


def _seat_data(board: Board, number: int) -> SeatData:
    seat = board.seats[number - 1]
    used = tuple(code[:-1] for code in seat.techniques if code.endswith("*"))
    return SeatData(
        phase=PHASES.index(seat.phase),
        event_used=seat.event_used,
        points=seat.points,
        money=seat.money,
        spyrium=seat.spyrium,
        residence=seat.residence,
        active=seat.active,
        workers=seat.workers,
        bonuses=_BONUSES.index(seat.bonuses),
        buildings=tuple(
            (CARD_INDEX[code.rstrip("*")], code.endswith("*")) for code in seat.buildings
        ),
        techniques=_bits(TECHNIQUES, tuple(code.rstrip("*") for code in seat.techniques)),
        used_techniques=_bits(TECHNIQUES, used),
        tokens=seat.tokens,
        in_market=tuple(slot.count(number) for slot in board.slots),
    )


def market_numbers(market: tuple[Cell | None, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the market in numbers; an empty cell is (-1, ())."""
    return tuple((CARD_INDEX[cell.card], cell.tokens) if cell else (-1, ()) for cell in market)


def deal_from_numbers(
    first: int, market: tuple[tuple[int, tuple[int, ...]], ...], event: int, token: int
) -> Deal:
    """Return what chance decided, from numbers as `State.sample` gives them."""
    cells = tuple(Cell(ALL_CARDS[card].code, tokens) for card, tokens in market)
    return Deal(0 if market else first + 1, cells, _event_text(event, token))


def token_numbers(event: str) -> tuple[int, int]:
    """Return the numbers of an event and of its token, (0, 0) for none."""
    if not event:
        return 0, 0
    return EVENTS.index(event[:2]) + 1, int(event[3:] or 0)
