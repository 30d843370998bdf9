"""What a person means by names on the screen: a slot, a card, a kind of move, several of them."""

from __future__ import annotations

from collections.abc import Callable

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import ALL_CARDS, CARDS, CELLS, EVENTS, SLOTS
from spyrium_ai.game.move_effects import fields_of, target
from spyrium_ai.game.rules.moves import MoveFields
from spyrium_ai.human.deal_words import cards_named, split_line
from spyrium_ai.human.move_menu import Menu, MenuItem

KINDS = {kind: kind for kind in ("place", "activate", "money", "use", "reuse", "event", "pass")}
KINDS |= {"bonus": "bonus", "build": "activate", "call": "activate", "patent": "activate"}
_CODES = {code.lower() for code in CARDS}
_SHORTEST_NAME = 3  # characters of the beginning of a card's name; codes have two

Fits = Callable[[MoveFields, MenuItem], bool]


def meant(text: str, menu: Menu) -> list[MenuItem] | None:
    """Return the legal moves that the words can mean; None if a word is not understood.

    >>> from spyrium_ai.game.position import Position
    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> menu = Menu(position.board(), position.legal())
    >>> [item.move for item in meant("b1a1", menu) or ()], meant("xyzzy", menu)
    (['place:a1b1'], None)
    """
    words = [word.lower() for word in split_line(text)]
    tests = [_test_of(word, menu.board) for word in words]
    if not tests or None in tests:
        return None
    if not any(word in KINDS or slot_named(word) for word in words):
        tests.append(lambda m, _: m.kind != "money")  # who names a card wants the card
    return [
        item
        for item in menu.items
        if all(test(fields_of(item.move), item) for test in tests if test)
    ]


def slot_named(word: str) -> str | None:
    """Return the slot that a word names, its cells in any order; None for none."""
    return next((slot for slot in SLOTS if word in {slot, slot[2:] + slot[:2]}), None)


def cards_on_screen(word: str, board: Board) -> list[str]:
    """Return the codes of the market's cards and the player's buildings that a word names."""
    if len(word) < _SHORTEST_NAME and word not in _CODES:
        return []
    seat = board.seats[int(board.decides[0]) - 1]
    seen = {cell.card for cell in board.market if cell}
    seen |= {code.rstrip("*") for code in (*seat.buildings, *seat.techniques)}
    return cards_named(word, seen)


def _test_of(word: str, board: Board) -> Fits | None:
    """Return what a word asks of a move; None if it is not understood."""
    if word in KINDS:
        return lambda m, _: m.kind == KINDS[word]
    if word == "ii":
        return lambda m, _: m.begins
    if word in {"advance", "score"}:
        return lambda m, _: m.residence == word
    if word.upper() in EVENTS:
        return lambda m, _: m.kind == "event" and board.event.startswith(word.upper())
    return _test_of_place(word, board)


def _test_of_place(word: str, board: Board) -> Fits | None:
    if slot := slot_named(word):
        return lambda _, item: item.phrase.slot == slot
    if word in CELLS:
        return lambda m, _: _cell(m) == CELLS.index(word)
    if codes := cards_on_screen(word, board):
        return lambda m, _: _card(board, m) in codes
    return None


def _cell(m: MoveFields) -> int | None:
    return target(m) if m.kind in {"activate", "money"} else None


def _card(board: Board, m: MoveFields) -> str | None:
    """Return the code of the card that a move is about, None if it is about none."""
    if m.use:
        return ALL_CARDS[m.building].code
    number = _cell(m)
    cell = board.market[number] if number is not None else None
    return cell.card if cell else None
