"""Moves in words: an English sentence with the cost and the gain, worked out from the position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spyrium_ai.game.board import Board, Seat
from spyrium_ai.game.card_table import (
    ALL_CARDS,
    BONUS_POINTS,
    CAPITALIZATION_POUNDS,
    CARDS,
    CELLS,
    SLOTS,
    WORKER_LIMIT,
)
from spyrium_ai.game.move_effects import (
    BEST_GAIN,
    BEST_PAYMENT,
    PAID,
    Account,
    account,
    chosen_cell,
    crowd,
    fields_of,
    has,
    target,
    token_value,
)
from spyrium_ai.game.rules.moves import MoveFields
from spyrium_ai.util.text import so_many


@dataclass(frozen=True)
class Phrase:
    """A move in words, in parts, so that a menu can leave out what all its lines share.

    The sentence is `lead` and `rest`; verbs in angle brackets follow the person.
    """

    kind: str  # of the move: place, money, activate, use, reuse, event, pass, bonus
    begins: bool  # whether it begins Phase II
    slot: str  # of the worker that is placed or taken, or ''
    lead: str
    rest: str

    @property
    def line(self) -> str:
        """The words under a heading that says the kind of the move."""
        return in_person(f"{self.slot}: {self.rest}" if self.slot else self.rest)

    def sentence(self, third: bool = False) -> str:
        """Return the whole sentence as an order, or about a third person ('takes the …')."""
        begin = "<begin> Phase II and " if self.begins else ""
        return in_person(f"{begin}{self.lead}{self.rest}", third)


def in_person(text: str, third: bool = False) -> str:
    """Return the text with its marked verbs as an order, or in the third person.

    >>> in_person("<pass> now"), in_person("<pass> now", third=True)
    ('pass now', 'passes now')
    """

    def verb(match: re.Match[str]) -> str:
        word = match[1]
        return word + ("es" if word.endswith("s") else "s") if third else word

    return re.sub("<([a-z]+)>", verb, text)


def sentence(board: Board, move: str, third: bool = False) -> str:
    """Return the legal move as an English sentence with its cost and gain, without a full stop.

    >>> from spyrium_ai.game.position import Position
    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> sentence(position.board(), "event:pay1", third=True)
    'uses the event E4 for 1 Spyrium to gain £3'
    """
    return phrase(board, move).sentence(third)


def phrase(board: Board, move: str) -> Phrase:
    """Return the legal move in words, in parts."""
    m = fields_of(move)
    cost = account(board, move)
    seat = board.seats[int(board.decides[0]) - 1]
    lead, rest = {
        "place": _place,
        "money": _money,
        "activate": _activate,
        "use": _use,
        "reuse": _reuse,
        "event": _event,
        "pass": lambda *_: ("", "<pass> for the rest of this turn"),
        "bonus": _bonus,
    }[m.kind](board, seat, m, cost)
    moves_worker = m.kind in {"place", "money", "activate"}
    slot = SLOTS[m.slot] if moves_worker or (m.kind == "event" and board.event == "E7") else ""
    return Phrase(m.kind, m.begins, slot, lead, rest + _bonus_note(seat, cost))


def name_of(code: str) -> str:
    """Return a card's name with its code; a `*` means a used building.

    >>> name_of("M1*")
    'used Mine (M1)'
    """
    card = CARDS[code.rstrip("*")]
    return f"{'used ' if code.endswith('*') else ''}{card.name} ({card.code})"


def _cost(cost: Account, saved: str = "") -> str:
    """Return what is paid: '£4 (£2 + £1 for workers + £1 for the space) and 1 Spyrium'."""
    parts = []
    if cost.pounds or saved:
        notes = [_sum(cost.pounds), saved]
        parts.append(f"£{cost.paid}{_in_brackets(notes)}")
    if cost.workers_used:
        parts.append(so_many(cost.workers_used, "worker"))
    if cost.spyrium_paid:
        parts.append(f"{cost.spyrium_paid} Spyrium")
    return " and ".join(parts) or "nothing"


def _in_brackets(notes: list[str]) -> str:
    text = "; ".join(filter(None, notes))
    return f" ({text})" if text else ""


def _sum(pounds: tuple[tuple[int, str], ...]) -> str:
    """Return the parts of a sum as an addition; of a single part the reason alone."""
    if len(pounds) < 2:
        return "".join(why for _, why in pounds)
    text = ""
    for amount, why in pounds:
        sign = "" if not text else " + " if amount >= 0 else " - "
        text += f"{sign}£{abs(amount)}{' ' if why else ''}{why}"
    return text


def _gain(seat: Seat, gain: Account, note: str = "") -> str:
    """Return 'gain 3 VP and advance to residence 4', with the note after the goods."""
    goods = [f"£{gain.money}"] if gain.money else []
    goods += [f"{gain.spyrium} Spyrium"] if gain.spyrium else []
    goods += [f"{gain.points} VP"] if gain.points else []
    goods += [so_many(gain.workers, "new worker")] if gain.workers else []
    parts = [f"gain {' and '.join(goods)}{note}"] if goods else []
    if gain.advances:
        parts.append(f"advance to residence {seat.residence + 1}{'' if goods else note}")
    return " and ".join(parts)


def _token_note(board: Board, m: MoveFields) -> str:
    value = token_value(board, m)
    if not value:
        return ""
    pays = m.kind == "activate" and CARDS[chosen_cell(board, m).card].token == PAID
    counted = BEST_PAYMENT if pays else BEST_GAIN
    return f" (token {value}{f', counted as {counted} by Commerce' if m.commerce else ''})"


def _at_slot(board: Board, slot: int) -> str:
    """Return what a worker in the slot stands between."""
    cells = SLOTS[slot][:2], SLOTS[slot][2:]
    cards = [board.market[CELLS.index(cell)] for cell in cells]
    names = [name_of(cell.card) for cell in cards if cell]
    return f"between {names[0]} and {names[1]}" if len(names) == 2 else f"next to {names[0]} only"


def _place(board: Board, _seat: Seat, m: MoveFields, _cost: Account) -> tuple[str, str]:
    return f"<place> a worker at {SLOTS[m.slot]}, ", _at_slot(board, m.slot)


def _money(board: Board, seat: Seat, m: MoveFields, gain: Account) -> tuple[str, str]:
    cell = target(m)
    capital = f" (£{CAPITALIZATION_POUNDS} of it by Capitalization)" if has(seat, "Ca") else ""
    where = "where no card is left"
    if cell is not None:
        where = f"at the {name_of(chosen_cell(board, m).card)} in {CELLS[cell]}"
    return _taking(m), f"gain £{gain.money} {where}{capital}"


def _taking(m: MoveFields) -> str:
    return f"<take> the worker at {SLOTS[m.slot]} to "


def _activate(board: Board, seat: Seat, m: MoveFields, cost: Account) -> tuple[str, str]:
    cell = chosen_cell(board, m)
    card = CARDS[cell.card]
    verb = {"building": "build the", "character": "call the", "technique": "patent"}[card.kind]
    rest = f"{verb} {name_of(cell.card)} at {CELLS[target(m) or 0]}"
    if m.replaced is not None:
        star = "*" if m.replaced_inclined else ""
        rest += f" in place of the {name_of(ALL_CARDS[m.replaced].code + star)}"
    saved = f"Lobbying saves £{crowd(board, target(m)) - 1}" if m.lobby else ""
    rest += f" for {_cost(cost, saved)}"
    gained = _gain(seat, cost, _token_note(board, m) if card.token else "")
    if gained:
        rest += f" and {gained}"
    elif card.workers and seat.workers == WORKER_LIMIT:
        rest += " (no worker is left in reserve to gain)"
    return _taking(m), rest


def _use(
    board: Board, seat: Seat, m: MoveFields, cost: Account, again: str = ""
) -> tuple[str, str]:
    del board
    card = ALL_CARDS[m.building]
    spent = Account(spyrium_paid=cost.spyrium_paid, workers_used=cost.workers_used)
    means = f" with {_cost(spent)}" if spent != Account() else ""
    extra = cost.points - card.uses[m.use - 1].gain_points
    note = f" ({extra} of it by Engineering)" if extra else ""
    return "<use> ", f"the {name_of(card.code)}{again}{means} to {_gain(seat, cost, note)}"


def _reuse(board: Board, seat: Seat, m: MoveFields, cost: Account) -> tuple[str, str]:
    return _use(board, seat, m, cost, " again by Taylorism")


def _event(board: Board, seat: Seat, m: MoveFields, cost: Account) -> tuple[str, str]:
    event = board.event[:2]
    lead = f"<use> the event {event} "
    if event == "E5":
        return lead, f"for £{cost.paid} to use {_use(board, seat, m, cost, ' again')[1]}"
    if event == "E7":
        return lead, f"to place a worker at {SLOTS[m.slot]}, {_at_slot(board, m.slot)}"
    price = "" if event == "E1" else f"for {_cost(cost)} "
    return lead, f"{price}to {_gain(seat, cost, _token_note(board, m))}"


def _bonus(_board: Board, _seat: Seat, _m: MoveFields, gain: Account) -> tuple[str, str]:
    what = so_many(gain.workers, "new worker") if gain.workers else f"£{gain.money}"
    return "", f"<take> {what} as the bonus for {BONUS_POINTS[0]} VP"


def _bonus_note(seat: Seat, gain: Account) -> str:
    """Return what the bonuses add when the move reaches their points."""
    reached = [mark for mark in BONUS_POINTS if seat.points < mark <= seat.points + gain.points]
    return f" [{' and '.join(map(str, reached))} VP: bonus]" if reached else ""
