"""Who sits at a new table: what requests may name, and nothing that starts a foreign program."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from spyrium_ai.engine.levels import level_player, level_title
from spyrium_ai.engine.registry import BUILTIN
from spyrium_ai.human.session import series_of
from spyrium_ai.match.player_spec import HUMAN, PlayerSpec, distinct, parse_player
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.deal_source import SEEDED
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.match.trust import unknown_commands
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import MAX_SEED
from spyrium_ai.util.text import visible
from spyrium_ai.web.api import ApiError

LONGEST_NAME = 24
LONGEST_MOVETIME = 60_000
# Nobody's engine loses because the machine is busy with something else.
PATIENCE = Timeouts(margin=60.0)
HIDDEN = {"level"}  # it has a kind of its own


@dataclass(frozen=True)
class Seat:
    """A player as a request names it: a person, a level, or an engine that is offered."""

    kind: str
    name: str = ""
    level: float = 0.0


@dataclass(frozen=True)
class NewTable:
    """What a request asks for: a new game with these seats, or a kept one to be resumed."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=5)] = ()
    seed: Annotated[str, Meta(pattern="^[0-9]{0,19}$")] = ""  # beyond the numbers of JavaScript
    movetime: Annotated[int, Meta(ge=1, le=LONGEST_MOVETIME)] | None = None
    deals: str = SEEDED
    keep: bool = True
    resume: str = ""


def new_series(asked: NewTable, engines: Mapping[str, PlayerSpec]) -> Series:
    """Return the series of one game that a request asks for.

    Args:
        asked: the request.
        engines: the players that are offered beside the built-in ones.

    Raises:
        ApiError: there is no such player, or a value is not possible.
    """
    try:
        return Series(
            players=distinct(_player(*item, engines) for item in enumerate(asked.seats, 1)),
            games=1,
            seed=int(asked.seed) if asked.seed else secrets.randbelow(MAX_SEED + 1),
            limits=TimeControl(movetime=asked.movetime),
            deals=asked.deals,
            patience=PATIENCE,
        )
    except UsageError as error:
        raise ApiError(422, str(error)) from None


def saved_series(saved: SavedGame, engines: Mapping[str, PlayerSpec]) -> Series:
    """Return the series of a kept game; ApiError where it would start a foreign program."""
    offered = {spec.text: spec for spec in engines.values()}
    try:
        players = tuple(_titled(offered.get(text) or parse_player(text)) for text in saved.players)
        unknown = unknown_commands(player.command for player in players)
        if set(unknown) - {spec.command for spec in engines.values()}:
            raise ApiError(
                422,
                "this game has an engine that is not offered here: resume it in a terminal, or "
                "start the server with --engine",
            )
        return series_of(saved, distinct(players), PATIENCE)
    except UsageError as error:
        raise ApiError(422, str(error)) from None


def offered_engines(engines: Mapping[str, PlayerSpec]) -> list[dict[str, str]]:
    """Return the engines that a request may name, with a few words about each."""
    builtin = [
        {"name": name, "about": builtin.summary}
        for name, builtin in BUILTIN.items()
        if name not in HIDDEN
    ]
    return builtin + [{"name": name, "about": "given at the start"} for name in engines]


def _player(number: int, seat: Seat, engines: Mapping[str, PlayerSpec]) -> PlayerSpec:
    if seat.kind == "person":
        name = visible(" ".join(seat.name.split()))
        if not name:
            raise ApiError(422, f"the person in seat {number} has no name")
        if len(name) > LONGEST_NAME:
            raise ApiError(422, f"the name in seat {number} is longer than {LONGEST_NAME}")
        return replace(parse_player(HUMAN), name=name)
    if seat.kind == "level":
        return _titled(parse_player(level_player(f"{seat.level:g}")))
    if seat.kind != "engine":
        raise ApiError(422, f"'{seat.kind}' is none of: person, level, engine")
    if seat.name in engines:
        return engines[seat.name]
    if seat.name not in BUILTIN or seat.name in HIDDEN:
        names = ", ".join(item["name"] for item in offered_engines(engines))
        raise ApiError(422, f"no engine '{seat.name}'; there are: {names}")
    return parse_player(seat.name)


def _titled(spec: PlayerSpec) -> PlayerSpec:
    """Return a level by the name that people call it by, any other player as it is."""
    return replace(spec, name=level_title(spec.name))
