"""The socket of live lines: a page says which position it shows, and gets the best lines of it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import convert, decode
from spyrium_ai.web.api import LARGEST_BODY, ApiError, Data, dumped
from spyrium_ai.web.explore.live_search import Searches, Wanted


class LinesSocket:
    """One socket, with one search at a time."""

    def __init__(self, socket: WebSocket, searches: Searches) -> None:
        self._socket = socket
        self._searches = searches
        self._stop = threading.Event()
        self._search: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Answer until the page closes the socket."""
        await self._socket.accept()
        try:
            while True:
                await self._take(await self._socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            await self._end()

    async def _take(self, text: str) -> None:
        """Do what a message asks for; a new search ends the one before."""
        try:
            wanted = _read(text)
        except FieldError as error:
            await self._send({"type": "error", "position": None, "error": str(error)})
            return
        await self._end()
        if wanted is not None:
            self._stop = threading.Event()
            self._search = asyncio.create_task(self._run(wanted, self._stop))

    async def _end(self) -> None:
        self._stop.set()
        if self._search is not None:
            await self._search
        self._search = None

    async def _run(self, wanted: Wanted, stop: threading.Event) -> None:
        """Search in a thread, and send what it tells; what comes too fast is left out."""
        newest = _Newest()
        sending = asyncio.create_task(self._send_all(newest))
        try:
            await run_in_threadpool(self._searches.search, wanted, stop, newest.put)
        except ApiError as error:
            newest.put({"type": "error", "position": wanted.position, "error": error.reason})
        finally:
            newest.put(None)
            await sending

    async def _send_all(self, newest: _Newest) -> None:
        while (message := await newest.take()) is not None:
            await self._send(message)

    async def _send(self, message: Data) -> None:
        try:
            await self._socket.send_text(dumped(message))
        except (WebSocketDisconnect, RuntimeError):  # it has been closed meanwhile
            self._stop.set()


class _Newest:
    """Hands the newest message of a thread to the event loop; None ends, after the last one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._message: Data | None = None
        self._has_ended = False

    def put(self, message: Data | None) -> None:
        """Take a message in place of the one before, from any thread."""
        self._loop.call_soon_threadsafe(self._set, message)

    def _set(self, message: Data | None) -> None:
        if message is None:
            self._has_ended = True
        else:
            self._message = message
        self._news.set()

    async def take(self) -> Data | None:
        """Return the newest message once there is one, None at the end."""
        while self._message is None and not self._has_ended:
            self._news.clear()
            await self._news.wait()
        message, self._message = self._message, None
        return message


def _read(text: str) -> Wanted | None:
    """Return what a message wants searched, None to stop; FieldError says what is wrong."""
    if len(text) > LARGEST_BODY:
        raise FieldError("", f"the message has more than {LARGEST_BODY:,} characters")
    data: Any = decode(text)
    if isinstance(data, dict) and data.get("stop") is True:
        return None
    if not isinstance(data, dict) or "watch" not in data:
        raise FieldError("", "neither 'watch' nor 'stop'")
    return convert(data["watch"], Wanted)
