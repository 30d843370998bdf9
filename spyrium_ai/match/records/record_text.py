"""Recorded games in words: one line each, or a game move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.score_breakdown import render_final
from spyrium_ai.game.text.style import Style
from spyrium_ai.match.records.deal_source import SEEDED
from spyrium_ai.match.records.fault_text import fault_lines
from spyrium_ai.match.records.record import GameRecord, Ply
from spyrium_ai.match.records.replay import replay


def summary(record: GameRecord) -> str:
    """Return a game in one line: its number and id, names and scores (`*`: the winners)."""
    parts = []
    for number, seat in enumerate(record.seats, 1):
        score = str(record.scores[number - 1]) if record.scores else "-"
        lost = any(fault.seat == number for fault in record.faults)
        mark = "*" if number in record.winners else " (fault)" if lost else ""
        parts.append(f"{seat.name} {score}{mark}")
    state = "unfinished" if record.is_unfinished else "void" if record.outcome == "void" else ""
    return f"{record.game:4}  {record.id:>6}  {', '.join(parts)}  {state}".rstrip()


def unfinished_words(record: GameRecord) -> str:
    """Return where an unfinished game stands, in a sentence."""
    turn = Position.parse(record.final).turn
    return f"Unfinished, in turn {turn}." if turn else "Unfinished, before the first turn."


def game_lines(record: GameRecord, style: Style) -> Iterator[str]:
    """Yield the game in lines: the board at the start of each turn, the moves, the scores.

    ReplayError: a move or deal is not possible; everything before it has been yielded.
    """
    names = [seat.name for seat in record.seats]
    yield from _heading(record)
    turn = 0
    final = Position.start(len(names))
    for number, before, ply, final in replay(record):  # noqa: B007 (the last one is used)
        yield from _faults(record, number - 1, names)
        if before.is_chance:
            continue
        if before.turn != turn:
            turn = before.turn
            yield from ("", render(before, names, style), "")
        words = f"{sentence(before.board(), ply.move, third=True)} [{ply.move}]{_thought(ply)}"
        yield style.wrap(f"{names[before.to_move - 1]} {words}", hang=6, first=f"{number:4}  ")
    yield from _faults(record, len(record.plies), names)
    yield ""
    yield from _result(record, final, names, style)


def _heading(record: GameRecord) -> Iterator[str]:
    deals = f"deals of seed {record.seed}" if record.deals == SEEDED else "dealt by hand"
    yield f"Game {record.game} ({record.id}), block {record.block}, {deals}"
    for number, seat in enumerate(record.seats, 1):
        limits = f", {seat.limits}" if seat.limits else ""
        engine = f" ({seat.engine})" if seat.engine else ""
        yield f"  seat {number}: {seat.name}{engine}{limits}"


def _thought(ply: Ply) -> str:
    """Return what was recorded of the search."""
    parts = []
    if ply.time is not None:
        parts.append(f"{ply.time:.0f} ms")
    if ply.nodes is not None:
        parts.append(f"{ply.nodes} nodes")
    if ply.values is not None:
        parts.append("sees " + ":".join(f"{value / 10:.0f}" for value in ply.values))
    return f" {', '.join(parts)}" if parts else ""


def _faults(record: GameRecord, ply: int, names: Sequence[str]) -> Iterator[str]:
    for fault in record.faults:
        if fault.ply == ply:
            yield from fault_lines(fault, names)


def _result(
    record: GameRecord, final: Position, names: Sequence[str], style: Style
) -> Iterator[str]:
    if final.is_over and record.outcome == "played":
        yield render_final(final, names, style)
        return
    if record.is_unfinished:
        yield unfinished_words(record)
        return
    if record.scores:
        scores = ", ".join(f"{n} {score}" for n, score in zip(names, record.scores, strict=True))
        yield style.wrap(f"Final scores: {scores}.")
    else:
        yield f"The game ended in turn {final.turn} by a fault."
    winners = " and ".join(names[seat - 1] for seat in record.winners)
    void = "The game is void and does not count."
    yield void if record.outcome == "void" else style.wrap(f"The win goes to {winners}.")
