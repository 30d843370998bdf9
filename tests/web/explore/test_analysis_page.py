"""The page of analysis in a real browser: a whole way through it, and files of strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from support.hostile import EVIL_LINES, game_log_line
from support.web_games import keep, recorded

from spyrium_ai.web.context import Context

NAME = "2026-11-20-120000-ada-level"

pytestmark = pytest.mark.timeout(240)


def count(page: Page) -> str:
    return page.locator("[data-gv=count]").inner_text()


def test_from_the_list_to_a_link_of_a_branch(context: Context, tab: Callable[..., Page]) -> None:
    assert context.store is not None
    keep(context.store, NAME, recorded())
    page = tab()
    page.goto("/analysis")
    expect(page.locator("#kept a")).to_have_count(1)
    assert (found := Axe().run(page)).violations_count == 0, found.generate_report()
    page.get_by_role("table", name="Games that were played here").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game 1")
    expect(page.locator("[data-gv=count]")).to_have_text("2 / 133")

    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("[data-gv=sums] tr")).not_to_have_count(0, timeout=60_000)
    expect(page.locator(".gv-mistake")).not_to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("[data-gv=verdict]")).to_contain_text(re.compile("Error|Blunder"))
    assert (found := Axe().run(page)).violations_count == 0, found.generate_report()
    mistake = int(count(page).split(" / ")[0])
    page.keyboard.press("b")
    expect(page.locator("[data-gv=count]")).to_contain_text("branch 0 /")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-gv=said]")).to_contain_text("better line")
    expect(page).to_have_url(re.compile(rf"#{mistake - 1}/"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-gv=count]")).to_have_text(f"{mistake} / 133")

    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#live-lines li")).to_have_count(3, timeout=60_000)
    page.get_by_role("button", name="Search", exact=True).click()
    slot = page.locator("[data-slot] .act:not(.no)").first
    place = slot.get_attribute("data-place")
    slot.click()
    expect(page.locator("[data-gv=count]")).to_have_text("branch 1 / 1")
    expect(page).to_have_url(re.compile(rf"#2/place:{place}$"))
    said = page.locator("[data-gv=said]").inner_text()
    assert "branch after move 2" in said

    again = tab(360, 740)
    again.goto(f"/{page.url.split('/', 3)[3]}")
    expect(again.locator("[data-gv=said]")).to_have_text(said)
    assert again.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.go_back()
    expect(page.locator("[data-gv=count]")).to_have_text("2 / 133")


def test_a_file_of_strangers_and_a_deal_by_hand(tmp_path: Path, tab: Callable[..., Page]) -> None:
    data = game_log_line(EVIL_LINES)
    data["players"][0]["name"] = "<img src=x onerror=alert(1)>"
    log = tmp_path / "<b>games.jsonl"
    log.write_text(json.dumps(data) + "\n")
    page = tab()
    page.goto("/analysis")
    page.locator("#file").set_input_files(log)
    expect(page.locator(".gv-panel h3").first).to_have_text("<img src=x onerror=alert(1)>")
    assert "evil" in page.locator(".gv-panel h3").last.inner_text()
    assert page.locator("img").count() == 0
    page.goto("/analysis")
    expect(page.locator("#dropped")).to_contain_text("<img src=x onerror=alert(1)>")

    field = page.get_by_label("A position line")
    field.fill("start 9")
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#position-problem")).to_contain_text("not a position")
    field.fill("start 2")
    page.get_by_role("button", name="Look at it").click()
    page.get_by_label("Or deal").fill("2 E99")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#refused")).to_contain_text("there is no event E99")
    page.get_by_label("Or deal").fill("2 E4")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page).to_have_url(re.compile("#0/setup:2:E4$"))
    page.get_by_role("button", name="Draw a deal").click()
    expect(page.locator("#moves button")).not_to_have_count(0)
    expect(page.locator("#asked")).to_contain_text("seat 2 decides")
    page.goto("/analysis?game=nothing")
    expect(page.get_by_role("alert").first).to_contain_text("there is no game")
