"""The routes of analysis."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from spyrium_ai.web.api import read_bytes, read_json, reply
from spyrium_ai.web.explore.desk import ExploreDesk, desk_of
from spyrium_ai.web.explore.library import MOST_BYTES
from spyrium_ai.web.explore.lines_socket import LinesFeed
from spyrium_ai.web.explore.positions import deal_of, line_data, pasted_game
from spyrium_ai.web.page import page
from spyrium_ai.web.sockets import serve_feed


@dataclass(frozen=True)
class _Line:
    """A position as the protocol's `position` takes it, and moves after it."""

    position: str
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Deal(_Line):
    """A deal after a line, in words or in the notation; '' draws one."""

    text: str = ""


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [
        Route("/analysis", _page),
        Route("/api/games", _games, methods=["GET"]),
        Route("/api/games", _drop, methods=["POST"]),
        Route("/api/games/{name}", _game),
        Route("/api/games/{name}/review", _review, methods=["GET", "POST", "DELETE"]),
        Route("/api/analysis/game", _pasted, methods=["POST"]),
        Route("/api/analysis/line", _line, methods=["POST"]),
        Route("/api/analysis/deal", _deal, methods=["POST"]),
        WebSocketRoute("/api/analysis/lines", _lines),
    ]


async def _page(request: Request) -> Response:
    is_board = not {"game", "position"}.isdisjoint(request.query_params)
    data = {"engines": desk_of(request).searches.names}
    return page("analysis.html", is_board=is_board, data=data)


async def _games(request: Request) -> Response:
    desk = desk_of(request)
    return reply(await run_in_threadpool(desk.library.games, desk.reviews.settings))


async def _drop(request: Request) -> Response:
    content = await read_bytes(request, MOST_BYTES, "the file")
    return reply(await run_in_threadpool(desk_of(request).library.add, content), 201)


async def _game(request: Request) -> Response:
    name = request.path_params["name"]
    return reply(await run_in_threadpool(desk_of(request).game, name))


async def _review(request: Request) -> Response:
    name = request.path_params["name"]
    return reply(await run_in_threadpool(_reviewed, desk_of(request), name, request.method))


def _reviewed(desk: ExploreDesk, name: str, method: str) -> object:
    """Start or end the analysis of a game where that is asked for, and return how far it is."""
    record = desk.library.find(name)
    if method == "POST":
        desk.reviews.start(record)
    elif method == "DELETE":
        desk.reviews.cancel(record)
    return desk.reviews.progress(record)


async def _pasted(request: Request) -> Response:
    asked = await read_json(request, _Line)
    return reply(await run_in_threadpool(pasted_game, asked.position))


async def _line(request: Request) -> Response:
    asked = await read_json(request, _Line)
    return reply(await run_in_threadpool(line_data, asked.position, asked.line))


async def _deal(request: Request) -> Response:
    asked = await read_json(request, _Deal)
    deal = await run_in_threadpool(deal_of, asked.position, asked.line, asked.text)
    return reply({"deal": deal})


async def _lines(socket: WebSocket) -> None:
    feed = LinesFeed(desk_of(socket).searches)
    await serve_feed(socket, feed.subscribe, feed.receive)
