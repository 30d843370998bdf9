"""Feeds over sockets: messages of any thread to one browser, which may be slow or gone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

Push = Callable[[str], None]
Subscribe = Callable[[Push], Callable[[], None]]

WAITING = 256  # messages that wait for a slow browser; with more it is sent away
TOO_SLOW = 1013  # the code of closing: try again later
LONGEST_MESSAGE = 16 * 1024  # characters of a message from a browser


async def serve_feed(
    websocket: WebSocket,
    subscribe: Subscribe,
    receive: Callable[[str], None] | None = None,
) -> None:
    """Send what is pushed until the browser goes or is too slow.

    Args:
        websocket: not yet accepted.
        subscribe: called in a thread with the function that sends a text, which any thread may
            call and which never waits; returns what ends the feed, called in a thread too.
        receive: called in a thread with each message of the browser; they are ignored without.
    """
    await websocket.accept()
    feed = _Feed(asyncio.get_running_loop())
    leave = await run_in_threadpool(subscribe, feed.push)
    tasks = [
        asyncio.create_task(_send(websocket, feed)),
        asyncio.create_task(_listen(websocket, receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        # Begun at once: this task itself may be called off.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, leave))
    if feed.is_over and websocket.application_state is WebSocketState.CONNECTED:
        await websocket.close(TOO_SLOW, "too slow")


class _Feed:
    """The messages that wait for one browser."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.is_over = False
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = loop

    def push(self, text: str) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._put, text)

    def _put(self, text: str) -> None:
        if self.is_over:
            return
        if self.queue.qsize() >= WAITING:
            self.is_over = True
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(text)


async def _send(websocket: WebSocket, feed: _Feed) -> None:
    while not feed.is_over and (text := await feed.queue.get()) is not None:
        await websocket.send_text(text)


async def _listen(websocket: WebSocket, receive: Callable[[str], None] | None) -> None:
    while True:
        text = await websocket.receive_text()
        if len(text) > LONGEST_MESSAGE:
            return
        if receive is not None:
            await run_in_threadpool(receive, text)
