"""What a player can do in a position, as plain data: legal moves in words, and why not others."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import CELLS, SLOTS
from spyrium_ai.game.move_effects import account, fields_of, target
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.move_menu import Menu, MenuItem
from spyrium_ai.human.typed_refusal import to_you, why_not
from spyrium_ai.web.api import Data

EVENT = "event"  # the place of the event, beside cells, slots and the codes of own buildings


def legal_data(position: Position) -> list[Data]:
    """Return the legal moves in the order of the terminal's menu, each as plain data.

    `places` are where a move can be begun with a click: its slot, then its cell; the code of a
    building of one's own; `event`. `cost` and `gain` leave out what is nothing.
    """
    board = position.board()
    menu = Menu(board, position.legal())
    return [
        {"heading": menu.heading(group), **_move_data(board, item)}
        for group in menu.groups
        for item in group.items
    ]


def refused_data(position: Position) -> dict[str, str]:
    """Return why nothing can be done at a place, for each where there is a reason in words."""
    board = position.board()
    possible = {place for item in legal_data(position) for place in item["places"]}
    seat = board.seats[position.to_move - 1]
    own = [code.rstrip("*") for code in seat.buildings]
    found = {}
    for place in dict.fromkeys([*CELLS, *SLOTS, EVENT, *own]):
        if place not in possible and (reason := why_not(place, board)):
            found[place] = to_you(reason, position.to_move)
    return found


def _move_data(board: Board, item: MenuItem) -> Data:
    move = item.move
    result = account(board, move)
    return {
        "move": move,
        "number": item.number,
        "kind": item.phrase.kind,
        "begins": item.phrase.begins,
        "places": _places(item),
        "words": sentence(board, move),
        "short": item.phrase.line,
        "cost": _present(
            pounds=result.paid, spyrium=result.spyrium_paid, workers=result.workers_used
        ),
        "gain": _present(
            pounds=result.money,
            spyrium=result.spyrium,
            points=result.points,
            workers=result.workers,
            residence=int(result.advances),
        ),
    }


def _present(**goods: int) -> dict[str, int]:
    return {name: value for name, value in goods.items() if value}


def _places(item: MenuItem) -> Sequence[str]:
    """Return where on the table the move happens."""
    kind, words = item.phrase.kind, item.move.removeprefix("II:").split(":")
    cell = target(fields_of(item.move)) if kind in {"activate", "money"} else None
    places = [item.phrase.slot] if item.phrase.slot else []
    places += [CELLS[cell]] if cell is not None else []
    if kind in {"use", "reuse"}:
        places.append(words[1])
    return [EVENT, *places] if kind == "event" else places
