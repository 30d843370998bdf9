"""Starts the server, hands its link to a browser, and ends it."""

from __future__ import annotations

import asyncio
import contextlib
import html
import os
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.loopback import is_loopback
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.web.context import Context
from spyrium_ai.web.play.tables import tables_of
from spyrium_ai.web.server.application import application
from spyrium_ai.web.server.gate import Gate, known_hosts
from spyrium_ai.web.sockets import LONGEST_MESSAGE

GRACE = 2  # seconds for requests under way at the end
LONGEST_HEAD = 16 * 1024  # bytes of a request before its body
MOST_CONNECTIONS = 300
WAITING = 64  # connections that wait to be accepted


@dataclass(frozen=True)
class Address:
    """Where a server listens, and the link by which its owner comes in."""

    host: str
    port: int
    token: str

    @property
    def link(self) -> str:
        """The link with the token."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/?token={self.token}"


def serve(
    context: Context, host: str, port: int, announce: Callable[[Address], None], *, browse: bool
) -> int:
    """Serve until a signal ends it; return the exit code, 128 and the signal's number.

    Args:
        context: of the server, which is closed at the end.
        host: the address to listen at.
        port: 0 for any that is free.
        announce: called once the server listens.
        browse: whether to open a browser.

    Raises:
        UsageError: it cannot listen there.
    """
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    hosts = known_hosts(host, () if is_loopback(host) else (socket.gethostname(),))
    gate = Gate(port, hosts, lambda key: tables_of(context).id_of_key(key))
    address = Address(_reachable(host), port, gate.token)
    server = _Server(_config(context, gate))
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.closing(listener))
        stack.callback(context.close)
        state = stack.enter_context(on_interruption(server.end))
        if browse:
            gate.on_entry = stack.enter_context(_handed_over(address.link))
        announce(address)
        asyncio.run(server.serve([listener]))
    return state.exit_code


class _Server(uvicorn.Server):
    """The server, which leaves signals to the program."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def end(self) -> None:
        """End it, from any thread."""
        self.should_exit = True


def _config(context: Context, gate: Gate) -> uvicorn.Config:
    return uvicorn.Config(
        application(context, gate),
        access_log=False,  # it would hold the token
        log_level="error",
        lifespan="on",
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
    )


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise UsageError(f"'{host}' is no address of this machine: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(WAITING)
    except OSError as error:
        listener.close()
        where = f"{host}, port {port}" if port else host
        raise UsageError(f"cannot listen at {where}: {error.strerror}") from None
    return listener


def _reachable(host: str) -> str:
    """Return an address that a browser can ask, where the server listens at all of them."""
    return {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)  # noqa: S104


@contextlib.contextmanager
def _handed_over(link: str) -> Iterator[Callable[[], None]]:
    """Open the link in a browser by a private file: others can see the arguments of programs.

    The file goes when the function that is given has been called, or at the end.
    """
    descriptor, name = tempfile.mkstemp(prefix="spyrium-", suffix=".html")
    path = Path(name)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(
            '<!DOCTYPE html><meta charset="utf-8"><title>Spyrium</title>'
            f'<meta http-equiv="refresh" content="0;url={html.escape(link)}">'
            f'<a href="{html.escape(link)}">Spyrium</a>\n'
        )

    def remove() -> None:
        path.unlink(missing_ok=True)

    # A browser of the terminal would keep the main thread.
    threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()
    try:
        yield remove
    finally:
        remove()
