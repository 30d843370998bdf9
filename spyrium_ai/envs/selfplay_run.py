"""A run of self-play into a folder of shards, which can be interrupted and resumed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol, Self

from spyrium_ai.envs.action_space import ACTION_FORMAT
from spyrium_ai.envs.observation_layout import OBSERVATION_FORMAT
from spyrium_ai.envs.selfplay import SelfplaySettings
from spyrium_ai.envs.shards import (
    GAMES_OF_SHARD,
    PATTERN,
    SHARD_FORMAT,
    Shard,
    count_games,
    joined,
    pack,
    read_shard,
)
from spyrium_ai.util.append_file import AppendFile, open_alone
from spyrium_ai.util.atomic_write import write_atomically
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import decode
from spyrium_ai.version import full_version

SETTINGS_FILE, PARTS = "selfplay.json", "parts"


class SelfplayRunner(Protocol):
    """Plays the games: in processes here, or on the workers of a cluster."""

    @property
    def is_stopped(self) -> bool:
        """Whether the games have been stopped."""

    def play(self, numbers: Iterable[int]) -> Iterator[Shard]:
        """Yield the games with these numbers as they end; stopped or lost ones are left out."""


class SelfplayRun:
    """The games 0 to `games` - 1 of some settings, in a folder of their own; a context.

    A game that has ended is a file in `parts/`; when all games of a shard are there, they become
    the shard. The same settings give the same bytes, however often the run was interrupted or
    extended, and however many processes or machines play.
    """

    def __init__(self, folder: Path, settings: SelfplaySettings, games: int) -> None:
        """Take the folder, look at what it has, and write the shards that are complete.

        Raises:
            HaltError: the disk does not take a shard.
            UsageError: it cannot be made, has other things or games of other settings, is in use
                by another run, or a shard in it is damaged.
        """
        self.games = games
        self._folder, self._settings = folder, settings
        self._is_new = not folder.exists()
        self._claim = _claimed(folder, settings)
        try:
            self._parts = folder / PARTS
            self._parts.mkdir(exist_ok=True)
            for place in (folder, self._parts):
                for draft in place.glob(".*.npz.*"):  # of a run that was killed while it wrote
                    draft.unlink()
            self._done = {number for shard in self._shards() for number in self._found(shard)}
            for shard in self._shards():  # parts may be left of a run that was killed
                self._complete(shard)
        except BaseException:
            self._claim.close()
            raise

    @property
    def done(self) -> int:
        """How many of the games there are."""
        return len(self._done)

    @property
    def waiting(self) -> int:
        """How many of the games wait in `parts/` for the rest of their shards."""
        return sum(1 for _ in self._parts.glob("game-*.npz"))

    @property
    def shards(self) -> list[Path]:
        """The files of the shards that there are."""
        return sorted(self._folder.glob(PATTERN))

    def run(self, runner: SelfplayRunner, on_game: Callable[[], None]) -> None:
        """Play the games that are missing, and write the shards that are complete.

        Args:
            runner: plays the games, those that it loses again; its `stop` ends the run.
            on_game: called after each game.

        Raises:
            HaltError: the disk does not take a game, or the runner finished none although it was
                not stopped.
            UsageError: a file of the run is damaged.
        """
        while self.done < self.games and not runner.is_stopped:
            before = self.done
            missing = (number for number in range(self.games) if number not in self._done)
            with contextlib.closing(runner.play(missing)) as games:  # type: ignore[type-var]
                for game in games:
                    self._add(game)
                    on_game()
            if self.done == before and not runner.is_stopped:
                raise HaltError("no game was finished, although the run was not stopped")

    def _add(self, game: Shard) -> None:
        """Write a game, and its shard if that is now complete."""
        number = int(game.game_numbers[0])
        _write(self._part(number), game)
        self._done.add(number)
        self._complete(number // GAMES_OF_SHARD)

    def close(self) -> None:
        """Let other runs have the folder; it is removed if it is new and no game was finished."""
        if not self.shards and not self.waiting:
            self._claim.path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # something else is there
                self._parts.rmdir()
                if self._is_new:
                    self._folder.rmdir()
        self._claim.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _shards(self) -> range:
        return range((self.games - 1) // GAMES_OF_SHARD + 1)

    def _numbers(self, shard: int) -> range:
        """Return the games of a shard."""
        first = shard * GAMES_OF_SHARD
        return range(first, min(first + GAMES_OF_SHARD, self.games))

    def _shard_file(self, shard: int) -> Path:
        return self._folder / f"shard-{shard:06}.npz"

    def _part(self, number: int) -> Path:
        return self._parts / f"game-{number:08}.npz"

    def _written(self, shard: int) -> int:
        """Return how many games a shard's file has: the first ones of the shard."""
        path = self._shard_file(shard)
        if not path.exists():
            return 0
        try:
            return count_games(path)[0]
        except ValueError as error:
            raise _damaged(error) from None

    def _found(self, shard: int) -> list[int]:
        """Return the games of a shard that have been played."""
        written, numbers = self._written(shard), self._numbers(shard)
        parts = [number for number in numbers[written:] if self._part(number).exists()]
        return [*numbers[:written], *parts]

    def _complete(self, shard: int) -> None:
        """Write a shard if all its games are there and some are not in it, and remove the parts."""
        numbers = self._numbers(shard)
        if not self._done.issuperset(numbers):
            return
        path, written = self._shard_file(shard), self._written(shard)
        try:
            if written < len(numbers):
                known = [read_shard(path)] if written else []
                parts = [read_shard(self._part(number)) for number in numbers[written:]]
                _write(path, joined(known + parts))
        except ValueError as error:
            raise _damaged(error) from None
        for number in numbers:
            self._part(number).unlink(missing_ok=True)


def _damaged(error: ValueError) -> UsageError:
    return UsageError(f"{error}; remove it, and its games are played again")


def _write(path: Path, shard: Shard) -> None:
    try:
        write_atomically(path, pack(shard))
    except OSError as error:
        raise HaltError(f"'{path}' cannot be written: {error.strerror}") from None


def _claimed(folder: Path, settings: SelfplaySettings) -> AppendFile:
    """Return the open file of the settings, written if it is new; UsageError as in SelfplayRun."""
    try:
        folder.mkdir(exist_ok=True)
        known = (folder / SETTINGS_FILE).exists()
        if not known and any(folder.iterdir()):
            raise UsageError(f"'{folder}' has other files; name a new folder")
    except OSError as error:
        raise UsageError(f"'{folder}': {error.strerror}") from None
    file = AppendFile(folder / SETTINGS_FILE, open_alone(folder / SETTINGS_FILE))
    try:
        file.mend()
        wanted = _about(settings)
        if file.is_empty:
            file.append(json.dumps(wanted) + "\n")
        _compare(file.path, wanted)
    except BaseException:
        file.close()
        raise
    return file


def _about(settings: SelfplaySettings) -> dict[str, Any]:
    """Return all that the games depend on."""
    formats = {"shards": SHARD_FORMAT, "actions": ACTION_FORMAT, "observations": OBSERVATION_FORMAT}
    return {"program": full_version(), "formats": formats, **asdict(settings)}


def _compare(path: Path, wanted: dict[str, Any]) -> None:
    """Raise UsageError if the file's settings are not the wanted ones."""
    try:
        found = decode(path.read_bytes())
    except FieldError as error:
        raise UsageError(f"'{path}' has no settings of a run: {error}") from None
    if found == wanted:
        return
    there = found if isinstance(found, dict) else {}
    names = [name for name in wanted if there.get(name) != wanted[name]]
    what = ", ".join(f"{name} {there.get(name)} instead of {wanted[name]}" for name in names)
    raise UsageError(f"'{path.parent}' has games of other settings: {what[:500]}")
