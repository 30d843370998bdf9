"""Feeds: messages of other threads, a browser that goes, one that is too slow."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from spyrium_ai.web.sockets import LONGEST_MESSAGE, Push, serve_feed


class Source:
    """What a socket subscribes to."""

    def __init__(self) -> None:
        self.push: Push | None = None
        self.left = threading.Event()
        self.received: SimpleQueue[str] = SimpleQueue()

    def subscribe(self, push: Push) -> Callable[[], None]:
        self.push = push
        push("hello")
        return self.left.set

    async def route(self, websocket: WebSocket) -> None:
        await serve_feed(websocket, self.subscribe, self.received.put)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def client(source: Source) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[WebSocketRoute("/", source.route)])) as client:
        yield client


def test_messages_come_in_order_from_any_thread(client: TestClient, source: Source) -> None:
    with client.websocket_connect("/") as socket:
        assert socket.receive_text() == "hello"
        push = source.push
        assert push is not None

        def tell() -> None:
            for number in range(50):
                push(str(number))

        thread = threading.Thread(target=tell)
        thread.start()
        assert [socket.receive_text() for _ in range(50)] == list(map(str, range(50)))
        thread.join()


def test_a_browser_that_goes_leaves(client: TestClient, source: Source) -> None:
    with client.websocket_connect("/") as socket:
        socket.receive_text()
        socket.send_text("question")
        assert source.received.get(timeout=10) == "question"
    assert source.left.wait(10)
    assert source.push is not None
    source.push("to nobody")


def test_a_browser_that_is_too_slow_is_sent_away(
    client: TestClient, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyrium_ai.web.sockets.WAITING", 0)
    with client.websocket_connect("/") as socket, pytest.raises(WebSocketDisconnect) as gone:
        socket.receive_text()
    assert gone.value.code == 1013
    assert source.left.wait(10)


def test_a_message_that_is_too_long_ends_the_feed(client: TestClient, source: Source) -> None:
    with client.websocket_connect("/") as socket:
        socket.receive_text()
        socket.send_text("x" * (LONGEST_MESSAGE + 1))
        assert source.left.wait(10)
    assert source.received.empty()
