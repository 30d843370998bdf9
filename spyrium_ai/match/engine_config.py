"""TOML entries: engines that can be named, the user's own and the shipped ones.

name = "greedy-points"
command = ["python", "./greedy_points.py"]
[options]
money = 0.25
[limits]
nodes = 1000
"""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.match.time_control import TimeControl, parse_own_limits
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.toml_config import SearchPath, beside, check_keys, label, read_toml, settings

SHELF = SearchPath("engines", sample="greedy-points.toml")
KEYS = ("name", "command", "options", "limits")


@dataclass(frozen=True)
class EngineConfig:
    """The content of a TOML entry; the command can be started from any directory."""

    name: str
    command: tuple[str, ...]
    options: dict[str, str | None]
    limits: TimeControl | None


def find_config(name: str) -> Path | None:
    """Return the file of an entry, by its path or its name in ./engines or among the shipped."""
    if name.endswith(".toml"):
        if not Path(name).is_file():
            raise UsageError(f"no file '{name}'")
        return Path(name)
    return None if "/" in name else SHELF.find(name)


def config_names() -> list[str]:
    """Return the names of the entries in ./engines and of the shipped ones."""
    return SHELF.names()


def read_config(path: Path) -> EngineConfig:
    """Return the entry; UsageError names the file, the key and the mistake."""
    data = read_toml(path)
    try:
        return _entry(data, path)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _entry(data: dict[str, Any], path: Path) -> EngineConfig:
    check_keys(data, KEYS)
    limits = settings(data, "limits")
    check_keys(limits, BOUNDS, "limit")
    return EngineConfig(
        name=label(data.get("name", path.stem)),
        command=_command(data.get("command"), path.parent),
        options=dict(settings(data, "options")),
        limits=parse_own_limits(limits),
    )


def _command(command: object, folder: Path) -> tuple[str, ...]:
    """Return the command with absolute paths for `python` and for the paths beside the entry."""
    if command is None:
        raise UsageError('command is missing: command = ["python", "./engine.py"]')
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"command cannot be read: {error}") from None
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise UsageError("command is neither a text nor a list of texts")
    if not command:
        raise UsageError("command is empty")
    words = [beside(word, folder) for word in command]
    if words[0] in {"python", "python3"}:
        words[0] = sys.executable
    if not shutil.which(words[0]):
        problem = "is not executable" if Path(words[0]).exists() else "does not exist"
        raise UsageError(f"command: the program '{words[0]}' {problem}")
    return tuple(words)
