"""Compares a recorded game with the event's game of the same number."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings


def differences(record: GameRecord, plan: GamePlan, settings: MatchSettings) -> list[str]:
    """Return in words how the recorded game differs from its plan; an empty list if it does not.

    The result is not compared, nor the paths of the programs, nor what may change on resuming:
    the timeouts and the time margin.
    """
    found = [
        f"{what}: {_shown(there)} in the game log, {_shown(wanted)} in the event"
        for what, there, wanted in _pairs(record, plan, settings)
        if there != wanted
    ]
    seeds = (record.seed, *(seat.seed for seat in record.seats))
    if not found and seeds != (plan.seed, *plan.player_seeds):
        found.append("it was played with another seed")
    return found


def _pairs(
    record: GameRecord, plan: GamePlan, settings: MatchSettings
) -> Iterator[tuple[str, object, object]]:
    """Yield the name of each setting, with its values in the record and in the plan."""
    yield "id", record.id, plan.id
    yield "deal set", record.block, plan.block
    yield "players", len(record.seats), len(plan.entrants)
    for number, (seat, entrant) in enumerate(zip(record.seats, plan.entrants, strict=False), 1):
        spec = settings.players[entrant]
        yield f"player in seat {number}", seat.name, spec.name
        yield f"what {spec.name} stands for", seat.spec, spec.text
        yield f"options of {spec.name}", seat.options, dict(spec.options)
        yield f"limits of {spec.name}", seat.limits, str(settings.limits_of(spec))
    yield "on_fault", record.policy, settings.policy


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items()) or "none"
    return f"'{value}'" if isinstance(value, str) else str(value)
