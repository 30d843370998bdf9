"""Whether a recorded game is the one that an event has in its place."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.records import GameRecord
from spyrium_ai.schedule import GamePlan
from spyrium_ai.terms import Terms


def differences(record: GameRecord, plan: GamePlan, terms: Terms) -> list[str]:
    """Return in words where the game's record differs from its plan; nothing if it is this game.

    What the players did is not looked at, nor where their programs lie.
    """
    return [
        f"{what} is {_shown(found)} instead of {_shown(wanted)}"
        for what, found, wanted in _pairs(record, plan, terms)
        if found != wanted
    ]


def _pairs(
    record: GameRecord, plan: GamePlan, terms: Terms
) -> Iterator[tuple[str, object, object]]:
    """Yield what the record and the plan say of the same things."""
    yield "the id", record.id, plan.id
    yield "the number of players", len(record.seats), len(plan.entrants)
    for number, (seat, entrant) in enumerate(zip(record.seats, plan.entrants, strict=False), 1):
        spec = terms.players[entrant]
        yield f"the player in seat {number}", seat.name, spec.name
        yield f"what {spec.name} stands for", seat.spec, spec.text
        yield f"the set of options of {spec.name}", dict(seat.options), dict(spec.options)
        yield f"the limit of {spec.name}", seat.limits, str(terms.limits_of(spec))
        yield f"the seed of {spec.name}", seat.seed, plan.player_seeds[number - 1]
    yield "the seed of the deal", record.seed, plan.seed
    yield "what a fault means", record.policy, terms.policy


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items()) or "none"
    return f"'{value}'" if isinstance(value, str) else str(value)
