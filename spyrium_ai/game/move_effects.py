"""What a move costs and what it gives, worked out from the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import (
    ALL_CARDS,
    BONUS_POUNDS,
    CAPITALIZATION_POUNDS,
    CARDS,
    CELLS,
    HIGHEST_TOKEN,
    SLOTS,
    SPACE_REBATE,
    SYMBOL_REBATE,
    WORKER_LIMIT,
    Card,
)
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.rules.moves import MoveFields, unpack_move

# What Commerce makes of a token.
BEST_GAIN, BEST_PAYMENT = HIGHEST_TOKEN, 1
# How the card table says that the value of a token is paid, not gained.
PAID = "pay"


@dataclass(frozen=True)
class Account:
    """Everything that a move takes and gives, the bonuses apart."""

    pounds: tuple[tuple[int, str], ...] = ()  # the parts of the sum to pay, each with its reason
    spyrium_paid: int = 0
    workers_used: int = 0  # active ones; a worker taken from the market is not counted
    money: int = 0
    spyrium: int = 0
    points: int = 0
    workers: int = 0
    advances: bool = False

    @property
    def paid(self) -> int:
        """The sum to pay, in pounds."""
        return sum(amount for amount, _ in self.pounds)


def fields_of(move: str) -> MoveFields:
    """Return the parts of a move's text; NotationError if no move is written so."""
    return unpack_move(parse_move(move))


def account(board: Board, move: str) -> Account:
    """Return what the move costs and gives to the seat that decides in the position.

    The move must be legal there, or not be so only because it cannot be paid.
    """
    return account_of(board, fields_of(move))


def account_of(board: Board, m: MoveFields) -> Account:
    """Return what the move with these parts costs and gives: see `account`."""
    seat = board.seats[int(board.decides[0]) - 1]
    accounts: dict[str, Callable[[], Account]] = {
        "place": lambda: Account(workers_used=1),
        "money": lambda: Account(money=_gained_money(board, seat, m)),
        "activate": lambda: _activation(board, seat, m),
        "use": lambda: _use(seat, m),
        "reuse": lambda: _use(seat, m),
        "event": lambda: _event(board, seat, m),
        "bonus": lambda: _bonus(m),
        "pass": Account,
    }
    return accounts[m.kind]()


def has(seat: Seat, technique: str) -> bool:
    """Return whether the player owns the technique."""
    return technique in seat.techniques or f"{technique}*" in seat.techniques


def target(m: MoveFields) -> int | None:
    """Return the number of the cell that a worker's move chooses, None if no card is left."""
    slot = SLOTS[m.slot]
    return CELLS.index((slot[:2], slot[2:])[m.side]) if m.side < 2 else None


def crowd(board: Board, cell: int | None) -> int:
    """Return the number of workers adjacent to a cell, of all players; none to no cell."""
    if cell is None:
        return 0
    return sum(
        len(workers)
        for slot, workers in zip(SLOTS, board.slots, strict=True)
        if CELLS[cell] in {slot[:2], slot[2:]}
    )


def chosen_cell(board: Board, m: MoveFields) -> Cell:
    """Return the market card that a worker's move chooses, which must be there."""
    number = target(m)
    cell = board.market[number] if number is not None else None
    assert cell is not None  # noqa: S101 (for the type checker: the move is legal)
    return cell


def token_value(board: Board, m: MoveFields) -> int:
    """Return the printed value of the token that the move uses, 0 for none."""
    if m.kind == "event":
        return int(board.event[3:] or 0)
    return m.token or next(iter(chosen_cell(board, m).tokens), 0)


def _gained_money(board: Board, seat: Seat, m: MoveFields) -> int:
    others = max(0, crowd(board, target(m)) - 1)
    return others + (CAPITALIZATION_POUNDS if has(seat, "Ca") else 0)


def _activation(board: Board, seat: Seat, m: MoveFields) -> Account:
    card = CARDS[chosen_cell(board, m).card]
    value = token_value(board, m)
    if m.commerce:
        value = BEST_PAYMENT if card.token == PAID else BEST_GAIN
    gained = Counter({card.token: value})
    return Account(
        pounds=tuple(_price(board, seat, card, m, gained[PAID])),
        spyrium_paid=card.pay_spyrium,
        spyrium=card.gain_spyrium + gained["spyrium"],
        points=card.gain_points + gained["points"] + _scored(seat, m),
        workers=min(card.workers, WORKER_LIMIT - seat.workers),
        advances=m.residence == "advance",
    )


def _price(
    board: Board, seat: Seat, card: Card, m: MoveFields, by_token: int
) -> Iterator[tuple[int, str]]:
    """Yield the parts of the sum to pay for a card of the market."""
    if card.price:
        yield card.price, ""
    if card.kind == "building":
        yield from _space(seat, card, m)
    others = crowd(board, target(m)) - 1
    if others and not m.lobby:
        yield others, "for workers"
    if by_token:
        yield by_token, "for the token"


def _scored(seat: Seat, m: MoveFields) -> int:
    return seat.residence if m.residence == "score" else 0


def _space(seat: Seat, card: Card, m: MoveFields) -> Iterator[tuple[int, str]]:
    """Yield what the place of a new building adds to its price, or takes away from it."""
    if m.replaced is None:
        cost = max(0, len(seat.buildings) - (SPACE_REBATE if has(seat, "Cr") else 0))
        if cost:
            yield cost, "for the space"
    elif shared_symbols(card, ALL_CARDS[m.replaced]):
        yield -min(SYMBOL_REBATE, card.price), "for a shared symbol"


def shared_symbols(new: Card, old: Card) -> list[str]:
    """Return the symbols that both buildings have, capitalized."""
    return [symbol.capitalize() for symbol in new.symbols if symbol in old.symbols]


def _use(seat: Seat, m: MoveFields, pounds: tuple[tuple[int, str], ...] = ()) -> Account:
    card = ALL_CARDS[m.building]
    use = card.uses[m.use - 1]
    workers = 0 if "mine" in card.symbols and has(seat, "Au") else use.workers
    extra = workers if "factory" in card.symbols and has(seat, "Eg") else 0
    return Account(
        pounds=pounds,
        spyrium_paid=use.pay_spyrium,
        workers_used=workers,
        spyrium=use.gain_spyrium,
        points=use.gain_points + extra,
    )


def _event(board: Board, seat: Seat, m: MoveFields) -> Account:
    accounts: dict[str, Callable[[], Account]] = {
        "E1": lambda: _token_event(board, m),
        "E2": lambda: Account(
            spyrium_paid=1, points=_scored(seat, m), advances=m.residence == "advance"
        ),
        "E3": lambda: {
            "pay3": Account(pounds=((3, ""),), points=3),
            "pay6": Account(pounds=((6, ""),), points=5),
        }[m.choice],
        "E4": lambda: {
            "pay1": Account(spyrium_paid=1, money=3),
            "pay3": Account(spyrium_paid=3, money=6),
        }[m.choice],
        "E5": lambda: _use(seat, m, ((1, ""),)),
        "E6": lambda: Account(pounds=((seat.workers, ""),), workers=1),
        "E7": lambda: Account(workers_used=1),
    }
    return accounts[board.event[:2]]()


def _token_event(board: Board, m: MoveFields) -> Account:
    value = BEST_GAIN if m.commerce else token_value(board, m)
    return {
        "money": Account(money=value),
        "spyrium": Account(spyrium=value),
        "points": Account(points=value),
    }[m.choice]


def _bonus(m: MoveFields) -> Account:
    return Account(workers=1) if m.choice == "worker" else Account(money=BONUS_POUNDS)
