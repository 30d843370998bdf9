"""The page in a real browser, which by its fixture complains of nothing and loads nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from playwright.sync_api import Locator, Page, expect
from support.report_games import EVIL, forfeited, series, void, write

from spyrium_ai.cli import cli

NAMES = (EVIL, "bob", "an engine with quite a long name, longer than most")
BLOCKS = 25
SECTIONS = (
    *("Standings", "Cross table", "Rating history", "Scores"),
    *("Turn-order advantage", "Cards and win rate", "Faults", "Games"),
)
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page of 78 games, with two faults, a void game and one that was won together."""
    games = list(series(NAMES, BLOCKS))
    games[1] = forfeited(games[1], 1)
    games[40] = forfeited(games[40], 2, "stall")
    games[41] = void(games[41], 3)
    games[42] = replace(games[42], winners=(1, 2))
    folder = tmp_path_factory.mktemp("report")
    journals = [
        write(folder / "long.jsonl", games),
        write(folder / "b.jsonl", series(NAMES, 1, first=50)),
    ]
    words = ["report", *map(str, journals), "--out", str(folder / "page.html"), "--games", "40"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return folder / "page.html"


@pytest.fixture
def opened(page: Page, report: Path) -> Page:
    page.goto(report.as_uri())
    return page


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_every_section_is_there_and_leads_to_it(opened: Page) -> None:
    links = opened.get_by_role("navigation").get_by_role("link")
    expect(links).to_have_text(list(SECTIONS))
    for name in SECTIONS:
        links.filter(has_text=name).first.click()
        expect(
            section(opened, name).get_by_role("heading", name=name, exact=True)
        ).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 380, 768, 1280])
def test_nothing_is_wider_than_the_window(opened: Page, width: int, scheme: Scheme) -> None:
    opened.set_viewport_size({"width": width, "height": 800})
    opened.emulate_media(color_scheme=scheme)
    opened.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    wide = opened.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((e) => !e.closest(".scroll, dialog"))
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
            .map((e) => e.outerHTML.slice(0, 200))"""
    )
    assert wide == []
    assert opened.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [380, 1280])
def test_the_numbers_beside_pictures_do_not_overlap(opened: Page, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 800})
    overlaps, texts = opened.evaluate(
        """() => {
            const found = [];
            let texts = 0;
            for (const svg of document.querySelectorAll("main svg")) {
                const all = [...svg.querySelectorAll("text")];
                const boxes = all.map((text) => text.getBoundingClientRect());
                texts += all.length;
                boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
                    const beside = a.right <= b.left || b.right <= a.left;
                    if (!beside && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
                        found.push(all[i].textContent + " and " + all[i + 1 + j].textContent);
                }));
            }
            return [found, texts];
        }"""
    )
    assert texts > 20
    assert overlaps == []


def test_a_picture_shows_the_numbers_that_stand_beside_it(opened: Page) -> None:
    figure = section(opened, "Standings").get_by_role("figure").first
    ticks = {
        float((text.text_content() or "").replace("\N{MINUS SIGN}", "-")): _middle(text)
        for text in figure.locator(".ticks text").all()
    }
    (low, left), (high, right) = min(ticks.items()), max(ticks.items())
    rows = figure.locator(".row:not(.ticks)").all()
    assert len(rows) == len(NAMES)
    for row in rows:
        elo = float((row.locator(".said").text_content() or "").replace("\N{MINUS SIGN}", "-"))
        expected = left + (right - left) * (elo - low) / (high - low)
        assert _middle(row.locator("circle")) == pytest.approx(expected, abs=2)


def _middle(shape: Locator) -> float:
    box = shape.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2


def test_pictures_and_tables_have_names(opened: Page) -> None:
    for picture in opened.locator("main").get_by_role("img").all():
        assert picture.get_attribute("aria-label"), picture.evaluate("(e) => e.outerHTML")
    hidden = "main svg:not([role=img] *, [aria-hidden] *, [role=img], [aria-hidden])"
    assert opened.locator(f"{hidden}:has(line, circle, path)").count() == 0
    regions = opened.locator(".scroll").all()
    assert len(regions) >= 10
    for region in regions:
        assert region.get_attribute("aria-label")
        assert region.get_attribute("tabindex") == "0"
    assert opened.locator("main img:not([alt]), main h4").count() == 0


def test_names_are_read_as_they_are(opened: Page) -> None:
    for name in ("Standings", "Cross table", "Scores", "Games"):
        expect(
            section(opened, name).get_by_text(EVIL).locator("visible=true").first
        ).to_be_visible()
    assert opened.evaluate("document.querySelectorAll('script').length") == 4


def test_a_fault_shows_what_was_said_last(opened: Page) -> None:
    row = opened.get_by_role("row").filter(has_text="stall")
    log = row.get_by_text("! </pre>oh")
    expect(log).to_be_hidden()
    row.locator("summary").focus()
    opened.keyboard.press("Enter")
    expect(log).to_be_visible()


def games_shown(page: Page) -> Locator:
    return page.locator("#games-rows tr")


def test_the_list_of_games_page_by_page(opened: Page) -> None:
    status = opened.locator("#games-status")
    earlier = opened.get_by_role("button", name="Previous")
    later = opened.get_by_role("button", name="Next")
    expect(status).to_have_text("1 to 50 of 78")
    expect(games_shown(opened)).to_have_count(50)
    expect(earlier).to_be_disabled()
    later.focus()
    opened.keyboard.press("Enter")
    expect(status).to_have_text("51 to 78 of 78")
    expect(games_shown(opened).last).to_contain_text("50.3")
    expect(games_shown(opened).last).to_contain_text("b.jsonl")
    expect(later).to_be_disabled()
    earlier.click()
    expect(games_shown(opened).first).to_contain_text("★")


def test_the_list_of_games_by_kind_and_player(opened: Page) -> None:
    status = opened.locator("#games-status")
    kind = opened.locator("#games-kind")
    for value, words in {
        "games with a fault": "1 to 3 of 3",
        "void games": "1 to 1 of 1",
        "games that can be opened": "1 to 40 of 40",
        "all games": "1 to 50 of 78",
    }.items():
        kind.select_option(value)
        expect(status).to_have_text(words)
    kind.select_option("shared wins")
    assert {row.count("★") for row in games_shown(opened).all_text_contents()} == {2}
    kind.select_option("void games")
    expect(games_shown(opened)).to_contain_text("void, a fault")
    opened.locator("#games-player").select_option("bob")
    expect(games_shown(opened)).to_have_count(1)


def column(page: Page, title: str) -> list[str]:
    """Return what stands in a column of the list of games."""
    titles = page.locator("#games-head th").all_text_contents()
    cells = page.locator(f"#games-rows tr > :nth-child({titles.index(title) + 1})")
    return cells.all_text_contents()


def test_the_list_of_games_is_sorted_by_its_headers(opened: Page) -> None:
    head = opened.locator("#games-head")
    expect(head.locator("[aria-sort]")).to_have_text("game")
    button = head.get_by_role("button", name="best score")
    button.focus()
    opened.keyboard.press("Enter")
    expect(head.locator("[aria-sort=descending]")).to_have_text("best score")
    falling = [int(text) for text in column(opened, "best score")]
    assert falling == sorted(falling, reverse=True)
    opened.get_by_role("button", name="Next").click()
    assert column(opened, "best score")[-1] == "-"  # the void game has no score
    button.click()
    expect(head.locator("[aria-sort=ascending]")).to_have_text("best score")
    rising = [int(text) for text in column(opened, "best score")]
    assert rising == sorted(rising)
    assert rising[0] < falling[-1]
    head.get_by_role("button", name="game", exact=True).click()
    expect(games_shown(opened).first).to_contain_text("1.1")


def test_sorting_keeps_what_is_chosen(opened: Page) -> None:
    opened.locator("#games-kind").select_option("games with a fault")
    opened.locator("#games-head").get_by_role("button", name="outcome").click()
    expect(opened.locator("#games-status")).to_have_text("1 to 3 of 3")
    assert column(opened, "outcome") == ["forfeit, a fault", "forfeit, a fault", "void, a fault"]


def test_a_wide_window_is_used(opened: Page) -> None:
    opened.set_viewport_size({"width": 1900, "height": 900})
    scores, turns = (section(opened, name) for name in ("Scores", "Turn-order advantage"))
    left, right = scores.bounding_box(), turns.bounding_box()
    assert left
    assert right
    assert left["y"] == right["y"]
    assert right["x"] >= left["x"] + left["width"]
    assert right["x"] + right["width"] > 1800


def test_long_names_are_whole(opened: Page) -> None:
    cut = opened.evaluate(
        """() => [...document.querySelectorAll("main *")]
            .filter((e) => getComputedStyle(e).textOverflow === "ellipsis"
                || (e.matches("th, .name") && e.scrollWidth > e.clientWidth + 1))
            .map((e) => e.outerHTML.slice(0, 200))"""
    )
    assert cut == []
    select = opened.locator("#games-player")
    assert select.evaluate("(e) => e.offsetWidth") > 8 * len(NAMES[2]) * 0.8


@pytest.mark.parametrize("width", [380, 1280])
def test_a_game_is_opened_and_closed_again(opened: Page, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 800})
    link = section(opened, "Games").get_by_role("link").first
    link.focus()
    opened.keyboard.press("Enter")
    viewer = opened.get_by_role("dialog")
    expect(viewer).to_be_visible()
    expect(viewer).to_contain_text(EVIL)
    opened.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    expect(link).to_be_in_viewport()


def test_a_fault_leads_to_the_game_where_it_happened(opened: Page) -> None:
    row = opened.get_by_role("row").filter(has_text="stall")
    row.get_by_role("link", name="14.2").click()
    expect(opened).to_have_url(re.compile("#game-g41-20$"))
    expect(opened.get_by_role("dialog")).to_contain_text("stall")
