"""The routes of watching."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from spyrium_ai.web.page import page


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [Route("/watch", _page)]


async def _page(_: Request) -> Response:
    return page("watch.html")
