"""The games that people have played here, finished or not: one saved game each, in one folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import SavedGame, load
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.file_lock import FileLock
from spyrium_ai.util.user_folders import data_folder

LOCK = ".lock"  # beside a game that is being played
LONGEST_PART = 16  # characters of a player's name in a file's name


@dataclass(frozen=True)
class KeptGame:
    """A game of the store: where it lies, what it holds, and the same as a game log has it."""

    path: Path
    saved: SavedGame
    record: GameRecord

    @property
    def name(self) -> str:
        """The name by which commands find it."""
        return self.path.stem

    @property
    def turn(self) -> int:
        """The turn in which it stands."""
        return Position.parse(self.record.final).turn

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.record.scores is not None


class GameStore:
    """A folder of kept games; it is made when the first one is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take a folder, by default the user's own."""
        self.folder = folder or data_folder() / "games"

    def new_path(self, players: Sequence[str], now: datetime) -> Path:
        """Return a path for a new game that no other game has; names sort by time.

        Raises:
            OSError: the folder cannot be made.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        stem = "-".join([f"{now:%Y-%m-%d-%H%M%S}", *map(_part, players)])
        path, number = self.folder / f"{stem}.json", 1
        while path.exists() or path.with_suffix(LOCK).exists():
            number += 1
            path = self.folder / f"{stem}-{number}.json"
        return path

    def games(self) -> tuple[list[KeptGame], list[str]]:
        """Return the games, the newest first, and what is wrong with files that hold none."""
        games, wrong = [], []
        for path in self._paths():
            try:
                saved = load(path)
                games.append(KeptGame(path, saved, saved.record(path.stem)))
            except UsageError as error:
                wrong.append(str(error))
        return games, wrong

    def find(self, word: str) -> Path | None:
        """Return the file of a game by its name, or by its number in the list, 1 for the newest."""
        paths = self._paths()
        if word.isascii() and word.isdigit():
            number = int(word) if len(word) < 9 else 0
            return paths[number - 1] if 0 < number <= len(paths) else None
        return next((path for path in paths if path.stem == word), None)

    def hold(self, path: Path) -> FileLock:
        """Keep other programs from going on with a game until the lock is released.

        Raises:
            UsageError: another program holds it.
            OSError: nothing can be written there.
        """
        try:
            return FileLock(path.with_suffix(LOCK))
        except BlockingIOError:
            raise UsageError(
                f"the game '{path.stem}' is being played elsewhere: leave it there first; a page "
                "of a browser that has left it lets it go after a minute"
            ) from None

    def has(self, path: Path) -> bool:
        """Return whether a file is one of the store."""
        return path.resolve().parent == self.folder.resolve()

    def located(self, path: Path) -> Path:
        """Return the path, or that of the kept game which it names where there is no such file.

        Raises:
            UsageError: it is a number, and neither a file nor that of a kept game.
        """
        found = None if path.exists() else self.find(str(path))
        if found is None and str(path).isdigit() and not path.exists():
            raise UsageError(
                f"'{path}' is neither a file nor the number of a kept game: see `spyrium-ai games`"
            )
        return found or path

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"), reverse=True)


def _part(name: str) -> str:
    """Return a player's name as a part of a file's name.

    >>> _part("level:level=4"), _part("../Zoë")
    ('level-level-4', 'Zo')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:LONGEST_PART] or "player"
