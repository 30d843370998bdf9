"""A recorded game as the viewer shows it: what is on the table after each move, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from spyrium_ai.board import Cell, Seat
from spyrium_ai.cardtable import CELLS, SLOTS
from spyrium_ai.human.final import building_points, technique_points
from spyrium_ai.human.words import sentence
from spyrium_ai.position import Position
from spyrium_ai.records import Fault, GameRecord, Ply, SeatRecord
from spyrium_ai.verification import ReplayError, Step, replay

Table = dict[str, str | int]


def game_data(record: GameRecord) -> dict[str, Any]:
    """Return everything that the viewer shows of a game, as plain data.

    `start` is the table before the first deal; `changes` has for every move and deal what it has
    changed there. Where the record cannot be replayed to its end, `problem` says why in words, and
    the lists end before the first move that is not possible.
    """
    steps, problem = _steps(record)
    count = len(record.seats)
    tables = [table(Position.start(count)), *(table(step.after) for step in steps)]
    plies = [step.ply for step in steps]
    return {
        "title": f"Game {record.game} ({record.id})",
        "players": [{"name": seat.name, "about": _about(seat)} for seat in record.seats],
        "result": result(record),
        "winners": record.winners,
        "start": tables[0],
        "changes": [_change(old, new) for old, new in pairwise(tables)],
        "moves": [ply.move for ply in plies],
        "seats": [step.before.to_move for step in steps],
        "words": [words(step) for step in steps],
        "times": [None if ply.time is None else round(ply.time) for ply in plies],
        "nodes": [ply.nodes for ply in plies],
        "values": [_values(ply, count) for ply in plies],
        "faults": [_fault(fault, len(steps)) for fault in record.faults],
        "problem": problem,
    }


def table(position: Position) -> Table:
    """Return everything on the table under short keys.

    Cells and slots are keyed by the notation's names, a player's things by seat: `2.money`.
    """
    board = position.board()
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


def words(step: Step) -> str:
    """Return a move or deal in words; the player's name has to come before those of a move."""
    if step.before.to_move:
        return sentence(step.before.board(), step.ply.move, third=True)
    board = step.after.board()
    if step.after.is_chance:
        return "The first player and the first event are drawn"
    return f"Turn {board.turn} begins: nine cards, the next event, income for everybody"


def result(record: GameRecord) -> str:
    """Return the scores and who has won, in a sentence or two."""
    names = [seat.name for seat in record.seats]
    if record.outcome == "void":
        return "The game is void and does not count."
    winners = " and ".join(names[seat - 1] for seat in record.winners) or "nobody"
    ending = f"{winners} {'share' if len(record.winners) > 1 else 'has'} the win"
    if record.outcome == "forfeit":
        ending += " after a fault"
    if record.scores is None:
        return f"{ending}."
    scores = zip(names, record.scores, strict=True)
    return f"{', '.join(f'{name} {score}' for name, score in scores)}: {ending}."


def _steps(record: GameRecord) -> tuple[list[Step], str]:
    """Return the moves and deals that can be replayed, and why it ends there, '' at the end."""
    steps: list[Step] = []
    try:
        for step in replay(record):
            steps.append(step)  # noqa: PERF402 (those before an error are kept)
    except ReplayError as error:
        return steps, f"The record cannot be replayed further: {error}"
    return steps, ""


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
