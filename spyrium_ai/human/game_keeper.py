"""Keeps a game as it is played: after every move the whole game is on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from spyrium_ai.game.position import Position
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.records.record import Fault, Ply
from spyrium_ai.match.referee import Observer
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.util.file_lock import FileLock


class GameKeeper(Observer):
    """Writes the game to the store from the first decision of a person on.

    A disk that refuses ends no game.
    """

    def __init__(
        self,
        store: GameStore | None,
        people: Sequence[int],
        tell: Callable[[str], None],
        content: Callable[[], SavedGame],
        *,
        resumed: Path | None = None,
        path: Path | None = None,
    ) -> None:
        """Prepare to keep a game.

        Args:
            store: where it is kept; None for not at all.
            people: the seats of people.
            tell: gets a message if the game cannot be written.
            content: returns the game as it stands.
            resumed: the file that the game comes from; in the store it is written on.
            path: of a game in the store that the caller holds; by default a new one is made, and
                held, when the game is first kept.
        """
        self._store = store
        self._people = people
        self._tell = tell
        self._content = content
        is_ours = store and resumed and store.has(resumed)
        self._path = resumed if is_ours else path
        self._lock: FileLock | None = None  # of a new game
        self._has_begun = bool(resumed)
        self._has_failed = False

    @property
    def name(self) -> str:
        """The name by which the kept game is found; '' if it is not kept."""
        return self._path.stem if self._path and not self._has_failed else ""

    def after_ply(self, position: Position, ply: Ply) -> None:  # noqa: ARG002
        """Keep the game with the move."""
        self._has_begun = self._has_begun or ply.seat in self._people
        self.keep()

    def on_fault(self, fault: Fault) -> None:  # noqa: ARG002
        """Keep the game with the fault."""
        self.keep()

    def release(self) -> None:
        """Let other programs go on with a game that this one has begun."""
        if self._lock is not None:
            self._lock.release()

    def keep(self) -> None:
        """Write the game as it stands; after a failure nothing is tried again."""
        if self._store is None or self._has_failed or not self._has_begun:
            return
        game = self._content()
        try:
            if self._path is None:
                self._path = self._store.new_path(game.names, datetime.now())
                self._lock = self._store.hold(self._path)
            game.save(self._path)
        except OSError as error:
            self._has_failed = True
            where = self._path or self._store.folder
            self._tell(f"The game is not kept: '{where}': {error.strerror}.")
