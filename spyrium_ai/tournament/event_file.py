"""Event files: found by name, and read into an `Event`.

name = "small"
deals = 20
[limits]
movetime = 100
[[players]]
player = "mcts"
[[players]]
player = "heuristic"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

from spyrium_ai.analysis.ratings import sprt
from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.match.player_spec import PlayerSpec, distinct, limits_after_colon, parse_player
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.settings import (
    JOBS,
    MOST_GAMES,
    PATIENCE_BOUNDS,
    POLICIES,
    TIMEMARGIN,
    TIMEMARGIN_BOUNDS,
    is_jobs,
)
from spyrium_ai.match.time_control import TimeControl, parse_one_limit
from spyrium_ai.tournament.event import FORMATS, Event
from spyrium_ai.util.errors import UsageError, suggest
from spyrium_ai.util.json_fields import FieldError, Fields
from spyrium_ai.util.seeds import MAX_SEED, new_secret
from spyrium_ai.util.text import shown_value
from spyrium_ai.util.toml_config import SearchPath, check_keys, label, read_toml, settings

SHELF = SearchPath("tournaments", sample="quick.toml")
DEFAULTS: Mapping[str, object] = {
    "format": FORMATS[0],
    "seats": 2,
    "deals": 10,
    "rounds": 1,
    "jobs": 1,
    "on_fault": POLICIES[0],
    "patience": Timeouts.move,
    "timemargin": TIMEMARGIN,
}
KEYS = ("name", *DEFAULTS, "seed", "limits", "players", "sprt")
LIMITS = ("movetime", "nodes", "clock")
PLAYER_KEYS = ("player", "name", "options", "limits", "challenger")
PLAYER_LIMITS = (*BOUNDS, "clock")
MOST = 10**6  # deals, rounds
MOST_TABLES = 20_000  # ordering more of them takes long


def find_event(name: str) -> Path:
    """Return the file of an event, by its path or its name in ./tournaments or among the shipped.

    Raises:
        UsageError: there is no such event; the message names those that exist.
    """
    path = Path(name)
    if ("/" in name or path.suffix == ".toml") and path.is_file():
        return path
    if "/" in name:
        raise UsageError(f"'{name}' is not the file of an event")
    stem = name.removesuffix(".toml")
    found = SHELF.find(stem)
    if found is not None:
        return found
    if path.is_file():
        raise UsageError(f"no event '{name}'; a path has a / or ends in .toml: './{name}'")
    beside = Path(f"{stem}.toml")
    hint = f"did you mean '{beside}'?" if beside.is_file() else suggest(stem, event_names())
    raise UsageError(f"no event '{name}'; {hint}")


def event_names() -> list[str]:
    """Return the names of the events in ./tournaments and of the shipped ones."""
    return SHELF.names()


def read_event(path: Path) -> Event:
    """Return the event; UsageError names the file, the key and the mistake."""
    data = read_toml(path)
    try:
        return _event(data, path)
    except FieldError as error:
        raise UsageError(f"{path}: {error.field}: {error.reason}") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _event(data: dict[str, Any], path: Path) -> Event:
    check_keys(data, KEYS)
    fields = Fields({**DEFAULTS, **data})
    tables = _tables(data, "players")
    players = _players(tables, path.parent)
    if fields.word("format", FORMATS) == "swiss" and "rounds" not in data:
        raise UsageError("rounds is missing: rounds = 3")
    event = Event(
        name=label(data.get("name", path.stem)),
        format=fields.word("format", FORMATS),
        players=players,
        seats=fields.number("seats", 2, 5),
        deals=fields.number("deals", 1, MOST),
        rounds=fields.number("rounds", 1, MOST),
        challengers=_challengers(tables),
        limits=_common_limits(data),
        seed=fields.number("seed", 0, MAX_SEED) if "seed" in data else new_secret(),
        jobs=_jobs(data.get("jobs", DEFAULTS["jobs"])),
        policy=fields.word("on_fault", POLICIES),
        patience=_timeouts(fields),
        sprt=_sprt(data, [player.name for player in players]),
        shared_names=_shared_names(tables),
    )
    _check_size(event)
    return event


def _timeouts(fields: Fields) -> Timeouts:
    margin = fields.number("timemargin", *TIMEMARGIN_BOUNDS)
    return Timeouts(move=fields.real("patience", *PATIENCE_BOUNDS), margin=margin / 1000)


def _check_size(event: Event) -> None:
    """Raise UsageError for too many tables or games."""
    players, seats, challengers = len(event.players), event.seats, len(event.challengers)
    tables = {
        "round-robin": comb(players, seats),
        "gauntlet": challengers * comb(players - challengers, seats - 1),
        "swiss": players // seats,
        "ladder": players - seats + 1,
    }[event.format]
    if tables > MOST_TABLES:
        raise UsageError(
            f"players, seats: {players} players at tables of {seats} make {tables} tables, more "
            f"than {MOST_TABLES}; a swiss event has few"
        )
    games = tables * event.deals * event.rounds * seats
    if games > MOST_GAMES:
        raise UsageError(f"deals: they make {games} games, more than {MOST_GAMES}")


def _tables(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the tables of an array of tables."""
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise UsageError(
            f"{key}: {shown_value(tables)} is not a list of tables, each under [[{key}]]"
        )
    return tables


def _players(tables: Sequence[dict[str, Any]], folder: Path) -> tuple[PlayerSpec, ...]:
    if len(tables) < 2:
        raise UsageError(f"an event needs 2 or more [[players]], not {len(tables)}")
    specs = []
    for number, table in enumerate(tables, 1):
        try:
            specs.append(_player(table, folder))
        except UsageError as error:
            raise UsageError(f"player {number}: {error}") from None
    return distinct(specs)


def _player(table: dict[str, Any], folder: Path) -> PlayerSpec:
    check_keys(table, PLAYER_KEYS)
    if "player" not in table:
        raise UsageError('player is missing: player = "mcts"')
    spec = parse_player(label(table["player"], "player"), folder)
    if spec.is_human:
        raise UsageError(f"'{spec.text}': human players are not supported here, only in a `match`")
    limits, own = _limits(table, PLAYER_LIMITS), limits_after_colon(spec.text, folder)
    if limits and own:
        raise UsageError(f"two limits, '{spec.text}' and limits: {limits}; leave one of them out")
    return replace(
        spec,
        name=label(table.get("name", spec.name)),
        options=tuple({**dict(spec.options), **_options(table)}.items()),
        limits=limits or spec.limits,
    )


def _options(table: Mapping[str, Any]) -> dict[str, str]:
    options = settings(table, "options")
    for name in BOUNDS:
        if name in options:
            raise UsageError(
                f"options: {name} belongs under limits: limits = {{ {name} = {options[name]} }}"
            )
    return options


def _shared_names(tables: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the names that several players were given."""
    given = Counter(table["name"] for table in tables if "name" in table)
    return tuple(name for name, count in given.items() if count > 1)


def _jobs(value: Any) -> int:
    if type(value) is int and is_jobs(value):
        return value
    raise UsageError(f"jobs: {shown_value(value)} is not {JOBS}")


def _challengers(tables: Sequence[dict[str, Any]]) -> tuple[int, ...]:
    """Return the indices of the challengers."""
    return tuple(
        number
        for number, table in enumerate(tables)
        if Fields({"challenger": False, **table}, f"player {number + 1}: ").flag("challenger")
    )


def _common_limits(data: Mapping[str, Any]) -> TimeControl:
    """Return the common limits."""
    if "depth" in settings(data, "limits"):
        raise UsageError(
            "limits: depth is a limit for single players, since each counts it in its own way: "
            "limits = { depth = 2 } under their [[players]]"
        )
    return _limits(data, LIMITS) or TimeControl()


def _limits(data: Mapping[str, Any], known: Sequence[str]) -> TimeControl | None:
    """Return the limits of the table [limits], None if it is empty."""
    texts = settings(data, "limits")
    check_keys(texts, known, "limit")
    try:
        return parse_one_limit(texts) if texts else None
    except UsageError as error:
        raise UsageError(f"limits: {error}") from None


def _sprt(data: Mapping[str, Any], names: Sequence[str]) -> sprt.SprtPlan | None:
    """Return the test of the table [sprt], if there is one."""
    if "sprt" not in data:
        return None
    table = data["sprt"]
    if not isinstance(table, dict):
        raise UsageError(f"sprt: {shown_value(table)} is not a table ([sprt])")
    check_keys(table, ("players", *sprt.KEYS), "key of [sprt]")
    if "players" not in table and len(names) > 2:
        raise UsageError(f"sprt: players is missing: two of {', '.join(names)}")
    pair = Fields({"players": list(names), **table}, "sprt: ").texts("players")
    for name in pair:
        if name not in names:
            raise UsageError(f"sprt: players: no player '{name}'; {suggest(name, names)}")
    if len(set(pair)) != 2 or len(pair) != 2:
        raise UsageError(f"sprt: players: {', '.join(pair)} are not two players")
    return sprt.sprt_plan(table, (names.index(pair[0]), names.index(pair[1])))
