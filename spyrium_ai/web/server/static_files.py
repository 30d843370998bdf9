"""Styles and scripts: those of the pages, and the report's that draw a board."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from spyrium_ai.analysis.report.templates import BOARD_SCRIPTS, BOARD_STYLES, source

FOLDER = Path(__file__).parents[1] / "static"
_BOARD = {
    "board.css": (BOARD_STYLES, "text/css"),
    "board.js": (BOARD_SCRIPTS, "text/javascript"),
}


def routes() -> list[BaseRoute]:
    """Return the routes of everything under /static/."""
    board = [Route(f"/static/{name}", _board) for name in _BOARD]
    return [*board, Mount("/static", StaticFiles(directory=FOLDER))]


async def _board(request: Request) -> Response:
    text, kind, tag = _joined(request.url.path.rpartition("/")[2])
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


@cache
def _joined(name: str) -> tuple[str, str, str]:
    """Return a text made of the report's files, its kind, and a tag that changes with it."""
    files, kind = _BOARD[name]
    text = "".join(map(source, files))
    if kind == "text/javascript":
        text = f'"use strict";\n{text}'
    return text, kind, f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
