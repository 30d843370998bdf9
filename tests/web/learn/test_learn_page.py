"""The page Learn in a real browser: the whole lesson, the filter, links to cards."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from spyrium_ai.web.learn.lesson import STEPS

Tab = Callable[..., Page]


def test_the_lesson_by_clicks_ends_in_a_game(tab: Tab) -> None:
    page = tab()
    page.goto("/learn")
    title, reply = page.locator("#step-title"), page.locator(".learn-reply")
    for _step in range(3):
        page.get_by_role("button", name="Next", exact=True).click()
    expect(title).to_have_text("Phase I: place workers")
    page.locator("[data-slot=b1b2]").click()
    expect(reply).to_contain_text("This move is legal")
    page.locator("[data-cell=c3]").click()
    expect(reply).to_contain_text("Not possible")
    page.locator("[data-slot=a1b1]").click()
    expect(title).to_have_text("One action each")
    expect(page.locator("[data-slot=a1b1]")).to_have_attribute("aria-label", "a1b1: workers of 1")
    expect(page.locator("#announcer")).to_contain_text("Right.")
    for step in STEPS[4:-1]:
        expect(title).to_have_text(step.title)
        if step.ask:
            page.get_by_role("button", name="Play it for me").press("Enter")
        else:
            page.get_by_role("button", name="Next", exact=True).press("Enter")
    page.get_by_role("button", name="Play against level 1").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator("#asked")).not_to_be_empty()


def test_a_place_with_several_moves_offers_them(tab: Tab) -> None:
    page = tab()
    page.goto("/learn")
    for _step in range(6):
        page.get_by_role("button", name=re.compile("^(Next|Play it for me)$")).click()
    page.locator("[data-slot=b1c1]").click()
    choices = page.locator(".learn-choices button:not(.learn-all)")
    expect(choices).to_have_count(4)
    expect(page.locator(".learn-reply")).to_have_text("Choose one of these moves.")
    page.get_by_role("button", name=re.compile("£2 at the Bureaucrat")).press("Enter")
    expect(page.locator("#step-title")).to_have_text("Characters")
    expect(page.get_by_label("Legal moves")).not_to_be_visible()


def test_cards_are_filtered_by_typing_and_found_by_their_address(tab: Tab) -> None:
    page = tab()
    page.goto("/learn#Co")
    expect(page.locator("#Co")).to_be_in_viewport()
    expect(page.locator("#Co")).to_be_focused()
    page.get_by_label("Filter").fill("mine")
    expect(page.locator(".learn-entry:visible h4")).to_have_text(
        [re.compile("Mine")] * 3 + [re.compile("Miner"), re.compile("Automation")]
    )
    page.get_by_label("Filter").fill("dragon")
    expect(page.locator("#filter-count")).to_have_text("0 of 42")
    page.evaluate("location.hash = '#E5'")
    expect(page.locator("#E5")).to_be_in_viewport()
    expect(page.get_by_label("Filter")).to_have_value("")
