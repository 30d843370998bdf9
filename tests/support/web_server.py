"""The application on a port of its own, in a thread of the test's process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import uvicorn

from spyrium_ai.web.context import Context
from spyrium_ai.web.server.application import application

START = 30.0  # seconds


@contextmanager
def served(context: Context, port: int = 0) -> Iterator[str]:
    """Serve the application without a gate in a thread; give its address."""
    listener = socket.create_server(("127.0.0.1", port))
    with closing(listener):
        config = uvicorn.Config(
            application(context),
            log_level="error",
            lifespan="on",
            http="h11",
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        server = _Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            assert server.is_ready.wait(START)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_ready.set()
