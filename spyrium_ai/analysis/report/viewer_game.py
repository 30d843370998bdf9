"""A recorded game as the viewer shows it: what is on the table after each move, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import CELLS, SLOTS
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.score_breakdown import building_points, technique_points
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, SeatRecord
from spyrium_ai.match.records.replay import ReplayError, replay

Table = dict[str, str | int]


def game_data(record: GameRecord) -> dict[str, Any]:
    """Return everything that the viewer shows of a game, as plain data.

    `start` is the table before the first deal; `changes` has for every move and deal what it has
    changed there. Where the record cannot be replayed to its end, `problem` says why in words, and
    the lists end before the first move that is not possible. `stopped` is whether a fault has ended
    the game after the last of them.
    """
    boards, problem = _boards(record)
    count = len(record.seats)
    tables = [table(board) for board in boards]
    plies = record.plies[: len(boards) - 1]
    return {
        "title": f"Game {record.game} ({record.id})",
        "players": [{"name": seat.name, "about": _about(seat)} for seat in record.seats],
        "result": result(record),
        "winners": record.winners,
        "start": tables[0],
        "changes": [_change(old, new) for old, new in pairwise(tables)],
        "moves": [ply.move for ply in plies],
        "seats": [_decider(board) for board in boards[:-1]],
        "words": [words(boards[i], ply.move, boards[i + 1]) for i, ply in enumerate(plies)],
        "times": [None if ply.time is None else round(ply.time) for ply in plies],
        "nodes": [ply.nodes for ply in plies],
        "values": [_values(ply, count) for ply in plies],
        "faults": [_fault(fault, len(plies)) for fault in record.faults],
        "problem": problem,
        "stopped": bool(record.faults) and not problem and boards[-1].decides != ".",
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


def result(record: GameRecord) -> str:
    """Return the scores and who has won, in a sentence or two."""
    names = [seat.name for seat in record.seats]
    if record.outcome == "void":
        return "The game is void and does not count."
    winners = " and ".join(names[seat - 1] for seat in record.winners) or "none"
    ending = f"{winners} {'share the win' if len(record.winners) > 1 else 'wins'}"
    if record.outcome == "forfeit":
        ending += " after a fault"
    if record.scores is None:
        return f"{ending}."
    scores = zip(names, record.scores, strict=True)
    return f"{', '.join(f'{name} {score}' for name, score in scores)}: {ending}."


def _boards(record: GameRecord) -> tuple[list[Board], str]:
    """Return what can be replayed: the board before the game and after each move and deal.

    Beside it is why there is nothing after that, '' at the end of the game.
    """
    boards = [Position.start(len(record.seats)).board()]
    try:
        boards.extend(step.after.board() for step in replay(record))
    except ReplayError as error:
        return boards, f"The record cannot be replayed further: {error}"
    return boards, ""


def _decider(board: Board) -> int:
    """Return the seat that decides, 0 for chance."""
    return 0 if board.decides == "?" else int(board.decides[0])


def _about(seat: SeatRecord) -> str:
    return ", ".join(filter(None, (seat.engine, seat.limits)))


def _change(old: Table, new: Table) -> Table:
    return {key: value for key, value in new.items() if value != old[key]}


def _values(ply: Ply, players: int) -> Sequence[int] | None:
    return ply.values if ply.values and len(ply.values) == players else None


def _fault(fault: Fault, last: int) -> dict[str, Any]:
    return {
        "seat": fault.seat,
        "ply": min(fault.ply, last),
        "kind": fault.kind,
        "reason": fault.reason,
        "command": fault.command,
        "log": fault.log,
    }


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
