"""Recorded faults in words: a short notice while games are played, everything in `replay`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote

from spyrium_ai.match.process.faults import counted_faults, fault_words, protocol_lines
from spyrium_ai.match.records.record import Fault, GameRecord
from spyrium_ai.util.text import visible


def fault_notices(record: GameRecord, log: Path | None, *, is_first: bool) -> list[str]:
    """Return a line for each fault of a game.

    Args:
        record: the game.
        log: the game log that keeps it, if there is one.
        is_first: no notice has been given before; the first one names the command that shows
            everything.
    """
    lines = []
    for fault in record.faults:
        name = record.seats[fault.seat - 1].name
        lines.append(f"game {record.id}: {name} in seat {fault.seat}: {fault_words(fault)}")
    if lines and is_first and log is not None:
        lines.append(f"  (`{replay_command(log)}` shows the protocol lines of all faults)")
    return [visible(line) for line in lines]


def replay_command(log: Path) -> str:
    """Return the command that shows the faults of a game log."""
    return f"spyrium-ai replay {quote(str(log))} --faults"


def fault_lines(fault: Fault, names: Sequence[str]) -> Iterator[str]:
    """Yield everything about a fault: what happened, the position, the last protocol lines."""
    yield f"   !  {names[fault.seat - 1]}: {fault_words(fault)}"
    yield f"      in the position: {fault.position}"
    yield from (f"      {line}" for line in protocol_lines(fault))


def faults_heading(faulty: int, games: int, counts: Mapping[str, int], seats: int) -> str:
    """Return how many games had faults, in one line.

    >>> faults_heading(3, 10, {"flag": 2, "crash": 1}, seats=2)
    '3 of 10 games were decided by faults: 2 time forfeits, 1 crash'

    Args:
        faulty: the number of games with a fault.
        games: the number of all games.
        counts: the number of faults by kind.
        seats: those of a table. In games of two a fault decides the game.
    """
    had = "were decided by faults" if seats == 2 else "had faults"
    return f"{faulty} of {games} games {had}: {counted_faults(counts)}"
