"""Player specs: how a player is written on the command line, and what it stands for.

A spec is a built-in player, a TOML entry (a path, or its name in ./engines or among the shipped
ones), a program by its path, a command, or `human`. Options follow a colon:
`mcts:nodes=2000,threads=2`. A text with spaces is a path or a name if there is such a file, else a
command, split as by a shell.
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
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import visible
from spyrium_ai.util.toml_config import beside

HUMAN = "human"
_SETTING = r"[^,=\s:/]+(?:=[^,\s]*)?"
_SETTINGS = re.compile(rf"{_SETTING}(?:,{_SETTING})*")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as it was requested: `text` is the spec, `name` its name in tables.

    `command` starts its process (empty for a human). `options` are set before the first game;
    None presses a button. `limits`, if there are any, replace the series' limits for this player.
    ./paths of the spec are relative to `folder`, None for the working directory.
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
        """Return its own limits, or the common ones if it has none."""
        return self.limits or common

    def mixed_seed(self, seed: int) -> int:
        """Return the seed of a game, mixed with the player's own if it has one."""
        own = dict(self.options).get("seed")
        return seed if own is None else derive("own seed", own, seed)

    def found_here(self) -> PlayerSpec:
        """Return the same player with the command that its spec means on this machine.

        Raises:
            UsageError: it means nothing here.
        """
        return replace(self, command=parse_player(self.text, self.folder).command)


def parse_players(texts: Sequence[str]) -> tuple[PlayerSpec, ...]:
    """Return the players of the specs, with distinct names; UsageError for a wrong spec.

    >>> [player.name for player in parse_players(["random", "random", "random:nodes=5"])]
    ['random#1', 'random#2', 'random:nodes=5']
    """
    return distinct(parse_player(text) for text in texts)


def distinct(specs: Iterable[PlayerSpec]) -> tuple[PlayerSpec, ...]:
    """Return the players with distinct names: equal ones are numbered."""
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
        folder: what paths that begin with ./ or ../ are relative to, by default the working
            directory.

    Raises:
        UsageError: there is no such player, a limit is not a number, a TOML entry is wrong.
    """
    text = text.strip()
    if not text:
        raise UsageError("the name of a player is empty")
    found = _parse(text, folder)
    return replace(found, name=visible(found.name), folder=folder.absolute() if folder else None)


def limits_after_colon(text: str, folder: Path | None = None) -> TimeControl | None:
    """Return the limits that the spec itself sets, None if it sets none.

    >>> str(limits_after_colon("mcts:nodes=10,threads=2")), limits_after_colon("mcts")
    ('nodes 10', None)
    """
    if _is_command(text, folder):
        return None
    return _sorted_out(text, _split(text, folder)[1])[1]


def _parse(text: str, folder: Path | None) -> PlayerSpec:
    if _is_command(text, folder):
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


def _is_command(text: str, folder: Path | None) -> bool:
    """Return whether the spec is a program with arguments, and not a path or a name with spaces."""
    if len(text.split()) == 1:
        return False
    colons = (match.start() for match in re.finditer(":", text))
    bases = (text[:colon] for colon in colons if _SETTINGS.fullmatch(text[colon + 1 :]))
    return not any(_is_there(base, folder) for base in (text, *bases))


def _is_there(base: str, folder: Path | None) -> bool:
    """Return whether there is an entry or a program with this path or name."""
    path = beside(base, folder)
    try:
        if os.sep in path or path.endswith(".toml"):
            return Path(path).exists()
        return find_config(path) is not None
    except OSError:  # too long for a path
        return False


def _this_package() -> tuple[str, ...]:
    """Return the interpreter's arguments that run this package from any working directory.

    `-m` searches the working directory first. In a folder of sources it would find uncompiled
    modules there, which `-P` prevents.
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
    """Return the player of a TOML entry, with the options after the colon of the spec."""
    merged = {**entry.options, **options}
    name = entry.name + suffix
    return PlayerSpec(text, name, entry.command, tuple(merged.items()), limits or entry.limits)


def _split(text: str, folder: Path | None) -> tuple[str, list[str]]:
    """Return the name and the settings after the colon; a path may contain colons too."""
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
    """Return the options and the limits of a spec's settings."""
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
    """Return the words of a command, the first a program that exists."""
    try:
        program, *words = (beside(word, folder) for word in shlex.split(text))
    except ValueError as error:
        raise UsageError(f"the command '{text}' cannot be read: {error}") from None
    try:
        return (*_program(program), *words)
    except UsageError as error:
        raise UsageError(f"{error}, and no file '{text}'") from None


def _program(program: str) -> tuple[str, ...]:
    """Return the program as a command; UsageError if there is no such program."""
    if shutil.which(program):
        return (program,)
    path = Path(program)
    if path.is_dir():
        raise UsageError(f"'{program}' is a directory, not a program")
    if path.exists():
        raise UsageError(f"'{program}' is not executable")
    raise UsageError(f"no program '{program}'" + ("" if os.sep in program else " in PATH"))


def _suggest(name: str) -> str:
    """Return a suggestion for a mistyped name."""
    if Path(f"{name}.toml").is_file():
        return f"did you mean '{name}.toml'?"
    return suggest(name, [*BUILTIN, *config_names(), HUMAN])
