"""Why a move is not legal, in the rules' terms.

The move generator decides what is legal; this module only explains. What a move costs it takes from
`move_effects`. A test compares it with the generator over the recorded games: it explains every
illegal move and no legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import (
    ALL_CARDS,
    CARDS,
    CELLS,
    EVENT_TEXTS,
    RESIDENCE,
    SLOTS,
    WORKER_LIMIT,
    Card,
)
from spyrium_ai.game.move_effects import (
    BEST_GAIN,
    BEST_PAYMENT,
    PAID,
    account_of,
    crowd,
    fields_of,
    has,
    target,
    token_value,
)
from spyrium_ai.game.rules.moves import MoveFields
from spyrium_ai.util.text import so_many

_NEEDS_PHASE_TWO = {"money", "activate", "use", "pass"}
_EVENTS_OF_PHASE_TWO = {"E5", "E7"}
_CHOICES = {
    "E1": {"money", "spyrium", "points"},
    "E3": {"pay3", "pay6"},
    "E4": {"pay1", "pay3"},
    "E6": {"worker"},
}


@dataclass(frozen=True)
class _Attempt:
    """A move, and the position in which a player wants to make it."""

    board: Board
    move: str
    m: MoveFields

    @property
    def seat(self) -> Seat:
        return self.board.seats[int(self.board.decides[0]) - 1]

    @property
    def player(self) -> str:
        return f"player {self.board.decides[0]}"

    @property
    def slot(self) -> str:
        return SLOTS[self.m.slot]

    @property
    def event(self) -> str:
        return self.board.event[:2]

    @property
    def cell(self) -> Cell | None:
        """The market card that the move chooses, if it is there."""
        number = target(self.m)
        return None if number is None else self.board.market[number]

    @property
    def beside_slot(self) -> list[str]:
        """The names of the cells beside the slot that still have a card."""
        cells = (self.slot[:2], self.slot[2:])
        return [cell for cell in cells if self.board.market[CELLS.index(cell)]]


Reasons = Iterator[str]


def refusal(board: Board, move: str) -> str | None:
    """Return why the move is not legal in the position, the first reason there is; None if it is.

    Raises:
        NotationError: no move is written so.

    >>> from spyrium_ai.game.position import Position
    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> refusal(position.board(), "II:money:a1b1:a1")
    'no worker of player 1 stands at a1b1'
    """
    m = fields_of(move)
    if board.decides == ".":
        return "the game is over"
    if board.decides == "?":
        return f"no player is to move: a {'deal' if board.turn else 'setup'} is due"
    attempt = _Attempt(board, move, m)
    return next(chain(_bonus(attempt), _REASONS[m.kind](attempt), _phase(attempt)), None)


def _bonus(a: _Attempt) -> Reasons:
    choosing = a.board.decides.endswith("b")
    if choosing and a.m.kind != "bonus":
        yield f"{a.player} first chooses the bonus: bonus:worker or bonus:money"
    if not choosing and a.m.kind == "bonus":
        yield f"{a.player} has no bonus to choose now"


def _phase(a: _Attempt) -> Reasons:
    """Yield what is wrong with a move that would be legal in the other phase."""
    belongs = a.m.kind in _NEEDS_PHASE_TWO or (
        a.m.kind == "event" and a.event in _EVENTS_OF_PHASE_TWO
    )
    if a.m.begins and a.seat.phase != "I":
        yield f"{a.player} is in Phase II already, and 'II:' begins it"
    if belongs and a.seat.phase == "I" and not a.m.begins:
        yield f"{a.player} is in Phase I, where the move is written 'II:{a.move}'"


def _place(a: _Attempt) -> Reasons:
    if a.seat.phase != "I":
        yield f"Phase I is over for {a.player}"
    yield from _worker_to_slot(a)


def _worker_to_slot(a: _Attempt) -> Reasons:
    if not a.seat.active:
        yield f"{a.player} has no active worker"
    if not a.beside_slot:
        yield f"no card is left beside {a.slot}"


def _worker_from_slot(a: _Attempt) -> Reasons:
    if int(a.board.decides[0]) not in a.board.slots[a.m.slot]:
        yield f"no worker of {a.player} stands at {a.slot}"
    number = target(a.m)
    if number is not None and a.cell is None:
        yield f"no card is left at {CELLS[number]}"


def _money(a: _Attempt) -> Reasons:
    yield from _worker_from_slot(a)
    if target(a.m) is None and a.beside_slot:
        yield f"the card at {a.beside_slot[0]} is beside {a.slot}, and the move has to name it"


def _activate(a: _Attempt) -> Reasons:
    yield from _worker_from_slot(a)
    assert a.cell is not None  # noqa: S101 (for the type checker: it would have been a reason)
    card = CARDS[a.cell.card]
    if a.m.lobby:
        yield from _technique(a, "Lo")
        if crowd(a.board, target(a.m)) == 1:
            yield f"no other worker is next to the {card.name}: Lobbying has nothing to save"
    if a.m.replaced is not None and card.kind != "building":
        yield f"the {card.name} is not a building: it replaces none"
    yield from _owned(a)
    yield from _token(a, a.cell, card)
    yield from _residence_action(a, card)
    yield from _cost(a)


def _owned(a: _Attempt) -> Reasons:
    """Yield a reason if the building to be replaced is not there."""
    if a.m.replaced is not None:
        yield from _has_building(a, a.m.replaced, a.m.replaced_inclined)


def _has_building(a: _Attempt, number: int, used: bool) -> Reasons:
    card = ALL_CARDS[number]
    if card.code + "*" * used not in a.seat.buildings:
        yield f"{a.player} has no {'used' if used else 'ready'} {card.name} ({card.code})"


def _technique(a: _Attempt, code: str) -> Reasons:
    if not has(a.seat, code):
        yield f"{a.player} does not own {CARDS[code].name}"
    if f"{code}*" in a.seat.techniques:
        yield f"{a.player} has used {CARDS[code].name} in this turn already"


def _token(a: _Attempt, cell: Cell, card: Card) -> Reasons:
    """Yield what is wrong with the token that is taken, or is not."""
    chooses = bool(card.token) and card.kind == "character"
    if a.m.token and not chooses:
        yield f"no token is chosen with the {card.name}: ':token=' is too much"
    if chooses and not cell.tokens:
        yield f"no token is left on the {card.name}"
    if chooses and not a.m.token:
        yield f"the move has to name a token of the {card.name}, as in ':token={cell.tokens[0]}'"
    if chooses and a.m.token not in cell.tokens:
        yield f"no token of value {a.m.token} is on the {card.name}"
    if a.m.commerce:
        best = BEST_PAYMENT if card.token == PAID else BEST_GAIN
        yield from _commerce(a, token_value(a.board, a.m), best)


def _commerce(a: _Attempt, value: int, best: int) -> Reasons:
    yield from _technique(a, "Co")
    if not value:
        yield "there is no token for Commerce"
    if value == best:
        yield f"the token counts as {best} without Commerce"


def _residence_action(a: _Attempt, card: Card) -> Reasons:
    if a.m.residence and not card.residence:
        yield f"the {card.name} gives no residence action"
    if card.residence and not a.m.residence:
        yield f"the {card.name} gives a residence action: the move ends in ':advance' or ':score'"
    yield from _advance(a)


def _advance(a: _Attempt) -> Reasons:
    if a.m.residence == "advance" and a.seat.residence == RESIDENCE[-1]:
        yield f"{a.player} is on the last space of the residence track"


def _cost(a: _Attempt) -> Reasons:
    """Yield what cannot be paid of a move that is possible but for that."""
    cost, seat = account_of(a.board, a.m), a.seat
    if cost.paid > seat.money:
        yield f"it costs £{cost.paid}, {a.player} has £{seat.money}"
    if cost.spyrium_paid > seat.spyrium:
        yield f"it costs {cost.spyrium_paid} Spyrium, {a.player} has {seat.spyrium}"
    if cost.workers_used > seat.active:
        workers = so_many(cost.workers_used, "active worker")
        yield f"it takes {workers}, {a.player} has {seat.active}"


def _use(a: _Attempt) -> Reasons:
    yield from _has_building(a, a.m.building, used=False)
    yield from _cost(a)


def _reuse(a: _Attempt) -> Reasons:
    yield from _technique(a, "Ta")
    yield from _has_building(a, a.m.building, used=True)
    yield from _cost(a)


def _event(a: _Attempt) -> Reasons:
    if a.seat.event_used:
        yield f"{a.player} has used the event in this turn already"
    if not _fits_event(a):
        yield f"the event of this turn is {a.event}: {EVENT_TEXTS[a.event]}"
    if a.m.commerce:
        yield from _commerce(a, token_value(a.board, a.m), BEST_GAIN)
    if a.event == "E5":
        yield from _has_building(a, a.m.building, used=True)
    if a.event == "E6" and a.seat.workers == WORKER_LIMIT:
        yield f"{a.player} has all {WORKER_LIMIT} workers already"
    if a.event == "E7":
        yield from _worker_to_slot(a)
    yield from _advance(a)
    yield from _cost(a)


def _fits_event(a: _Attempt) -> bool:
    """Whether the event has such a move: by its choice, use or residence action."""
    if a.event == "E2":
        return bool(a.m.residence)
    if a.event == "E5":
        return bool(a.m.use)
    if a.event == "E7":
        return not (a.m.choice or a.m.use or a.m.residence)
    return a.m.choice in _CHOICES[a.event]


def _pass(a: _Attempt) -> Reasons:
    left = sum(workers.count(int(a.board.decides[0])) for workers in a.board.slots)
    if left:
        yield f"{a.player} still has {so_many(left, 'worker')} in the market"


_REASONS: dict[str, Callable[[_Attempt], Reasons]] = {
    "place": _place,
    "money": _money,
    "activate": _activate,
    "use": _use,
    "reuse": _reuse,
    "event": _event,
    "pass": _pass,
    "bonus": lambda _: iter(()),
}
