"""The viewer in a real browser: what is on the screen is what Python says about the position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from support.viewer_games import damaged, forfeited, played, positions, silenced, thought
from support.viewer_screen import check, count_of, screen_of, too_wide

from spyrium_ai.analysis.report.viewer_game import game_data

GAMES = {
    "1.1": thought(2),
    "1.1-2": played(2),
    "two/5 %": thought(5),
    "3.1": played(3),
    "4.1": played(4),
    "silent": played(5),
    "stand-in": forfeited(3),
    "damaged": damaged(played(2), 40),
    "half silent": silenced(thought(3), 2),
}


def test_every_ply_of_a_game_is_on_the_screen_as_python_has_it(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-0")
    expected = positions(GAMES["1.1"])
    taken = 0
    for ply, position in enumerate(expected):
        screen = screen_of(page)
        assert screen["count"] == f"{ply} / {len(expected) - 1}"
        check(screen, position)
        if ply:
            with pytest.raises(AssertionError):
                check(screen, expected[ply - 1])
        taken += sum(cell["left"] == "taken" for cell in screen["cells"].values())
        page.keyboard.press("ArrowRight")
    boards = [position.board() for position in expected]
    emptied = [
        before.market.count(None) != after.market.count(None)
        for before, after in pairwise(boards)
        if after.decides != "?" and before.decides != "?"
    ]
    assert taken == sum(emptied) > 5


@pytest.mark.parametrize("key", ["two/5 %", "3.1", "4.1", "silent", "stand-in", "1.1-2"])
def test_games_of_all_sizes(show: Callable[[str], Page], key: str) -> None:
    expected = positions(GAMES[key])
    page = show(f"#game-{key.replace('%', '%25').replace(' ', '%20')}-{len(expected) - 1}")
    slider = page.get_by_role("slider", name="Move")
    for ply in {*range(0, len(expected), 11), len(expected) - 1}:
        slider.fill(str(ply))
        assert count_of(page) == ply
        check(screen_of(page), expected[ply])
    names = [panel["name"] for panel in screen_of(page)["panels"]]
    assert names == [seat.name for seat in GAMES[key].seats]


def test_a_key_that_looks_like_a_key_with_a_ply(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-2")
    assert page.get_by_role("dialog").get_by_text("p1 ").first.is_visible()
    assert count_of(page) == 2, "the first market is shown where no ply is named"
    page.goto(page.url.partition("#")[0] + "#game-1.1-3")
    expect(page.locator(".gv-buttons output")).to_have_text(f"3 / {len(GAMES['1.1'].plies)}")


def test_keys_and_buttons(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-20")
    record = GAMES["1.1"]
    deals = [n for n, ply in enumerate(record.plies, 1) if ply.move.startswith("deal:")]
    after = next(deal for deal in deals if deal > 20)
    before = max(deal for deal in deals if deal < 20)
    last = len(record.plies)
    steps = [
        *[("ArrowLeft", "Back a move", 19), ("ArrowRight", "Forward a move", 21)],
        *[("Home", "Start of the game", 0), ("End", "End of the game", last)],
        *[("Shift+ArrowRight", "Next turn", after), ("Shift+ArrowLeft", "Previous turn", before)],
    ]
    slider = page.get_by_role("slider", name="Move")
    for key, name, ply in steps:
        slider.fill("20")
        page.keyboard.press(key)
        assert count_of(page) == ply, key
        assert slider.input_value() == str(ply)
        slider.fill("20")
        page.get_by_role("button", name=name).click()
        assert count_of(page) == ply, name
    slider.fill(str(last))
    page.keyboard.press("ArrowRight")
    assert count_of(page) == last
    expect(page.get_by_role("button", name="Forward a move")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_curves_and_the_list_of_moves_lead_to_their_moves(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1")
    last = len(GAMES["1.1"].plies)
    for name in ("Each player's expected win share", "Each player's score"):
        curve = page.get_by_role("img", name=name)
        expect(curve).to_be_visible()  # a box is not waited for
        box = curve.bounding_box()
        assert box
        curve.click(position={"x": 34 + (box["width"] - 58) / 2, "y": 60})
        assert abs(count_of(page) - last / 2) <= 1
        curve.click(position={"x": box["width"] - 2, "y": 60})
        assert count_of(page) == last
    assert page.locator(".gv-list button").count() == last
    page.locator(".gv-list button").nth(9).click()
    assert count_of(page) == 10
    words = game_data(GAMES["1.1"])["words"][9]
    expect(page.locator(".gv-list [aria-current]")).to_contain_text(words)
    expect(page.locator(".gv-said")).to_contain_text(words)


def test_what_was_played_and_thought_is_told(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-20")
    record = GAMES["1.1"]
    ply = record.plies[19]
    said = page.locator(".gv-said")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_contain_text(record.seats[ply.seat - 1].name)
    thought = page.locator(".gv-thought").inner_text()
    assert ply.values
    assert ply.time is not None
    assert f"{ply.nodes:,} nodes" in thought
    assert f"{round(ply.time):,} ms" in thought
    assert ply.move in thought
    lines = page.locator(".gv-chart").first.locator("polyline")
    own = [sum(1 for p in record.plies if p.values and p.seat == seat) for seat in (1, 2)]
    drawn = [len((line.get_attribute("points") or "").split()) for line in lines.all()]
    assert drawn == own


def test_a_game_without_values_says_so(show: Callable[[str], Page]) -> None:
    page = show("#game-silent")
    expect(page.get_by_text("No evaluations were recorded.")).to_be_visible()
    assert page.get_by_role("img", name="Each player's expected win share").count() == 0
    expect(page.get_by_role("img", name="Each player's score")).to_be_visible()


def test_a_player_without_values_is_drawn_as_the_others_see_it(show: Callable[[str], Page]) -> None:
    page = show("#game-half silent")
    expect(page.get_by_text("dashed: seat 2 as evaluated by the others")).to_be_visible()
    plies = [ply for ply in GAMES["half silent"].plies if ply.values]
    drawn = {}
    for line in page.locator(".gv-chart").first.locator("polyline").all():
        style = line.get_attribute("class") or ""
        drawn[style] = len((line.get_attribute("points") or "").split())
    own = [sum(ply.seat == seat for ply in plies) for seat in (1, 3)]
    assert drawn == {
        "gv-line gv-seat1": own[0],
        "gv-line gv-seat2 gv-dashed": len(plies),
        "gv-line gv-seat3": own[1],
    }


def test_a_damaged_game_tells_what_is_wrong(show: Callable[[str], Page]) -> None:
    page = show("#game-damaged")
    expect(page.get_by_role("alert")).to_contain_text("cannot be replayed further: ply 40")
    page.keyboard.press("End")
    assert count_of(page) == 39
    check(screen_of(page), positions(played(2))[39])


def test_a_game_that_is_not_there(show: Callable[[str], Page]) -> None:
    page = show("#game-99.9-3")
    expect(page.get_by_role("alert")).to_have_text("This page has no game '99.9'.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_address_follows_and_closing_leads_back(show: Callable[[str], Page]) -> None:
    page = show("")
    assert page.get_by_role("dialog").count() == 0
    link = page.get_by_role("link", name="3.1")
    link.scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    assert place > 500
    link.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**/page.html#game-3.1-7")
    page.keyboard.press("Escape")
    page.wait_for_url("**/page.html")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("scrollY") == place
    page.go_forward()
    page.wait_for_url("**/page.html#game-3.1-7")
    expect(page.locator(".gv-buttons output")).to_have_text(f"7 / {len(GAMES['3.1'].plies)}")
    page.evaluate("history.back()")
    page.wait_for_url("**/page.html")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("scrollY") == place


def test_closing_a_game_that_the_page_was_opened_with(show: Callable[[str], Page]) -> None:
    page = show("#game-3.1-9")
    page.get_by_role("button", name="Close the game").click()
    page.wait_for_url("**/page.html")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="4.1").click()
    expect(page.locator(".gv-buttons output")).to_have_text(f"2 / {len(GAMES['4.1'].plies)}")


@pytest.mark.parametrize("key", ["1.1", "two%2F5%20%25", "stand-in"])
def test_nothing_is_wider_than_a_narrow_window(show: Callable[[str], Page], key: str) -> None:
    page = show(f"#game-{key}-90")
    page.set_viewport_size({"width": 390, "height": 844})
    for key_pressed in ("ArrowRight", "Shift+ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key_pressed)
        assert too_wide(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    box = page.get_by_role("img", name="Each player's score").bounding_box()
    assert box
    assert box["width"] > 300


def test_dark_mode(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1")
    paper = "getComputedStyle(document.querySelector('.gv')).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    assert light == "rgb(255, 255, 255)"
    assert page.evaluate(paper) == "rgb(22, 25, 29)"
