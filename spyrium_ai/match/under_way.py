"""Publishes the games under way beside the game log, for those who watch a run from outside.

A thread looks at the games a few times a second, so that playing them costs nothing, and a game
that ends sooner than that leaves no trace. What cannot be written is left out: no run suffers.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.under_way_files import (
    RUN,
    FaultNote,
    Head,
    RunNote,
    dumped,
    folder_of,
    game_files,
    part_line,
)
from spyrium_ai.match.referee import Game, Observer

EVERY = 0.2  # seconds between two writes of a game


class UnderWay(Observer):
    """Shows the games that it observes, in the folder beside their game log; a context.

    What a killed run has left there is removed. At the end of the context nothing is left.
    """

    def __init__(self, log: Path, note: RunNote) -> None:
        """Get ready; nothing is written yet."""
        self._log = log
        self._note = note
        self._games: dict[int, _GameFile] = {}
        self._written: dict[int, _GameFile] = {}
        self._lock: int | None = None  # the file that is locked
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="games under way", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def before_game(self, game: Game) -> None:
        """Show the game from now on."""
        path = folder_of(self._log) / f"{game.plan.game}.jsonl"
        self._games[game.plan.game] = _GameFile(path, game)

    def after_game(self, record: GameRecord) -> None:
        """Show the game no longer."""
        self._games.pop(record.game, None)

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            with contextlib.suppress(OSError):  # perhaps the next time
                self._publish()
        self._remove()

    def _publish(self) -> None:
        if self._lock is None:
            self._begin()
        games = self._games.copy()
        for number in self._written.keys() - games.keys():
            self._written.pop(number).remove()
        due = time.monotonic() - EVERY
        for number, file in games.items():
            if file.begun <= due:
                self._written[number] = file
                with contextlib.suppress(OSError):
                    file.update()

    def _begin(self) -> None:
        """Take the folder, and remove what a killed run has left in it; OSError if it is taken."""
        folder = folder_of(self._log)
        folder.mkdir(0o700, exist_ok=True)
        lock = os.open(folder / RUN, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for path in game_files(self._log).values():
                path.unlink(missing_ok=True)
            os.truncate(lock, 0)
            os.write(lock, self._note.to_line())
        except OSError:
            os.close(lock)
            raise
        self._lock = lock

    def _remove(self) -> None:
        """Remove everything."""
        if self._lock is None:
            return
        folder = folder_of(self._log)
        for file in self._written.values():
            file.remove()
        with contextlib.suppress(OSError):
            (folder / RUN).unlink()
        with contextlib.suppress(OSError):  # somebody else's files stay
            folder.rmdir()
        os.close(self._lock)


class _GameFile:
    """The file of a game: a line that says which, then lines of what has been played since."""

    def __init__(self, path: Path, game: Game) -> None:
        self.begun = time.monotonic()
        self._path = path
        self._game = game
        self._head = dumped(vars(_head(game)))
        self._plies = 0
        self._faults = 0
        self._is_new = True

    def update(self) -> None:
        """Write what is new; OSError if that cannot be, and then all of it is new the next time."""
        plies, faults = self._game.plies[self._plies :], self._game.faults[self._faults :]
        if not (plies or faults or self._is_new):
            return
        notes = [FaultNote(each.seat, each.ply, each.kind, each.reason) for each in faults]
        content = (self._head if self._is_new else b"") + part_line(plies, notes)
        try:
            self._append(content)
        except OSError:
            self.remove()
            self._plies, self._faults, self._is_new = 0, 0, True
            raise
        self._plies += len(plies)
        self._faults += len(faults)
        self._is_new = False

    def _append(self, content: bytes) -> None:
        """Write at the file's end, to be read by whoever may read the game log; OSError."""
        flags = os.O_CREAT | os.O_EXCL if self._is_new else os.O_APPEND
        number = os.open(self._path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC | flags, 0o600)
        try:
            if os.write(number, content) < len(content):
                raise OSError("written in part")
        finally:
            os.close(number)

    def remove(self) -> None:
        """Remove the file, if it is there."""
        with contextlib.suppress(OSError):
            self._path.unlink()


def _head(game: Game) -> Head:
    return Head(
        id=game.plan.id,
        game=game.plan.game,
        block=game.plan.block,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        players=tuple(seat.spec.name for seat in game.seats),
        limits=tuple(str(seat.limits) for seat in game.seats),
    )
