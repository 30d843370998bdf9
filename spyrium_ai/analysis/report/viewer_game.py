"""A recorded game as the viewer shows it, and the analysis of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spyrium_ai.analysis.report.viewer_review import review_data
from spyrium_ai.analysis.report.viewer_track import table, track
from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, SeatRecord
from spyrium_ai.match.records.record_text import unfinished_words
from spyrium_ai.match.records.replay import ReplayError, replay


def game_data(record: GameRecord, review: GameReview | None = None) -> dict[str, Any]:
    """Return everything that the viewer shows of a game, as plain data.

    `start` is the table before the first deal; the track is of all moves and deals after it. Where
    the record cannot be replayed to its end, `problem` says why in words, and the lists end before
    the first move that is not possible. `stopped` is whether a fault has ended the game after the
    last of them. `review` is the analysis, None without one.
    """
    positions, problem = _positions(record)
    boards = [position.board() for position in positions]
    count = len(record.seats)
    plies = record.plies[: len(boards) - 1]
    return {
        "title": f"Game {record.game} ({record.id})",
        "players": [{"name": seat.name, "about": _about(seat)} for seat in record.seats],
        "result": result(record),
        "winners": record.winners,
        "start": table(boards[0]),
        **track(boards, [ply.move for ply in plies]),
        "times": [None if ply.time is None else round(ply.time) for ply in plies],
        "nodes": [ply.nodes for ply in plies],
        "values": [_values(ply, count) for ply in plies],
        "faults": [_fault(fault, len(plies)) for fault in record.faults],
        "problem": problem,
        "stopped": bool(record.faults) and not problem and boards[-1].decides != ".",
        "review": review and review_data(review, positions),
    }


def result(record: GameRecord) -> str:
    """Return the scores and who has won, or where an unfinished game stands."""
    if record.is_unfinished:
        return unfinished_words(record)
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


def _positions(record: GameRecord) -> tuple[list[Position], str]:
    """Return what can be replayed: the position before the game and after each move and deal.

    Beside it is why there is nothing after that, '' at the end of the game.
    """
    positions = [Position.start(len(record.seats))]
    try:
        positions.extend(step.after for step in replay(record))
    except ReplayError as error:
        return positions, f"The record cannot be replayed further: {error}"
    return positions, ""


def _about(seat: SeatRecord) -> str:
    return ", ".join(filter(None, (seat.engine, seat.limits)))


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
