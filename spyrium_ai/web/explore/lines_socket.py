"""The socket of live lines: a page says which position it shows, and gets the best lines of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import convert, decode
from spyrium_ai.web.api import ApiError, Data, dumped
from spyrium_ai.web.explore.live_search import Searches, Wanted
from spyrium_ai.web.sockets import Push


class LinesFeed:
    """What one socket gets: one search at a time, in a thread of its own."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._push: Push | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def subscribe(self, push: Push) -> Callable[[], None]:
        """Take the function that sends a text; return what ends the feed."""
        self._push = push
        return self.end

    def receive(self, text: str) -> None:
        """Do what a message asks for; a new search ends the one before."""
        try:
            wanted = _read(text)
        except FieldError as error:
            self._tell({"type": "error", "position": None, "error": str(error)})
            return
        self.end()
        if wanted is not None:
            self._stop = threading.Event()
            self._thread = threading.Thread(target=self._run, args=(wanted, self._stop))
            self._thread.start()

    def end(self) -> None:
        """End the search, and wait for its engine to do so."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None

    def _run(self, wanted: Wanted, stop: threading.Event) -> None:
        try:
            self._searches.search(wanted, stop, self._tell)
        except ApiError as error:
            self._tell({"type": "error", "position": wanted.position, "error": error.reason})

    def _tell(self, message: Data) -> None:
        if self._push is not None:
            self._push(dumped(message))


def _read(text: str) -> Wanted | None:
    """Return what a message wants searched, None to stop; FieldError says what is wrong."""
    data: Any = decode(text)
    if isinstance(data, dict) and data.get("stop") is True:
        return None
    if not isinstance(data, dict) or "watch" not in data:
        raise FieldError("", "neither 'watch' nor 'stop'")
    return convert(data["watch"], Wanted)
