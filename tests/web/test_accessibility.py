"""All pages through the eyes of axe: light and dark, on a desk's screen and on a phone's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from support.web_games import keep, recorded

from spyrium_ai.web.context import Context
from spyrium_ai.web.play.seats import NewTable, Seat
from spyrium_ai.web.play.tables import tables_of

Tab = Callable[..., Page]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WINDOWS = ((1280, 900), (360, 740))
ZOOMED = (640, 450)  # the first at a zoom of 200 %
COLOURS_CHANGED = """() => {
  const changes = document.getAnimations().map((animation) => animation.finished);
  return Promise.allSettled(changes).then(() => null);
}"""
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
ADA, BO = Seat("person", "Ada"), Seat("person", "Bo")


def start(page: Page, _: Context) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def learn(page: Page, _: Context) -> None:
    page.goto("/learn")
    for _step in range(6):
        page.get_by_role("button", name=re.compile("^(Next|Play it for me)$")).click()
    page.locator(".learn-choices button").first.click()
    expect(page.locator(".learn-reply")).to_be_visible()


def table_with_choices(page: Page, context: Context) -> None:
    table = tables_of(context).new(NewTable((ADA, BO), seed="5"))
    page.goto(f"/table/{table.id}")
    expect(page.locator("#asked")).not_to_be_empty()
    page.locator("#evaluate").check()
    page.locator(".act:not(.no):not(.later)").first.click()


def table_over(page: Page, context: Context) -> None:
    """Play a game to its end, by its first move each time."""
    table = tables_of(context).new(NewTable((ADA, BO), seed="5"))
    address = f"/api/tables/{table.id}"
    state = page.request.get(address).json()
    while state["decides"]["kind"] == "move":
        played = {"version": state["version"], "move": state["decides"]["legal"][0]["move"]}
        state = page.request.post(f"{address}/move", data=played).json()
    page.goto(f"/table/{table.id}")
    expect(page.locator("#gv")).to_have_attribute("data-state", "over")


def table_for_deals(page: Page, context: Context) -> None:
    table = tables_of(context).new(NewTable((ADA, BO), deals="manual"))
    page.goto(f"/table/{table.id}")
    expect(page.locator("#deal")).to_be_visible()


def analysis(page: Page, context: Context) -> None:
    assert context.store is not None
    keep(context.store, "known", recorded())
    page.goto("/analysis?game=known")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(1500)


def watch(page: Page, context: Context) -> None:
    assert context.store is not None
    log = context.store.folder.parent / "runs" / "games.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.write_text(recorded().to_line() + "\n")
    context.watched = (log,)
    page.goto("/watch")
    page.get_by_role("link", name=re.compile("games|runs")).first.click()
    expect(page.get_by_role("table").first).to_be_visible()


STATES = (start, learn, table_with_choices, table_over, table_for_deals, analysis, watch)


@pytest.mark.parametrize("prepare", STATES, ids=lambda prepare: prepare.__name__)
def test_axe_finds_nothing(
    tab: Tab, context: Context, prepare: Callable[[Page, Context], None]
) -> None:
    found = []
    page = tab(reduced_motion="reduce")
    prepare(page, context)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(COLOURS_CHANGED)
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            violations = Axe().run(page, options=RULES).response["violations"]
            found += [f"{width} {scheme}: {line}" for line in described(violations)]
        for width, height in (*WINDOWS, ZOOMED):
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth")
            found += [f"{width}: the page is {wide} wide"] if wide > width else []
    assert found == []


def described(violations: list[dict[str, object]]) -> list[str]:
    """Return a line for each element that breaks a rule."""
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]  # type: ignore[attr-defined]
    ]
