"""What is said about a fault when it happens."""

from __future__ import annotations

from spyrium_ai.match.records.record import Fault, GameRecord
from spyrium_ai.util.text import visible


def fault_text(record: GameRecord, fault: Fault, told: set[tuple[str, str]]) -> str:
    """Return what to say about a fault: everything the first time that a player has this kind.

    Args:
        record: the game.
        fault: one of its faults.
        told: which players have had which kinds; the fault is added.
    """
    name = record.seats[fault.seat - 1].name
    lines = [f"game {record.id}: {name} in seat {fault.seat}: {fault.kind}: {fault.reason}"]
    if (name, fault.kind) not in told:
        told.add((name, fault.kind))
        lines.append(f"  in the position: {fault.position}")
        lines.append(f"  after the command: {fault.command[:200]}")
        lines.extend(f"    {line}" for line in fault.log)
    return "\n".join(map(visible, lines))
