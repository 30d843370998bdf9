"""A server on a port of its own, and tabs that look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route
from starlette.testclient import TestClient
from support.web_server import served

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.web.context import Context
from spyrium_ai.web.server.application import application

Tab = Callable[..., Page]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """Give what a server shares, with a store of its own."""
    context = Context(GameStore(tmp_path / "games"))
    yield context
    context.close()


@pytest.fixture
def client(context: Context) -> Iterator[TestClient]:
    """Give a client of the application, without a server and without a gate."""
    with TestClient(application(context)) as client:
        yield client


@pytest.fixture
def address(context: Context) -> Iterator[str]:
    """Give the address of a server in this process."""
    with served(context) as address:
        yield address


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Tab]:
    """Give the function that opens an empty tab of its own browser window.

    In the end no tab has complained of anything, and none has asked another server.
    """
    said: list[str] = []
    foreign: list[str] = []

    def guard(route: Route) -> None:
        if route.request.url.startswith(address):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    def note(message: ConsoleMessage) -> None:
        # Chromium tells of refusals too, which the pages show in words.
        is_refusal = "the server responded with a status of 4" in message.text
        if not (is_refusal and "/api/" in message.location["url"]):
            said.append(f"{message.type}: {message.text}")

    with ExitStack() as stack:

        def opened(width: int = 1280, height: int = 900, **options: object) -> Page:
            size = {"width": width, "height": height}
            context: BrowserContext = stack.enter_context(
                browser.new_context(base_url=address, viewport=size, **options)  # type: ignore[arg-type]
            )
            context.route(lambda url: not url.startswith(("data:", "blob:")), guard)
            page = context.new_page()
            page.set_default_timeout(20_000)
            page.on("console", note)
            page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
            return page

        yield opened
        assert foreign == [], "what the pages have asked elsewhere"
    assert said == [], "the console of the browser"
