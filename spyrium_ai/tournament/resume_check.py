"""Whether a recorded game is the one that an event has in its place."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings


def differences(record: GameRecord, plan: GamePlan, terms: MatchSettings) -> list[str]:
    """Return in words where the game's record differs from its plan; nothing if it is this game.

    What the players did is not looked at, nor where their programs lie.
    """
    found = [
        f"{what}: {_shown(there)} in the journal, {_shown(wanted)} in the event"
        for what, there, wanted in _pairs(record, plan, terms)
        if there != wanted
    ]
    seeds = (record.seed, *(seat.seed for seat in record.seats))
    if not found and seeds != (plan.seed, *plan.player_seeds):
        found.append("it was played with another seed")
    return found


def _pairs(
    record: GameRecord, plan: GamePlan, terms: MatchSettings
) -> Iterator[tuple[str, object, object]]:
    """Yield what the record and the plan say of the same things."""
    yield "id", record.id, plan.id
    yield "players", len(record.seats), len(plan.entrants)
    for number, (seat, entrant) in enumerate(zip(record.seats, plan.entrants, strict=False), 1):
        spec = terms.players[entrant]
        yield f"player in seat {number}", seat.name, spec.name
        yield f"what {spec.name} stands for", seat.spec, spec.text
        yield f"options of {spec.name}", seat.options, dict(spec.options)
        yield f"limits of {spec.name}", seat.limits, str(terms.limits_of(spec))
    yield "on_fault", record.policy, terms.policy


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items()) or "none"
    return f"'{value}'" if isinstance(value, str) else str(value)
