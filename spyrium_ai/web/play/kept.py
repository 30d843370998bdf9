"""Where a table's game is kept, and the names of tables."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.util.file_lock import FileLock

IDLE = 600.0  # seconds after which a table at which nobody looks is closed, its game lost
IDLE_KEPT = 60.0  # the same where it is kept: then other programs can go on with it


@dataclass(frozen=True)
class Place:
    """The name of a table; the store and the file of its game, held, None where it is not kept.

    `key` is that of the link which invites to this table alone.
    """

    name: str
    store: GameStore | None = None
    path: Path | None = None
    lock: FileLock | None = None
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    def leave(self) -> None:
        """Let other programs go on with the game."""
        if self.lock is not None:
            self.lock.release()

    @property
    def is_kept(self) -> bool:
        """Whether the game is kept."""
        return self.path is not None

    @property
    def patience(self) -> float:
        """For how many seconds a table stays open while nobody looks: fewer if nothing is lost."""
        return IDLE_KEPT if self.is_kept else IDLE


def new_place(store: GameStore | None, players: Sequence[str]) -> Place:
    """Return a place for a new game whose name no other table has.

    Args:
        store: keeps the game; None for not at all.
        players: the names, for the file's name.

    Raises:
        OSError: the game cannot be kept.
    """
    if store is None:
        return Place(secrets.token_urlsafe(12))
    path = store.new_path(players, datetime.now())
    return Place(path.stem, store, path, store.hold(path))
