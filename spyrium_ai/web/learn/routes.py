"""The routes of learning."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from spyrium_ai.web.context import guest_of
from spyrium_ai.web.learn.first_game import first_game
from spyrium_ai.web.learn.reference import card_groups, event_entries
from spyrium_ai.web.page import page


def routes() -> list[BaseRoute]:
    """Return the routes of this part."""
    return [Route("/learn", _page)]


def _page(request: Request) -> Response:
    return page(
        "learn.html",
        guest_of(request),
        data={"lesson": first_game()},
        groups=card_groups(),
        event_entries=event_entries(),
    )
