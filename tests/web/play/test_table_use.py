"""How the page of a table is to hand: the focus, the sheet of a phone, advice, a cut connection."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect
from support.table_pages import ADA, BO, RANDOM, Tab, laid, seen

from spyrium_ai.web.context import Context


def test_the_focus_stays_where_one_goes_on(tab: Tab, context: Context) -> None:
    page = seen(tab(1280, 757, reduced_motion="reduce"), laid(context, ADA, BO))
    count = page.locator(".gv-list button").count()

    field = page.locator("#text")
    field.fill("1")
    field.press("Enter")
    expect(page.locator(".gv-list button")).to_have_count(count + 1)
    expect(field).to_be_focused()
    expect(field).to_have_value("")

    page.locator("#list button.choice").first.click()
    expect(page.locator(".gv-list button")).to_have_count(count + 2)
    expect(page.locator("#asked")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#list button.choice").first).to_be_focused()


def test_a_state_that_comes_twice_takes_the_focus_from_no_choice(
    tab: Tab, context: Context
) -> None:
    table = laid(context, ADA, BO)
    page = tab(reduced_motion="reduce")
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), pass_on)
    seen(page, table)
    page.locator("#list button.choice").first.focus()
    page.evaluate("document.activeElement.dataset.mine = 1")
    sockets[0].send(json.dumps(table.state()))
    page.wait_for_timeout(200)
    expect(page.locator("[data-mine]")).to_be_focused()


def test_advice_is_in_sight_and_about_ones_own_move(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, RANDOM)
    page = seen(tab(1280, 757, reduced_motion="reduce"), table)
    seat = next(one["seat"] for one in table.state()["players"] if one["name"] == "Ada")
    expect(page.locator("button.choice").first).to_be_visible()
    page.locator("#list button.choice").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("button.choice").first).to_be_visible()
    state = table.state()
    assert state["seats"][-1] != seat, "the engine has moved after it"

    page.evaluate("window.scroll(0, 0)")
    page.keyboard.press("w")
    expect(page.locator("#advice-text h2")).to_have_text(re.compile("^Ada "))
    expect(page.locator("#advice")).to_be_in_viewport(ratio=1)
    page.keyboard.press("c")
    expect(page.locator("#advice-text dt").first).to_have_text("Period A, not dealt yet")
    expect(page.locator("#advice")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_the_sheet_of_a_phone_folds(tab: Tab, context: Context) -> None:
    page = seen(tab(360, 740, reduced_motion="reduce"), laid(context, ADA, RANDOM))
    expect(page.locator("#holds")).to_have_text(re.compile(r"^£\d+, \d+ Spyrium, active workers"))
    first = page.locator("#list button.choice").first
    expect(first).to_be_in_viewport()
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(first).to_be_hidden()
    expect(page.locator("#asked")).to_be_in_viewport()
    expect(page.locator("#holds")).to_be_in_viewport()
    page.get_by_role("button", name="Unfold").click()
    expect(first).to_be_in_viewport()


def test_a_connection_that_is_cut_comes_back_by_itself(tab: Tab, context: Context) -> None:
    table = laid(context, ADA, BO)
    page = tab(reduced_motion="reduce")
    sockets: list[WebSocketRoute] = []
    is_cut = False

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if is_cut:
            socket.close(code=1012)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/socket$"), pass_on)
    seen(page, table)
    count = page.locator(".gv-list button").count()
    is_cut = True
    sockets[0].close(code=1012)
    expect(page.locator("#link")).to_have_text("connecting again …")
    state = table.state()
    table.move(state["version"], state["decides"]["legal"][0]["move"])
    is_cut = False
    expect(page.locator("#link")).to_be_hidden()
    expect(page.locator(".gv-list button")).to_have_count(count + 1)
    assert len(sockets) > 1
    page.locator("#list button.choice").first.click()
    expect(page.locator(".gv-list button")).to_have_count(count + 2)
