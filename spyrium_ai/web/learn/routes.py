"""The routes of learning."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from spyrium_ai.web.learn.first_game import first_game
from spyrium_ai.web.learn.reference import card_groups, event_entries
from spyrium_ai.web.page import page


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [Route("/learn", _page)]


def _page(_: Request) -> Response:
    data = {"lesson": first_game()}
    return page("learn.html", data=data, groups=card_groups(), event_entries=event_entries())
