"""Which commands of a file are known here: those of built-in players and of the user's entries."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from spyrium_ai.engine.registry import BUILTIN
from spyrium_ai.match.engine_config import config_names
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.util.errors import UsageError

Command = tuple[str, ...]


def unknown_commands(commands: Iterable[Command]) -> list[Command]:
    """Return the commands, each once, that no built-in player and no TOML entry has here.

    The whole command counts: a name proves nothing, as a file can give any name to any command.
    """
    asked = dict.fromkeys(command for command in commands if command)
    known = set(_known()) if asked else set()
    return [command for command in asked if command not in known]


def _known() -> Iterator[Command]:
    for name in BUILTIN:
        python, *_, package, engine, player = parse_player(name).command
        yield parse_player(name).command
        yield (python, "-P", "-m", package, engine, player)  # the same from any other folder
    for name in config_names():
        with contextlib.suppress(UsageError):  # a broken entry, or one whose program is missing
            yield parse_player(name).command
