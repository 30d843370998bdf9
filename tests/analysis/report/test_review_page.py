"""An analysed game in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.made_up_reviews import made_up_review
from support.viewer_games import played, positions, thought
from support.viewer_screen import check, count_of, screen_of, too_wide

from spyrium_ai.analysis.report.viewer_game import game_data
from spyrium_ai.analysis.report.viewer_review import line_positions
from spyrium_ai.analysis.review.game_review import DecisionReview

GAMES = {"1.1": thought(2), "three": thought(3), "plain": played(2)}
REVIEWS = {key: made_up_review(GAMES[key]) for key in ("1.1", "three")}
GLYPHS = {"small": "?!", "error": "?", "blunder": "??"}
SHARES = re.compile("Each player's expected win share")
_PLACES = """() => [...document.querySelectorAll(".gv-hinted")].map((one) =>
    Object.values(one.dataset)[0] ?? one.querySelector("i").innerText)"""


def mistakes(key: str) -> list[int]:
    return [item.ply for item in REVIEWS[key].decisions if item.cls in {"error", "blunder"}]


def test_keys_and_buttons_lead_from_mistake_to_mistake(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-0")
    plies = mistakes("1.1")
    found = []
    for _ in plies:
        page.keyboard.press("n")
        found.append(count_of(page))
    assert found == plies
    following = page.get_by_role("button", name="Next mistake")
    expect(following).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("n")
    assert count_of(page) == plies[-1]
    page.keyboard.press("p")
    assert count_of(page) == plies[-2]
    page.get_by_role("button", name="Previous mistake").click()
    assert count_of(page) == plies[-3]
    following.click()
    assert count_of(page) == plies[-2]


def test_the_curve_is_the_judge_s_and_mistakes_are_marked(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1")
    review, last = REVIEWS["1.1"], len(GAMES["1.1"].plies)
    curve = page.get_by_role("img", name=SHARES)
    expect(curve).to_have_attribute("aria-label", re.compile(f"{len(mistakes('1.1'))} mistakes"))
    points = curve.locator("polyline").first.get_attribute("points") or ""
    assert len(points.split()) == 2 + len(review.decisions) + 2 * len(review.deals)
    for kind, glyph in (("error", "?"), ("blunder", "??")):
        marks = curve.locator(f".gv-mistake.gv-{kind}")
        assert set(marks.locator("text").all_text_contents()) == {glyph}
        assert marks.count() == sum(item.cls == kind for item in review.decisions)
    box = curve.bounding_box()
    assert box
    for place, item in zip(
        curve.locator(".gv-mistake :is(path, circle)").all(),
        [item for item in review.decisions if item.cls in {"error", "blunder"}],
        strict=True,
    ):
        middle = place.bounding_box()
        assert middle
        x = box["x"] + 34 + (box["width"] - 58) * item.ply / last
        assert middle["x"] + middle["width"] / 2 == pytest.approx(x, abs=1)


def test_the_panel_says_what_a_move_has_cost(show: Callable[[str], Page]) -> None:
    page = show("#game-three-0")
    data = game_data(GAMES["three"], REVIEWS["three"])["review"]["decisions"]
    panel = page.get_by_role("region", name="Analysis")
    wanted: dict[tuple[str, bool, bool], tuple[DecisionReview, dict[str, Any]]] = {}
    for item, shown in zip(REVIEWS["three"].decisions, data, strict=True):
        wanted.setdefault((item.cls, item.loss_points is None, item.loss > 0), (item, shown))
    kinds = {(cls, is_loss) for cls, _, is_loss in wanted}
    assert kinds >= {("none", False), *((cls, True) for cls in ("none", *GLYPHS))}
    for item, shown in wanted.values():
        page.get_by_role("slider", name="Move").fill(str(item.ply))
        text = panel.inner_text().replace("\xa0", " ")
        if item.loss == 0:
            assert ("Forced move." if item.cls == "forced" else "Best move.") in text
            continue
        assert f"loses {100 * item.loss:.1f} % ± {100 * item.loss_error:.1f} %" in text
        points = "" if item.loss_points is None else f" and {item.loss_points:.1f} points"
        assert f" %{points}.\n" in text
        assert f"Better: {shown['words']} ({item.best})." in text
        assert f"which has rank {item.rank} of {item.legal}." in text
        gainer = next(seat for seat in (1, 2, 3) if seat != item.seat)
        assert f"Who gained: seat {gainer} +{100 * item.gained[gainer - 1]:.1f} %" in text
        assert ("second engine: " in text) == (item.second_loss is not None)
        assert ("Why: £3 more at the turn's end." in text) == bool(item.why)
        chip = page.locator(".gv-said .gv-chip")
        current = page.locator(".gv-list [aria-current] .gv-chip")
        if item.cls == "none":
            assert text.startswith("Good move: ")
            assert chip.count() == current.count() == 0
        else:
            expect(chip).to_contain_text(f"{GLYPHS[item.cls]} {item.cls}")
            expect(current).to_have_text(chip.inner_text())


def test_the_better_move_is_drawn_on_the_board(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-0")
    arrows = events = 0
    for item in REVIEWS["1.1"].decisions:
        page.get_by_role("slider", name="Move").fill(str(item.ply))
        places = page.evaluate(_PLACES)
        if item.cls not in GLYPHS:
            assert places == []
            continue
        words = [word for word in item.best.split(":") if word != "II"]
        on_market = [word for word in words if re.fullmatch("([a-c][1-3]){1,2}", word)]
        assert {place for place in places if re.match("[a-c][1-3]", place)} == set(on_market)
        assert ("event" in places) == (words[0] == "event")
        # A group of a list of terms has nothing but terms and definitions.
        assert page.locator("dd .gv-badge").count() == ("event" in places)
        events += "event" in places
        badges = page.locator(".gv-badge").all_inner_texts()
        assert badges == (["better"] if places else [])
        is_arrow = len(on_market) == 2
        assert page.locator(".gv-arrow").count() == is_arrow
        arrows += is_arrow
    assert arrows > 5
    assert events > 0


def test_lines_are_played_step_by_step(show: Callable[[str], Page]) -> None:
    review, reached = REVIEWS["1.1"], positions(GAMES["1.1"])
    item = max(
        (item for item in review.decisions if item.cls == "blunder"),
        key=lambda item: len(item.better.line),
    )
    assert len(item.better.line) > 3
    page = show(f"#game-1.1-{item.ply}")
    output = page.locator(".gv-buttons output")
    last = len(GAMES["1.1"].plies)
    for name, line in (("Better line", item.better.line), ("Line of the move", item.played.line)):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        assert page.locator(".gv-badge").count() == bool(page.evaluate(_PLACES))
        for step, position in enumerate(line_positions(reached[item.ply - 1], line)):
            expect(output).to_have_text(f"line {step} / {len(line)}")
            check(screen_of(page), position)
            page.keyboard.press("ArrowRight")
        expect(output).to_have_text(f"line {len(line)} / {len(line)}")
        expect(page.locator(".gv-said")).to_contain_text(name.lower())
        expect(page.locator(".gv-thought")).to_have_text(line[-1])
        page.get_by_role("button", name="Back a move").click()
        expect(output).to_have_text(f"line {len(line) - 1} / {len(line)}")
        page.keyboard.press("Home")
        expect(output).to_have_text(f"line 0 / {len(line)}")
    page.keyboard.press("Escape")
    expect(output).to_have_text(f"{item.ply} / {last}")
    check(screen_of(page), reached[item.ply])
    page.keyboard.press("b")
    expect(output).to_have_text(f"line 0 / {len(item.better.line)}")
    page.keyboard.press("b")
    expect(output).to_have_text(f"{item.ply} / {last}")
    page.keyboard.press("b")
    page.keyboard.press("Shift+ArrowRight")
    expect(output).to_have_text(re.compile(rf"^\d+ / {last}$"))


def test_the_luck_of_each_deal(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1-0")
    review = REVIEWS["1.1"]
    assert len(review.deals) == 6
    kinds = set()
    for deal in review.deals:
        page.keyboard.press("Shift+ArrowRight")
        assert count_of(page) == deal.ply
        text = page.get_by_role("region", name="Analysis").inner_text().replace("\xa0", " ")
        seat = 1 if deal.luck[0] > 0 else 2
        luck = 100 * deal.luck[seat - 1]
        kind = "Very lucky" if luck >= 20 else "Lucky" if luck >= 10 else ""
        kinds.add(kind)
        if kind:
            flat = " ".join(text.split())
            assert flat.startswith(f"{kind} deal for seat {seat} p{seat}: +{luck:.1f} %.")
        else:
            assert text.startswith("This deal was neither lucky nor unlucky.")
        assert f"seat {seat} +{luck:.1f} %" in text
        assert "compared with 24 other deals" in text
    assert len(kinds) > 1


def test_the_sums_of_the_game(show: Callable[[str], Page]) -> None:
    page = show("#game-1.1")
    page.get_by_text("Luck and losses of the game").click()
    rows = page.locator(".gv-sums tr").all_inner_texts()
    cells = [row.replace("\xa0", " ").replace("\N{MINUS SIGN}", "-").split("\t") for row in rows]
    table = {head: values for head, *values in cells[1:]}
    review = REVIEWS["1.1"]
    assert table["+ luck of the deals"] == [f"{100 * luck:+.1f} %" for luck in review.luck]
    assert table["= result"] == [f"{100 * share:.1f} %" for share in review.result]
    blunders = [item.seat for item in review.decisions if item.cls == "blunder"]
    assert table["Blunders ??"] == [str(blunders.count(seat)) for seat in (1, 2)]
    expect(page.get_by_text("Judged by mcts 1.0, 3,000 nodes; blunders confirmed")).to_be_visible()


def test_a_game_without_an_analysis(show: Callable[[str], Page]) -> None:
    page = show("#game-plain-10")
    assert page.get_by_role("region", name="Analysis").count() == 0
    assert page.get_by_role("button", name="Next mistake").count() == 0
    for key in ("n", "p", "b"):
        page.keyboard.press(key)
        assert count_of(page) == 10
    assert page.evaluate(_PLACES) == []


def test_nothing_is_wider_than_a_narrow_window(show: Callable[[str], Page]) -> None:
    page = show("#game-three-20")
    page.get_by_text("Luck and losses of the game").click()
    page.set_viewport_size({"width": 390, "height": 844})
    for key in ("n", "n", "b", "ArrowRight", "n", "n", "n"):
        page.keyboard.press(key)
        assert too_wide(page) == []
