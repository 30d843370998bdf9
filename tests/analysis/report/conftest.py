"""Pages for the tests of the report, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from spyrium_ai.analysis.report.viewer import viewer_section

STYLE = (Path(__file__).parents[3] / "spyrium_ai/analysis/report/templates/base.css").read_text()
HEAD = (
    f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style><title>t</title>'
)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Give an empty tab, 1280 wide; in the end nothing was complained of, nothing else loaded.

    `page.goto(path.as_uri())` opens a file.
    """
    with browser.new_context(viewport={"width": 1280, "height": 900}, offline=True) as context:
        page = context.new_page()
        page.set_default_timeout(10_000)
        said: list[str] = []
        asked: list[str] = []
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
        page.on("request", lambda request: asked.append(request.url))
        yield page
        opened = page.url.partition("#")[0]
        assert said == [], "the console of the browser"
        assert [url for url in asked if url.partition("#")[0] != opened] == []


@pytest.fixture(scope="module")
def viewer_page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page with all GAMES of the module by their keys, far below one another.

    REVIEWS of the module are analyses of some.
    """
    games, reviews = request.module.GAMES, getattr(request.module, "REVIEWS", {})
    links = "".join(
        f'<p style="margin: 40rem 0"><a href="#game-{key}">{key}</a></p>' for key in games
    )
    path = tmp_path_factory.mktemp("viewer") / "page.html"
    path.write_text(f"{HEAD}<body>{links}{viewer_section(games, reviews)}</body></html>")
    return path


@pytest.fixture
def show(page: Page, viewer_page: Path) -> Callable[[str], Page]:
    """Give what opens the page with the module's games at a hash."""

    def opened(fragment: str = "") -> Page:
        page.goto(viewer_page.as_uri() + fragment)
        if fragment:
            expect(page.get_by_role("dialog")).to_be_visible()
        return page

    return opened
