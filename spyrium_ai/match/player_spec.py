"""What a player is called on the command line, and what that stands for.

A spec is the name of a built-in player, a TOML entry (a path, or its name in ./engines or among
those shipped), a command, or `human`; options follow a colon: `mcts:nodes=2000,threads=2`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.engine.registry import BUILTIN
from spyrium_ai.match.engine_config import EngineConfig, config_names, find_config, read_config
from spyrium_ai.match.time_control import TimeControl, parse_own_limits
from spyrium_ai.util.errors import UsageError, suggest
from spyrium_ai.util.text import visible
from spyrium_ai.util.toml_config import beside

HUMAN = "human"
_SETTING = r"[^,=\s:/]+(?:=[^,\s]*)?"
_SETTINGS = re.compile(rf"{_SETTING}(?:,{_SETTING})*")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as it was asked for: `text` is the spec, `name` what tables call it.

    `command` starts its process (empty for a human). `options` are set before the first game;
    None is a button. `limits` replace the series' limits for this player where it has some.
    `folder` is where ./paths of the spec are seen from, None for the working directory.
    """

    text: str
    name: str
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str | None], ...] = ()
    limits: TimeControl | None = None
    folder: Path | None = field(default=None, compare=False)

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.command

    def limits_or(self, common: TimeControl) -> TimeControl:
        """Return its own limits, else those of all."""
        return self.limits or common

    def found_here(self) -> PlayerSpec:
        """Return the same player with the command that the spec stands for on this machine.

        Raises:
            UsageError: it stands for nothing here.
        """
        return replace(self, command=parse_player(self.text, self.folder).command)


def parse_players(texts: Sequence[str]) -> tuple[PlayerSpec, ...]:
    """Return the players of the specs, each with a name of its own; UsageError says what is wrong.

    >>> [player.name for player in parse_players(["random", "random", "random:nodes=5"])]
    ['random#1', 'random#2', 'random:nodes=5']
    """
    return distinct(parse_player(text) for text in texts)


def distinct(specs: Iterable[PlayerSpec]) -> tuple[PlayerSpec, ...]:
    """Return the players with names that differ: equal ones are numbered."""
    players = tuple(specs)
    total = Counter(player.name for player in players)
    taken = set(total)
    seen: Counter[str] = Counter()
    named = []
    for player in players:
        name = player.name
        while total[player.name] > 1 and name in taken:
            seen[player.name] += 1
            name = f"{player.name}#{seen[player.name]}"
        taken.add(name)
        named.append(replace(player, name=name))
    return tuple(named)


def parse_player(text: str, folder: Path | None = None) -> PlayerSpec:
    """Return the player that a spec stands for.

    Args:
        text: the spec.
        folder: where paths that begin with ./ or ../ are seen from, by default the working
            directory.

    Raises:
        UsageError: nothing has this name, a limit is no number, a TOML entry is not in order.
    """
    text = text.strip()
    if not text:
        raise UsageError("the name of a player is empty")
    found = _parse(text, folder)
    return replace(found, name=visible(found.name), folder=folder.absolute() if folder else None)


def limits_after_colon(text: str, folder: Path | None = None) -> TimeControl | None:
    """Return the limits that the spec itself sets, None where it sets none.

    >>> str(limits_after_colon("mcts:nodes=10,threads=2")), limits_after_colon("mcts")
    ('nodes 10', None)
    """
    if len(text.split()) > 1:
        return None
    return _sorted_out(text, _split(text, folder)[1])[1]


def _parse(text: str, folder: Path | None) -> PlayerSpec:
    if len(text.split()) > 1:
        return PlayerSpec(text, text, _command(text, folder))
    base, settings = _split(text, folder)
    options, limits = _sorted_out(text, settings)
    if base == HUMAN:
        if settings:
            raise UsageError(f"'{text}': {HUMAN} has no options")
        return PlayerSpec(text, HUMAN)
    if base in BUILTIN:
        command = (sys.executable, *_this_package(), "engine", base)
        return PlayerSpec(text, text, command, tuple(options.items()), limits)
    path = beside(base, folder)
    entry = find_config(path)
    if entry is not None:
        return _of_entry(text, read_config(entry), text[len(base) :], options, limits)
    if os.sep in path:
        return PlayerSpec(text, text, _program(path), tuple(options.items()), limits)
    raise UsageError(f"no player '{base}'; {_suggest(base)}")


def _this_package() -> tuple[str, ...]:
    """Return what has the interpreter run this package, whatever lies in the working directory.

    `-m` looks there first, and in a folder of sources it finds modules that are not compiled.
    """
    is_here = Path(__file__).resolve().parents[2] == Path.cwd().resolve()
    return ("-m", "spyrium_ai") if is_here else ("-P", "-m", "spyrium_ai")


def _of_entry(
    text: str,
    entry: EngineConfig,
    suffix: str,
    options: Mapping[str, str | None],
    limits: TimeControl | None,
) -> PlayerSpec:
    """Return the player of a TOML entry, changed by what follows the colon of the spec."""
    merged = {**entry.options, **options}
    name = entry.name + suffix
    return PlayerSpec(text, name, entry.command, tuple(merged.items()), limits or entry.limits)


def _split(text: str, folder: Path | None) -> tuple[str, list[str]]:
    """Return the name and the settings after the colon: a colon may belong to a path too."""
    for colon in (match.start() for match in re.finditer(":", text)):
        base, rest = text[:colon], text[colon + 1 :]
        if base and _SETTINGS.fullmatch(rest):
            return base, rest.split(",")
    if ":" in text and not Path(beside(text, folder)).exists():
        raise UsageError(f"'{text}': what follows the colon is not OPTION=VALUE,OPTION=VALUE")
    return text, []


def _sorted_out(
    text: str, settings: Iterable[str]
) -> tuple[dict[str, str | None], TimeControl | None]:
    """Return the options and the limits among the settings of a spec."""
    options: dict[str, str | None] = {}
    limits: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if name in options or name in limits:
            raise UsageError(f"'{text}': {name} comes twice")
        if name in BOUNDS:
            limits[name] = value
        else:
            options[name] = value if equals else None
    try:
        return options, parse_own_limits(limits)
    except UsageError as error:
        raise UsageError(f"'{text}': {error}") from None


def _command(text: str, folder: Path | None) -> tuple[str, ...]:
    """Return the words of a quoted command, the program found."""
    try:
        program, *words = (beside(word, folder) for word in shlex.split(text))
    except ValueError as error:
        raise UsageError(f"the command '{text}' cannot be read: {error}") from None
    return (*_program(program), *words)


def _program(program: str) -> tuple[str, ...]:
    """Return the program as a command; UsageError where there is none of this name."""
    if shutil.which(program):
        return (program,)
    path = Path(program)
    if path.is_dir():
        raise UsageError(f"'{program}' is a directory, not a program")
    if path.exists():
        raise UsageError(f"'{program}' is not executable")
    raise UsageError(f"no program '{program}'" + ("" if os.sep in program else " in PATH"))


def _suggest(name: str) -> str:
    """Return what may have been meant."""
    if Path(f"{name}.toml").is_file():
        return f"did you mean '{name}.toml'?"
    return suggest(name, [*BUILTIN, *config_names(), HUMAN])
