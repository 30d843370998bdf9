"""The application: all routes, what guards them, and the end of what was begun."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from spyrium_ai.web.api import ApiError
from spyrium_ai.web.context import Context
from spyrium_ai.web.explore import routes as explore
from spyrium_ai.web.learn import routes as learn
from spyrium_ai.web.play import routes as play
from spyrium_ai.web.server import static_files
from spyrium_ai.web.server.gate import Gate
from spyrium_ai.web.server.security import Security, refusal
from spyrium_ai.web.watch import routes as watch


def application(context: Context, gate: Gate | None = None) -> Starlette:
    """Return the application, which ends what it began when the server stops.

    Args:
        context: what its parts share.
        gate: decides who may ask; None lets in everybody, as tests of the parts do.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(context.close)

    app = Starlette(
        routes=[*static_files.routes(), *_routes()],
        exception_handlers={ApiError: _refused, HTTPException: _unknown},
        middleware=[] if gate is None else [Middleware(Security, gate)],
        lifespan=lifespan,
    )
    app.state.context = context
    return app


def _routes() -> list[BaseRoute]:
    """Return the routes of all parts."""
    return [route for part in (play, explore, watch, learn) for route in part.routes()]


async def _unknown(request: Request, error: Exception) -> Response:
    """Answer for an address that there is not, or not so."""
    assert isinstance(error, HTTPException)  # noqa: S101 (registered for it)
    reason = "there is no such page" if error.status_code == 404 else error.detail
    return refusal(request, ApiError(error.status_code, reason))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)  # noqa: S101 (registered for it)
    return refusal(request, error)
