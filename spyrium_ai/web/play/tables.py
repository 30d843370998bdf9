"""All open tables: new ones, kept games that are gone on with, and the end of those left alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.saved_game import SavedGame, load
from spyrium_ai.match.series import Series
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shorten
from spyrium_ai.web.api import ApiError
from spyrium_ai.web.context import Context
from spyrium_ai.web.play.kept import Place, new_place
from spyrium_ai.web.play.seats import NewTable, new_series, saved_series
from spyrium_ai.web.play.table import Table

MOST = 50  # tables at once
IDLE = 600.0  # seconds after which a table at which nobody looks is closed; its game is kept
SWEEP = 30.0  # seconds between two looks for such tables
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
        self._tables: dict[str, Table] = {}
        self._ended = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep, name="idle tables", daemon=True)
        self._sweeper.start()

    def new(self, asked: NewTable) -> Table:
        """Open a table for a new game; ApiError says what is not possible."""
        series = new_series(asked, self._engines)
        names = [player.name for player in series.players]
        store = self._store if asked.keep else None
        with self._lock:
            try:
                place = new_place(store, names, self._tables.__contains__)
            except OSError as error:
                raise ApiError(500, f"the game cannot be kept: {error.strerror}") from None
            return self._added(series, place, None)

    def get(self, name: str) -> Table:
        """Return a table; a kept game is opened by this. ApiError 404 if there is neither."""
        with self._lock:
            if table := self._tables.get(name):
                return table
            store = self._store
            path = None if store is None or name.isdigit() else store.find(name)
            if path is None:
                raise ApiError(404, f"there is no table and no kept game '{shorten(name)}'")
            try:
                saved = load(path)
            except UsageError as error:
                raise ApiError(422, str(error)) from None
            series = saved_series(saved, self._engines)
            return self._added(series, Place(path.stem, store, path), saved)

    def open(self) -> list[Table]:
        """Return the open tables."""
        with self._lock:
            return list(self._tables.values())

    def id_of_key(self, key: str) -> str | None:
        """Return the name of the table to which the key of a link invites."""
        return next((table.id for table in self.open() if table.key == key), None)

    def close_idle(self, now: float) -> None:
        """Close the tables at which nobody has looked for a while."""
        with self._lock:
            idle = [
                table
                for table in self._tables.values()
                if not table.is_watched and now - table.seen > IDLE
            ]
            for table in idle:
                del self._tables[table.id]
        _close(idle)

    def close(self) -> None:
        """Close all tables."""
        self._ended.set()
        self._sweeper.join()
        with self._lock:
            tables = list(self._tables.values())
            self._tables.clear()
        _close(tables)

    def _added(self, series: Series, place: Place, saved: SavedGame | None) -> Table:
        if self._ended.is_set():
            raise ApiError(503, "the server is closing")
        if len(self._tables) >= MOST:
            raise ApiError(429, f"there are {MOST} open tables: leave some of them first")
        table = Table(series, place, saved)
        try:
            table.open()
        except UsageError as error:
            raise ApiError(422, str(error)) from None
        self._tables[table.id] = table
        table.start()
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
