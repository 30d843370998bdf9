"""The page of a table in a real browser: whole games, and what can go wrong."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from support.table_pages import ADA, BO, RANDOM, Tab, laid, seen
from support.web_server import served

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.web.context import Context
from spyrium_ai.web.play.seats import Seat

EVIL = "<img src=x onerror=alert(1)>"[:24]


def is_over(page: Page, version: str | None = None) -> bool:
    """Return whether the game is over, once a choice can be made after that version."""
    page.wait_for_function(
        """version => {
          const { state, version: shown } = document.getElementById("gv").dataset;
          document.getElementById("skip").click();
          return ["choosing", "over"].includes(state) && shown !== version;
        }""",
        arg=version,
    )
    return page.locator("#gv").get_attribute("data-state") == "over"


def version_of(page: Page) -> str | None:
    """Return the version of the table that the page shows."""
    return page.locator("#gv").get_attribute("data-version")


def test_a_whole_game_by_clicks(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM)
    page = seen(tab(reduced_motion="reduce"), table)
    clicks, version = 0, None
    while not is_over(page, version):
        version = version_of(page)
        acts = page.locator(".act:not(.no):not(.later)")
        if acts.count():
            acts.first.click()
            if page.locator("#menu").is_visible():
                page.locator("#menu button.choice").first.click()
        else:
            if page.locator("details.phase-two:not([open])").count():
                page.locator("details.phase-two summary").click()
            page.locator("#list button.choice:visible").first.click()
        clicks += 1
    assert clicks > 30
    assert table.record is not None
    expect(page.locator("#asked")).to_have_text(re.compile(r"wins|share"))
    expect(page.locator("#accounts")).to_contain_text("techniques")
    assert table.id in (page.locator("#analyse").get_attribute("href") or "")


def test_a_whole_game_by_keys(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM)
    page = seen(tab(reduced_motion="reduce"), table)
    version = None
    while not is_over(page, version):
        version = version_of(page)
        # After a move the heading has the focus: the list is the next stop.
        page.locator("#asked").focus()
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    assert table.record is not None


def test_a_choice_counts_while_the_answer_to_the_last_one_is_on_its_way(
    tab: Tab, context: Context
) -> None:
    page = seen(tab(reduced_motion="reduce"), laid(context, ADA, RANDOM))
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/move", lambda route: held.append((route, route.fetch())))
    version = None
    for _ in range(2):
        assert not is_over(page, version)  # the socket has brought the next state
        version = version_of(page)
        page.locator("#list button.choice:visible").first.click()
    assert not is_over(page, version)
    assert len(held) == 2
    for route, answer in held:
        route.fulfill(response=answer)


def test_two_browsers_at_a_table(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, BO)
    ada, bo = (tab(reduced_motion="reduce") for _ in range(2))
    ada.goto(f"/table/{table.id}?seat=1")
    bo.goto(f"/table/{table.id}?seat=2")
    first = table.state()["decides"]["seat"]
    who, other = (ada, bo) if first == 1 else (bo, ada)
    expect(who.locator("#asked")).to_have_text(re.compile("decides"))
    expect(other.locator("#asked")).to_have_text(re.compile("Waiting for"))
    expect(other.locator("button.choice")).to_have_count(0)
    who.locator("button.choice").first.click()
    expect(other.locator("#asked")).to_have_text(re.compile("decides"))
    expect(who.locator("#asked")).to_have_text(re.compile("Waiting for"))
    said = table.state()["words"][-1]
    expect(other.locator("#said")).to_contain_text(said)


def test_who_is_invited_says_who_they_are(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, BO)
    page = tab(reduced_motion="reduce")
    page.goto(f"/table/{table.id}?seat=ask")
    expect(page.get_by_role("dialog")).to_contain_text("Who plays at this screen?")
    seat = table.state()["decides"]["seat"]
    page.get_by_role("dialog").get_by_role("button", name=f"{seat} ").click()
    expect(page.locator("button.choice").first).to_be_visible()
    page.reload()
    expect(page.locator("button.choice").first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("This screen plays").select_option("0")
    expect(page.locator("#asked")).to_have_text(re.compile("Waiting for"))
    expect(page.locator("button.choice")).to_have_count(0)


def test_hint_undo_why_and_looking_back(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM)
    page = seen(tab(reduced_motion="reduce"), table)
    expect(page.locator("button.choice").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_count(3)
    expect(page.locator(".gv-badge").first).to_contain_text("%")
    count = page.locator(".gv-list button").count()
    page.locator("button.choice").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").click()
    expect(page.locator(".gv-list button")).to_have_count(count)
    page.locator(".gv-list button").first.click()
    expect(page.locator("#asked")).to_contain_text("The table after move 1")
    expect(page.locator("button.choice")).to_have_count(0)
    page.locator("#now").click()
    expect(page.locator("button.choice").first).to_be_visible()
    page.locator("#unseen").click()
    expect(page.locator("#advice")).to_contain_text("Period A")


def test_what_cannot_be_done_says_why(tab: Tab, context: Context) -> None:
    page = seen(tab(reduced_motion="reduce"), laid(context, ADA, RANDOM))
    page.locator(".act.no").first.click()
    expect(page.locator("#why-not")).to_contain_text("No worker of yours stands next to")
    page.locator("#text").fill("xyzzy")
    page.locator("#text").press("Enter")
    expect(page.locator("#why-not")).to_contain_text("'xyzzy' is no legal move")


def test_the_tutor_asks_first(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM)
    page = seen(tab(reduced_motion="reduce"), table)
    page.locator("#tutor").check()
    page.locator("details.phase-two summary").click()
    page.get_by_role("button", name=re.compile("pass for the rest")).click()
    expect(page.locator("#doubt")).to_contain_text("This move loses")
    page.locator("#doubt-look").click()
    expect(page.locator("#doubt")).to_contain_text("Better:")
    version = table.state()["version"]
    page.locator("#doubt-again").click()
    expect(page.locator("#doubt")).to_be_hidden()
    assert table.state()["version"] == version


def test_hostile_names_are_texts(tab: Tab, context: Context) -> None:
    table = laid(context, Seat("person", EVIL), RANDOM)
    page = seen(tab(reduced_motion="reduce"), table)
    expect(page.locator(".gv-panel").first).to_contain_text(EVIL)
    assert page.locator("main img").count() == 0
    page.goto("/")
    expect(page.locator("#rows")).to_contain_text(EVIL)
    assert page.locator("main img").count() == 0


def test_two_people_at_one_screen(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, BO)
    page = seen(tab(reduced_motion="reduce"), table)
    seats = table.state()["players"]
    first = table.state()["decides"]["seat"]
    who, other = seats[first - 1], seats[2 - first]

    # The focus stays at the place of the board where the other one goes on.
    place = page.locator(".act[data-place=a1b1]")
    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_have_text(f"{other['name']} decides")
    expect(place).to_be_focused()

    # What is taken back is not followed by the game from its beginning.
    count = page.locator(".gv-list button").count()
    page.keyboard.press("u")
    expect(page.locator(".gv-list button")).to_have_count(count - 1)
    assert page.locator("#skip").is_hidden()
    expect(page.locator("#asked")).to_have_text(f"{who['name']} decides")

    # One seat for each screen.
    page.get_by_label("This screen plays").select_option(str(other["seat"]))
    expect(page.locator("#asked")).to_have_text(f"Waiting for {who['name']}")
    page.reload()
    expect(page.locator("#asked")).to_have_text(f"Waiting for {who['name']}")
    page.get_by_label("This screen plays").select_option("everybody")
    expect(place).to_be_visible()

    page.locator("#asked").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play here")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_the_choices_are_at_hand(tab: Tab, context: Context) -> None:
    page = seen(tab(360, 740, reduced_motion="reduce"), laid(context, ADA, RANDOM))
    expect(page.locator("#list button.choice").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    tops = {
        name: page.locator(name).evaluate("one => one.getBoundingClientRect().top")
        for name in (".gv-board", ".gv-players", ".gv-moves")
    }
    assert list(tops) == sorted(tops, key=lambda name: tops[name])


def test_a_deal_by_hand(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM, deals="manual")
    page = seen(tab(reduced_motion="reduce"), table)
    expect(page.locator("#asked")).to_have_text("What lies on your table?")
    page.get_by_role("button", name="1 Ada").click()
    page.get_by_role("button", name="E4").click()
    page.get_by_role("button", name="Deal it").click()
    expect(page.locator("#asked")).to_have_text("What is dealt on your table?")
    page.locator("#deal-text").fill("E3 U2")
    page.locator("#deal-text").press("Enter")
    expect(page.locator("#why-not")).to_contain_text("belongs to period")
    page.locator("#deal-text").fill("E3 W1 W2 N1 M1 M2 R1 W2 N1 W1")
    page.locator("#deal-text").press("Enter")
    page.get_by_role("button", name="Deal it").click()
    expect(page.locator("button.choice").first).to_be_visible()


def test_the_start_page_begins_a_game(tab: Tab, context: Context) -> None:
    laid(context, Seat("person", "Cy"), RANDOM, keep=False)
    page = tab(reduced_motion="reduce")
    page.goto("/")
    row = page.get_by_role("row", name="Cy, random")
    expect(row.get_by_role("cell").first).to_have_text(re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d$"))
    expect(row).to_contain_text("Go to the table")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("Seat 1: name").fill("")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#problem")).to_contain_text("The person in seat 1 has no name.")
    expect(page.get_by_label("Seat 1: name")).to_be_focused()
    expect(page.get_by_label("Seat 1: name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Seat 1: name").fill("Ada")
    page.get_by_label("Seat 2: who plays").select_option("engine:random")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".gv-panel")).to_have_count(3)
    expect(page.locator(".gv-panel").first).to_contain_text("Ada")


def test_the_page_goes_on_with_a_server_that_is_back(
    browser: Browser, context: Context, tmp_path: Path
) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as window:
        page = window.new_page()
        page.set_default_timeout(30_000)
        with served(context) as address:
            table = laid(context, ADA, RANDOM)
            page.goto(f"{address}/table/{table.id}")
            page.locator("button.choice").first.click()
            expect(page.locator("#undo")).to_be_enabled()
            is_over(page)
        expect(page.locator("#link")).to_have_text("connecting again …")
        before = table.as_it_stands().moves
        port = int(address.rpartition(":")[2])
        with served(Context(GameStore(tmp_path / "games")), port):
            expect(page.locator("#link")).to_be_hidden()
            page.locator("button.choice").first.click()
            expect(page.locator(".gv-list button").nth(len(before))).to_be_visible()
