"""TOML entries: engines that can be entered by name, those of the user and those shipped.

name = "greedy-points"
command = ["python", "./greedy_points.py"]
[options]
money = 0.25
[limits]
nodes = 1000
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spyrium_ai.errors import UsageError
from spyrium_ai.limits import BOUNDS, SeriesLimits, parse_own_limits

SAMPLE = "greedy-points.toml"  # an entry that is shipped, to know the folder by
KEYS = ("name", "command", "options", "limits")


@dataclass(frozen=True)
class Entry:
    """What a TOML entry says; the command can be started from any directory."""

    name: str
    command: tuple[str, ...]
    options: dict[str, str | None]
    limits: SeriesLimits | None


def find_entry(name: str) -> Path | None:
    """Return the file of an entry: a path to it, or its name in ./engines or among the shipped."""
    if name.endswith(".toml"):
        if not Path(name).is_file():
            raise UsageError(f"no file '{name}'")
        return Path(name)
    if "/" in name:
        return None
    files = (folder / f"{name}.toml" for folder in _folders())
    return next((file for file in files if file.is_file()), None)


def entry_names() -> list[str]:
    """Return the names of the entries in ./engines and of those shipped."""
    names = {file.stem: None for folder in _folders() for file in sorted(folder.glob("*.toml"))}
    return list(names)


def read_entry(path: Path) -> Entry:
    """Return the entry; UsageError names the file, the key and what is wrong with it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from None
    try:
        return _entry(data, path)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _entry(data: dict[str, Any], path: Path) -> Entry:
    for key in data:
        if key not in KEYS:
            raise UsageError(f"unknown key '{key}'; the keys are {', '.join(KEYS)}")
    name = data.get("name", path.stem)
    if not isinstance(name, str) or not name.strip() or not (name.isascii() and name.isprintable()):
        raise UsageError("name is not printable ASCII text")
    limits = _table(data, "limits")
    for key in limits:
        if key not in BOUNDS:
            raise UsageError(f"limits: unknown '{key}'; the limits are {', '.join(BOUNDS)}")
    return Entry(
        name=name,
        command=_command(data.get("command"), path.absolute().parent),
        options=dict(_table(data, "options")),
        limits=parse_own_limits(limits),
    )


def _table(data: dict[str, Any], key: str) -> dict[str, str]:
    """Return a table of the entry with its values as the protocol writes them."""
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise UsageError(f"{key} is not a table ([{key}])")
    return {name: _value(f"{key}: {name}", value) for name, value in table.items()}


def _value(what: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str) and value.isascii() and (value.isprintable() or not value):
        return value
    raise UsageError(f"{what} is not a number, true, false or printable ASCII text")


def _command(command: object, folder: Path) -> tuple[str, ...]:
    """Return the command with `python` and the paths beside the entry made absolute."""
    if command is None:
        raise UsageError('command is missing: command = ["python", "./engine.py"]')
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"command cannot be read: {error}") from None
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise UsageError("command is not a text or a list of texts")
    if not command:
        raise UsageError("command is empty")
    words = [_beside(word, folder) for word in command]
    if words[0] in {"python", "python3"}:
        words[0] = sys.executable
    if not shutil.which(words[0]):
        problem = "is not executable" if Path(words[0]).exists() else "does not exist"
        raise UsageError(f"command: the program '{words[0]}' {problem}")
    return tuple(words)


def _beside(word: str, folder: Path) -> str:
    """Return a word that begins with ./ or ../ as a path from the entry's folder."""
    return os.path.normpath(folder / word) if word.startswith(("./", "../")) else word


def _folders() -> list[Path]:
    """Return where entries are looked up by name: ./engines, then those shipped."""
    return [Path("engines"), *_shipped()]


def _shipped() -> list[Path]:
    """Return the folder of the shipped entries: package data, in a checkout the folder itself."""
    package = Path(__file__).parent
    folders = (package / "shipped_engines", package.parent / "engines")
    return [folder for folder in folders if (folder / SAMPLE).is_file()][:1]
