"""The routes of watching."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from spyrium_ai.util.json_types import decode
from spyrium_ai.web.api import ApiError, number_of, reply
from spyrium_ai.web.page import page
from spyrium_ai.web.sockets import serve_feed
from spyrium_ai.web.watch.desk import desk_of
from spyrium_ai.web.watch.run_feed import Viewer

UNKNOWN = 1008  # the code of closing that says not to ask again


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [
        Route("/watch", _page),
        Route("/api/watch", _runs),
        Route("/api/watch/{run}/games/{game}", _game),
        WebSocketRoute("/api/watch/{run}/socket", _socket),
    ]


async def _page(_: Request) -> Response:
    return page("watch.html")


async def _runs(request: Request) -> Response:
    return reply({"runs": await run_in_threadpool(desk_of(request).runs)})


async def _game(request: Request) -> Response:
    number = number_of(request.path_params["game"], "the game", 0, 10**9)
    run = await run_in_threadpool(desk_of(request).find, request.path_params["run"])
    line = await run_in_threadpool(run.line_of, number)
    if line is None:
        raise ApiError(404, f"game {number} is not among the newest finished games")
    return reply(decode(line))


async def _socket(socket: WebSocket) -> None:
    try:
        run = await run_in_threadpool(desk_of(socket).find, socket.path_params["run"])
    except ApiError as error:
        await socket.accept()
        await socket.close(UNKNOWN, error.reason)
        return
    viewer = Viewer(run)
    await serve_feed(socket, viewer.subscribe, viewer.receive)
