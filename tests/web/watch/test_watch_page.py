"""The page that watches, in a real browser, with a real run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.program import started, wait_for_games
from web.conftest import Tab

from spyrium_ai.web.context import Context

PRESSES = 20
KEEP_WHAT_IS_SAID = """() => {
  const region = document.getElementById("announcer");
  const said = document.documentElement.dataset;
  const keep = () => { said.said = `${said.said ?? ""} ${region.textContent}`; };
  keep();
  new MutationObserver(keep).observe(region, { childList: true });
}"""

EVENT = """\
name = "cup <b>"
deals = 200
jobs = 2
seed = 3
timemargin = 20000
limits = { movetime = 25 }
[[players]]
name = "<img src=x onerror=alert(1)>"
player = "heuristic"
[[players]]
player = "mcts"
limits = { movetime = 60 }
"""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """Give a server's context with a tournament that is under way."""
    event = tmp_path / "event.toml"
    event.write_text(EVENT)
    out = tmp_path / "cup"
    with started("tournament", str(event), "--out", str(out)):
        wait_for_games(out / "games.jsonl", 2)
        context = Context(None, watched=(out,))
        yield context
        context.close()


def test_a_tournament_is_watched(tab: Tab) -> None:
    page = tab()
    page.goto("/watch")
    page.get_by_role("link", name="cup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("cup <b>")
    expect(page.locator("#state")).to_contain_text("Running: ")
    expect(page.locator("#state")).to_contain_text(" of 400 games")
    rows = page.locator("#standings tr")
    expect(rows).to_have_count(2)
    expect(page.locator("#standings th", has_text="<img src=x")).to_have_count(1)
    expect(rows.first).to_contain_text("%")
    # A game is on the board and goes on.
    expect(page.locator("#board-title")).to_contain_text("Game ")
    expect(page.locator(".gv-panel")).to_have_count(2)
    before = page.locator("#count").inner_text()
    expect(page.locator("#count")).not_to_have_text(before)
    # Back a move it stands still, though the game goes on. Before the first move there is no back.
    page.locator("h1").click()
    expect(page.locator("#count")).to_have_text(re.compile("^move [1-9]"))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    # It stays on the board when it ends, and gives way to another one once nobody looks back.
    title = page.locator("#board-title").inner_text()
    expect(page.locator("#said")).to_contain_text("This game is not under way any more")
    expect(page.locator("#board-title")).to_have_text(title)
    page.keyboard.press("End")
    expect(page.locator("#board-title")).not_to_have_text(title)
    expect(page.get_by_role("button", name="Back to now")).to_be_hidden()
    # The standings move.
    state = page.locator("#state").inner_text()
    expect(page.locator("#state")).not_to_have_text(state)
    # Screen readers are told of them; other words may follow at once.
    page.evaluate(KEEP_WHAT_IS_SAID)
    expect(page.locator("html")).to_have_attribute(
        "data-said", re.compile("leads with"), timeout=20_000
    )
    # A finished game opens in the analysis.
    page.get_by_role("link", name="Analyse game 1", exact=True).click()
    page.wait_for_url("**/analysis?game=drop-*")


def test_what_is_watched_is_usable_on_a_phone(tab: Tab) -> None:
    page = tab(width=360, height=740, color_scheme="dark")
    page.goto("/watch")
    page.get_by_role("link", name="cup").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".gv-panel")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#live [aria-pressed=true]")).to_have_count(1)
    page.get_by_label("When a game ends").uncheck()
    page.locator("h1").click()
    title = page.locator("#board-title").inner_text()
    # Between two games only one is under way, and the key has nowhere to go.
    for _ in range(PRESSES):
        page.keyboard.press("n")
        with suppress(AssertionError):
            expect(page.locator("#board-title")).not_to_have_text(title, timeout=1_000)
            return
    pytest.fail(f"the key n does not leave '{title}'")
