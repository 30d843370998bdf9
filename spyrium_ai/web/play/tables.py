"""All open tables: new ones, kept games that are gone on with, and the end of those left alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from secrets import compare_digest

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.saved_game import load
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.file_lock import FileLock
from spyrium_ai.util.text import shorten
from spyrium_ai.web.api import ApiError
from spyrium_ai.web.context import Context
from spyrium_ai.web.play.kept import Place, new_place
from spyrium_ai.web.play.seats import NewTable, new_series, saved_series
from spyrium_ai.web.play.table import Table

MOST = 50  # tables at once
BRIEF = 60.0  # seconds after which a table at which nobody looks gives room for another one
SWEEP = 10.0  # seconds between two looks for tables at which nobody has looked for long
PATIENCE = 2.0  # seconds that engines may think on when tables are closed


class Tables:
    """The open tables by name. Requests of any thread may ask."""

    def __init__(self, store: GameStore | None, engines: Mapping[str, PlayerSpec]) -> None:
        """Begin without a table.

        Args:
            store: keeps the games; None keeps none.
            engines: the players that are offered beside the built-in ones.
        """
        self._store = store
        self._engines = engines
        self._lock = threading.Lock()
        self._opened: dict[str, Future[Table]] = {}  # those that are being opened too
        self._keys: dict[str, str] = {}  # of all tables that there have been, by name
        self._ended = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep, name="idle tables", daemon=True)
        self._sweeper.start()

    def new(self, asked: NewTable) -> Table:
        """Open a table for a new game; ApiError says what is not possible."""
        series = new_series(asked, self._engines)
        names = [player.name for player in series.players]
        store = self._store if asked.keep else None
        with self._lock:
            self._find_room()
            try:
                place = new_place(store, names)
            except OSError as error:
                raise ApiError(500, f"the game cannot be kept: {error.strerror}") from None
            opened = self._opened[place.name] = Future()
        return self._add(
            opened, place.name, lambda: self._laid(place, lambda: Table(series, place))
        )

    def get(self, name: str) -> Table:
        """Return a table; a kept game is opened by this. ApiError 404 if there is neither."""
        with self._lock:
            opened = self._opened.get(name)
            is_ours = opened is None
            if opened is None:
                path = self._path(name)
                self._find_room()
                opened = self._opened[name] = Future()
        return self._add(opened, name, lambda: self._kept(path)) if is_ours else opened.result()

    def open(self) -> list[Table]:
        """Return the open tables."""
        with self._lock:
            return list(self._open())

    def id_of_key(self, key: str) -> str | None:
        """Return the name of the table to which the key of a link invites, open or not."""
        with self._lock:
            known = list(self._keys.items())
        given = key.encode()
        return next((name for name, its in known if compare_digest(its.encode(), given)), None)

    def close_idle(self, now: float) -> None:
        """Close the tables at which nobody has looked for a while."""
        with self._lock:
            idle = [
                table
                for table in self._open()
                if not table.is_watched and now - table.seen > table.place.patience
            ]
            for table in idle:
                del self._opened[table.id]
        _close(idle)

    def close(self) -> None:
        """Close all tables."""
        self._ended.set()
        self._sweeper.join()
        with self._lock:
            tables = list(self._open())
            self._opened.clear()
        _close(tables)

    def _open(self) -> Iterator[Table]:
        for opened in self._opened.values():
            if opened.done() and not opened.exception():
                yield opened.result()

    def _path(self, name: str) -> Path:
        """Return the file of a kept game; numbers mean another one once there is a new game."""
        path = None if self._store is None or name.isdigit() else self._store.find(name)
        if path is None:
            raise ApiError(404, f"there is no table and no kept game '{shorten(name)}'")
        return path

    def _kept(self, path: Path) -> Table:
        assert self._store is not None  # noqa: S101 (the path is one of it)
        place = Place(path.stem, self._store, path, self._held(path))
        if key := self._keys.get(path.stem):
            place = replace(place, key=key)

        def make() -> Table:
            saved = load(path)
            return Table(saved_series(saved, self._engines), place, saved)

        return self._laid(place, make)

    def _held(self, path: Path) -> FileLock:
        """Hold a kept game; a table of ours that is being closed may still have it."""
        assert self._store is not None  # noqa: S101
        until = time.monotonic() + PATIENCE + 1
        while True:
            try:
                return self._store.hold(path)
            except UsageError:
                if time.monotonic() > until:
                    raise
            time.sleep(0.1)

    def _laid(self, place: Place, make: Callable[[], Table]) -> Table:
        """Return a table with its engines; the place is left where there can be none."""
        try:
            table = make()
            table.open()
        except BaseException:
            place.leave()
            raise
        with self._lock:
            self._keys[table.id] = table.key
        return table

    def _find_room(self) -> None:
        """Raise ApiError where there can be no table more."""
        if self._ended.is_set():
            raise ApiError(503, "the server is closing")
        if len(self._opened) >= MOST and not self._make_room():
            raise ApiError(429, f"there are {MOST} open tables: leave some of them first")

    def _make_room(self) -> bool:
        """Close the table at which nobody has looked the longest; return whether there was one."""
        left = [table for table in self._open() if not table.is_watched]
        left = [table for table in left if time.monotonic() - table.seen > BRIEF or table.is_over]
        if not left:
            return False
        table = min(left, key=lambda table: table.seen)
        del self._opened[table.id]
        threading.Thread(target=_close, args=([table],)).start()
        return True

    def _add(self, opened: Future[Table], name: str, make: Callable[[], Table]) -> Table:
        """Open a table in its room, without keeping others from theirs meanwhile."""
        try:
            table = make()
        except BaseException as error:
            with self._lock:
                self._opened.pop(name, None)
            refused = ApiError(422, str(error)) if isinstance(error, UsageError) else error
            opened.set_exception(refused)
            raise refused from None
        table.start()
        opened.set_result(table)
        if self._ended.is_set():  # the server has ended meanwhile
            _close([table])
        return table

    def _sweep(self) -> None:
        while not self._ended.wait(SWEEP):
            self.close_idle(time.monotonic())


def tables_of(context: Context) -> Tables:
    """Return the open tables of a server."""
    return context.part(Tables, lambda context: Tables(context.store, context.engines))


def _close(tables: Iterable[Table]) -> None:
    closing = list(tables)
    for table in closing:
        table.ask_to_close()
    deadline = time.monotonic() + PATIENCE
    for table in closing:
        table.close(deadline)
