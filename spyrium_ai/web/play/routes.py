"""The routes of playing: the pages, the tables, and advice at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from spyrium_ai.engine.levels import level_title, levels
from spyrium_ai.engine.registry import STRONGEST
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.game_list import DATE
from spyrium_ai.human.game_store import KeptGame
from spyrium_ai.human.help_text import explain, render_help, unseen
from spyrium_ai.web.advice import MOST_LINES
from spyrium_ai.web.api import ApiError, Data, number_of, read_json, reply
from spyrium_ai.web.context import Context, context_of, guest_of
from spyrium_ai.web.page import page
from spyrium_ai.web.play.deals import DraftData, Entry
from spyrium_ai.web.play.seats import NewTable, offered_engines
from spyrium_ai.web.play.table import Table
from spyrium_ai.web.play.tables import tables_of
from spyrium_ai.web.play.typed import move_meant
from spyrium_ai.web.sockets import serve_feed

STYLE = Style(unicode=True)
PATIENCE = 5.0  # seconds that an answer waits for what it has brought about


@dataclass(frozen=True)
class MoveAsked:
    """A move of the person who decides, for the version of the table that it was seen in."""

    version: int
    move: str


@dataclass(frozen=True)
class VersionAsked:
    """A change that needs no more than the version of the table."""

    version: int


@dataclass(frozen=True)
class HintAsked:
    """How many of the best moves are wanted."""

    version: int
    lines: int = 1


@dataclass(frozen=True)
class WhyAsked:
    """The move that is asked about is the last one within so many moves and deals."""

    ply: int


@dataclass(frozen=True)
class DealAsked:
    """What is entered of a deal by hand."""

    version: int
    text: str = ""
    draft: DraftData | None = None
    clear: bool = False
    done: bool = False


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    table = "/api/tables/{id}"
    return [
        Route("/", _start),
        Route("/table/{id}", _table_page),
        Route("/api/setup", _setup),
        Route("/api/tables", _new, methods=["POST"]),
        Route(table, _state),
        Route(f"{table}/move", _move, methods=["POST"]),
        Route(f"{table}/undo", _undo, methods=["POST"]),
        Route(f"{table}/deal", _deal, methods=["POST"]),
        Route(f"{table}/check", _check, methods=["POST"]),
        Route(f"{table}/hint", _hint, methods=["POST"]),
        Route(f"{table}/why", _why, methods=["POST"]),
        Route(f"{table}/evaluation", _evaluation),
        Route(f"{table}/text", _text),
        WebSocketRoute(f"{table}/socket", _socket),
    ]


async def _start(_: Request) -> Response:
    return page("start.html")


async def _table_page(request: Request) -> Response:
    table = await _table(request)
    return page("table.html", guest_of(request), data={"table": table.id})


async def _setup(request: Request) -> Response:
    return reply(await run_in_threadpool(_setup_data, context_of(request)))


async def _new(request: Request) -> Response:
    asked = await read_json(request, NewTable)
    tables = tables_of(context_of(request))
    opened = partial(tables.get, asked.resume) if asked.resume else partial(tables.new, asked)
    table = await run_in_threadpool(opened)
    return reply({"id": table.id, "invite": f"/join/{table.key}"}, 201)


async def _state(request: Request) -> Response:
    table = await _table(request)
    first = number_of(request.query_params.get("from", "0"), "from", 0, 10**6)
    return reply(await run_in_threadpool(table.state, first))


async def _move(request: Request) -> Response:
    asked, table = await read_json(request, MoveAsked), await _table(request)
    move = move_meant(asked.move, table.asked(asked.version))
    return await _changed(table, asked.version, partial(table.move, asked.version, move))


async def _undo(request: Request) -> Response:
    asked, table = await read_json(request, VersionAsked), await _table(request)
    table.take_back(asked.version)
    await run_in_threadpool(table.wait_beyond, asked.version, PATIENCE)
    return reply(await run_in_threadpool(table.state))


async def _deal(request: Request) -> Response:
    asked, table = await read_json(request, DealAsked), await _table(request)
    entry = Entry(asked.text, asked.draft, asked.clear, asked.done)
    return await _changed(table, asked.version, partial(table.enter, asked.version, entry))


async def _check(request: Request) -> Response:
    asked, table = await read_json(request, MoveAsked), await _table(request)
    turn = table.asked(asked.version)
    move = move_meant(asked.move, turn)
    return reply(await run_in_threadpool(context_of(request).advice.check, turn.position, move))


async def _hint(request: Request) -> Response:
    asked, table = await read_json(request, HintAsked), await _table(request)
    if not 1 <= asked.lines <= MOST_LINES:
        raise ApiError(400, f"lines is not from 1 to {MOST_LINES}")
    turn = table.asked(asked.version)
    hint = partial(context_of(request).advice.hint, turn.position, asked.lines)
    return reply({"lines": await run_in_threadpool(hint)})


async def _why(request: Request) -> Response:
    asked, table = await read_json(request, WhyAsked), await _table(request)
    before, move = await run_in_threadpool(table.past.last_decision, asked.ply)
    text = await run_in_threadpool(context_of(request).advice.why, before, move)
    return reply({"text": text})


async def _evaluation(request: Request) -> Response:
    table = await _table(request)
    ply = number_of(request.query_params.get("ply", ""), "ply", 0, 10**6)
    position = await run_in_threadpool(table.past.position, ply)
    if not position.to_move:
        raise ApiError(422, "only a position where a player decides has an evaluation")
    found = await run_in_threadpool(context_of(request).advice.evaluate, position)
    return reply({"ply": ply, **found})


async def _text(request: Request) -> Response:
    table = await _table(request)
    what, name = (request.query_params.get(key, "") for key in ("what", "name"))
    if what == "unseen":
        return reply({"unseen": unseen(table.past.position().board())})
    if what != "help":
        raise ApiError(400, f"'{what}' is none of: unseen, help")
    text = explain(name, STYLE) if name else render_help(STYLE)
    if text is None:
        raise ApiError(404, f"no card or event is called '{name}'")
    return reply({"text": text})


async def _socket(websocket: WebSocket) -> None:
    try:
        table = await _table(websocket)
    except ApiError as error:
        await websocket.close(1008, error.reason)
        return
    await serve_feed(websocket, table.subscribe)


async def _table(connection: HTTPConnection) -> Table:
    tables = tables_of(context_of(connection))
    return await run_in_threadpool(tables.get, connection.path_params["id"])


async def _changed(table: Table, version: int, change: Callable[[], int]) -> Response:
    """Return the state after a change, its moves and deals without those before it."""
    before = change()
    await run_in_threadpool(table.wait_beyond, version, PATIENCE)
    return reply(await run_in_threadpool(table.state, before))


def _setup_data(context: Context) -> Data:
    open_tables = tables_of(context).open()
    names = {table.id for table in open_tables}
    games = context.store.games()[0] if context.store else []
    return {
        "levels": [{"level": level.number, "elo": level.elo.value} for level in levels()],
        "engines": offered_engines(context.engines),
        "strongest": STRONGEST,
        "kept": [_kept_data(game, game.name in names) for game in games],
        "tables": [
            {
                "id": table.id,
                "started": table.started,
                "names": table.names,
                "turn": table.turn,
                "over": table.is_over,
            }
            for table in open_tables
        ],
    }


def _kept_data(game: KeptGame, is_open: bool) -> Data:
    return {
        "name": game.name,
        "date": game.name[:DATE],
        "players": [level_title(seat.name) for seat in game.record.seats],
        "turn": game.turn,
        "over": game.is_over,
        "scores": game.record.scores,
        "open": is_open,
    }
