"""What is stepped through on the viewer's table: a game, or a line of moves beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import CELLS, SLOTS
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.score_breakdown import building_points, technique_points

Table = dict[str, str | int]


def track(boards: Sequence[Board], moves: Sequence[str]) -> dict[str, Any]:
    """Return moves and deals as lists with an item for each: seat, words, what it has changed.

    Args:
        boards: before the first of them and after each.
        moves: one less.
    """
    tables = map(table, boards)
    return {
        "changes": [_change(old, new) for old, new in pairwise(tables)],
        "moves": list(moves),
        "seats": [_decider(board) for board in boards[:-1]],
        "words": [
            words(old, move, new) for (old, new), move in zip(pairwise(boards), moves, strict=True)
        ],
    }


def table(board: Board) -> Table:
    """Return everything on the table under short keys.

    Cells and slots are keyed by the notation's names, a player's things by seat: `2.money`.
    """
    things: Table = {
        "turn": board.turn,
        "first": board.first,
        "decides": board.decides,
        "event": board.event,
        "next": board.next_event,
        "unseen": ",".join(board.unseen_events),
        "reserve": _joined(board.reserve),
        "discard": _joined(board.discard),
    }
    things |= {place: _cell(cell) for place, cell in zip(CELLS, board.market, strict=True)}
    things |= {place: "".join(map(str, w)) for place, w in zip(SLOTS, board.slots, strict=True)}
    for number, seat in enumerate(board.seats, 1):
        out = sum(workers.count(number) for workers in board.slots)
        things |= {f"{number}.{key}": value for key, value in _goods(seat, out).items()}
    return things


def words(before: Board, move: str, after: Board) -> str:
    """Return a move or deal in words; the player's name has to come before those of a move."""
    if _decider(before):
        return sentence(before, move, third=True)
    if after.decides == "?":
        return "The first player and the first event are drawn"
    return f"Turn {after.turn} begins: nine cards, the next event, income for everybody"


def _change(old: Table, new: Table) -> Table:
    return {key: value for key, value in new.items() if value != old[key]}


def _decider(board: Board) -> int:
    """Return the seat that decides, 0 for chance."""
    return 0 if board.decides == "?" else int(board.decides[0])


def _cell(cell: Cell | None) -> str:
    return ".".join((cell.card, *map(str, cell.tokens))) if cell else ""


def _joined(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))


def _goods(seat: Seat, out: int) -> Table:
    built = building_points(seat)
    known = sum(technique_points(seat, code) for code in seat.techniques)
    return {
        "phase": seat.phase,
        "event": int(seat.event_used),
        "points": seat.points,
        "money": seat.money,
        "spyrium": seat.spyrium,
        "residence": seat.residence,
        "active": seat.active,
        "out": out,
        "used": seat.workers - seat.active - out,
        "bonuses": seat.bonuses,
        "buildings": ",".join(seat.buildings),
        "techniques": ",".join(seat.techniques),
        "tokens": _joined(seat.tokens),
        "built": built,
        "known": known,
        "total": seat.points + built + known,
    }
