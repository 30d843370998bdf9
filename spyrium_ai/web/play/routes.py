"""The routes of playing."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from spyrium_ai.web.page import page


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [Route("/", _start), Route("/table/{id}", _table)]


async def _start(_: Request) -> Response:
    return page("start.html")


async def _table(request: Request) -> Response:
    return page("table.html", data={"table": request.path_params["id"]})
