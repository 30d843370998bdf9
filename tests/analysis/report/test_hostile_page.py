"""A page about games with hostile texts in every field, in a real browser: nothing of them runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.hostile import EVIL_LINES, check_shown, game_log_line
from support.made_up_reviews import made_up_review
from support.report_games import series
from support.whole_program import run_main

from spyrium_ai.analysis.review.review_lines import review_lines
from spyrium_ai.match.records.record import GameRecord

MARKUP = (
    "</script></style></title></pre></dialog>\"'><script>document.title = 'taken'</script>"
    "<img src=x onerror=\"document.title = 'taken'\"><style>* { display: none }</style>{{ 7 * 7 }}"
)
TEXT = EVIL_LINES + MARKUP


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page, of which also the title, the name of the game log and analyses are hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    game = game_log_line(TEXT)
    moves = [*game["moves"][:5], TEXT, *game["moves"][6:]]
    games = [
        *(json.loads(record.to_line()) for record in series(("ann", "bob"), 2)),
        game,
        {**game, "seed": 7, "outcome": "played", "faults": [], "moves": moves},
    ]
    log = folder / re.sub("/", "", f"{TEXT[:60]}<b>.jsonl")
    log.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    analysis = folder / "analysis"
    analysis.write_text("".join(f"{line}\n" for line in hostile_analysis(game)))
    out = folder / "page.html"
    ran = run_main("report", log, "--out", out, "--title", f"Cup {TEXT}", "--analysis", analysis)
    assert ran.code is None, ran
    check_shown(ran)
    assert ran.err.count("left out") == 1, "the analysis with a hostile line"
    return out


def hostile_analysis(game: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an analysis of the game, then of one that is not possible."""
    review = made_up_review(GameRecord.from_line(json.dumps(game)))
    decisions = tuple(replace(item, why=(TEXT, TEXT)) for item in review.decisions)
    names = tuple(player["name"] for player in game["players"])
    hostile = replace(review, id=TEXT, players=names, judge=TEXT, second=TEXT, limits=TEXT)
    yield from review_lines(replace(hostile, decisions=decisions))
    line = replace(decisions[3].better, line=(decisions[3].best, TEXT))
    wrong = (*decisions[:3], replace(decisions[3], better=line))
    yield from review_lines(replace(hostile, decisions=wrong))


def test_no_text_is_markup_and_nothing_of_it_runs(page: Page, report: Path) -> None:
    page.goto(report.as_uri())
    judged = []
    for link in page.locator("#games-rows a").all():
        link.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("End")
        for key in ("Home", "n", "b", "ArrowRight", "Escape"):
            page.keyboard.press(key)
            judged += page.locator(".gv-review:visible .gv-note").all_text_contents()
        page.keyboard.press("Escape")
    assert {text.partition("\\")[0] for text in judged} == {"Judged by evil"}
    page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    assert page.title().startswith("Cup evil")
    assert page.locator("script").count() == 4
    assert page.locator("img").count() == 0
    assert page.locator("style").count() == 2
    with_own = page.evaluate(
        """() => [...document.querySelectorAll("*")]
            .filter((e) => [...e.attributes].some((a) => /^(style|on.*)$/.test(a.name)))
            .map((e) => e.outerHTML)"""
    )
    assert with_own == []
    text = page.locator("html").inner_text()
    assert "evil" in text
    assert "{{ 7 * 7 }}" in text
    odd = {char for char in page.content() if not char.isprintable()} - {"\n", "\u00ad", "\u00a0"}
    assert odd == set()


def test_the_policy_lets_only_our_own_scripts_and_styles_act(
    browser: Browser, report: Path
) -> None:
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(report.as_uri())
        page.evaluate(
            """() => {
                const script = document.createElement("script");
                script.textContent = "document.title = 'taken'";
                document.body.append(script);
                document.body.insertAdjacentHTML("beforeend",
                    `<b id="probe" style="color: red" onclick="document.title = 'taken'">x</b>`);
                document.getElementById("probe").click();
            }"""
        )
        colour = page.evaluate("getComputedStyle(document.getElementById('probe')).color")
        assert page.title().startswith("Cup evil")
        assert colour != "rgb(255, 0, 0)"
        assert len([text for text in said if "Content Security Policy" in text]) == 3


def test_the_policy_names_hashes_only(report: Path) -> None:
    html = report.read_text(encoding="utf-8")
    (policy,) = re.findall('Content-Security-Policy" content="([^"]*)"', html)
    assert "unsafe" not in policy
    parts = dict(part.split(" ", 1) for part in policy.split("; "))
    assert parts.pop("default-src") == parts.pop("base-uri") == parts.pop("form-action") == "'none'"
    assert parts.pop("img-src") == "data:"
    for name in ("style-src", "script-src"):
        words = parts.pop(name).split()
        assert len(words) == 2
        assert all(re.fullmatch(r"'sha256-[\w+/]{43}='", word) for word in words)
    assert parts == {}


def test_the_cells_of_tables_keep_their_tints(page: Page, report: Path) -> None:
    page.goto(report.as_uri())
    cells = page.locator("td.tinted:not(.tint0)")
    assert cells.count()
    colours = cells.evaluate_all("all => all.map((cell) => getComputedStyle(cell).backgroundColor)")
    assert not {"transparent", "rgba(0, 0, 0, 0)"} & set(colours)
