"""Games with faults in the viewer: what went wrong is in sight, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect
from support.viewer_games import forfeited, void
from support.viewer_screen import screen_of

from spyrium_ai.match.records.record import GameRecord

PATHS = ("./eng/sh.sh", "./engines/quick_and_small/build-release/bin/engine_of_mine.sh")
LOG = tuple(f"< info nodes {number} values 600 400 and so on" for number in range(59))


def crashed() -> GameRecord:
    """Return a game of engines named by paths that a crash with a long log has ended."""
    record = forfeited(2)
    seats = tuple(replace(seat, name=name) for seat, name in zip(record.seats, PATHS, strict=True))
    fault = replace(record.faults[0], log=(*LOG, "! about to die"))
    return replace(record, seats=seats, faults=(fault,))


GAMES = {
    "forfeit": forfeited(2),
    "stand-in": forfeited(3),
    "crashed": crashed(),
    "void": void(),
}


@pytest.mark.parametrize("key", ["forfeit", "stand-in", "void"])
def test_faults_are_told_at_their_ply(show: Callable[[str], Page], key: str) -> None:
    record: GameRecord = GAMES[key]
    fault = record.faults[0]
    page = show(f"#game-{key}-{max(0, fault.ply - 1)}")
    note = page.locator(".gv-fault")
    if fault.ply:
        assert note.count() == 0
        page.locator(".gv-fault-entry").first.click()
    expect(note.first).to_be_visible()
    expect(note.first).to_contain_text(f"Fault of {record.seats[fault.seat - 1].name}")
    expect(note.first).to_contain_text(fault.kind)
    expect(note.first).to_contain_text(fault.reason)
    if fault.log:
        expect(note.first.locator("pre").last).to_have_text(fault.log[0])
    assert "out after a fault" in screen_of(page)["panels"][fault.seat - 1]["chips"]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_log_shows_its_end_and_that_there_is_more(
    show: Callable[[str], Page], width: int
) -> None:
    page = show("")
    page.set_viewport_size({"width": width, "height": 844})
    fault = GAMES["crashed"].faults[0]
    page = show(f"#game-crashed-{fault.ply}")
    box = page.get_by_role("region", name="Last lines")
    more = page.get_by_text("scroll up for earlier ones")
    expect(more).to_be_visible()
    assert end_of(box) == pytest.approx(0, abs=1)
    expect(box).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 320, "height": 844})
    assert end_of(box) == pytest.approx(0, abs=1)
    box.focus()
    page.keyboard.press("PageUp")
    page.wait_for_function("(box) => box.scrollTop < -50", arg=box.element_handle())


def end_of(box: Locator) -> float:
    """Return how many pixels of the text are below the box."""
    return float(
        box.evaluate(
            """(box) => box.firstElementChild.getBoundingClientRect().bottom
            + parseFloat(getComputedStyle(box.firstElementChild).marginBottom)
            - box.getBoundingClientRect().top - box.clientTop - box.clientHeight"""
        )
    )


def test_a_short_log_has_no_more(show: Callable[[str], Page]) -> None:
    page = show(f"#game-forfeit-{GAMES['forfeit'].faults[0].ply}")
    expect(page.get_by_role("region", name="Last lines")).to_have_text("! oh")
    expect(page.get_by_text("scroll up for earlier ones")).to_be_hidden()


@pytest.mark.parametrize("key", ["crashed", "void"])
def test_a_game_that_a_fault_has_ended_has_no_next_move(
    show: Callable[[str], Page], key: str
) -> None:
    last = len(GAMES[key].plies)
    screen = screen_of(show(f"#game-{key}-{last}"))
    assert screen["count"] == f"{last} / {last}"
    assert screen["state"].endswith("The game has ended by a fault.")
    assert [panel["decides"] for panel in screen["panels"]] == [False] * len(screen["panels"])
    before = screen_of(show(f"#game-{key}-{last - 1}"))
    assert "Next: " in before["state"]


def test_a_path_is_broken_after_its_signs(show: Callable[[str], Page]) -> None:
    page = show(f"#game-crashed-{len(GAMES['crashed'].plies)}")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        names = page.locator(".gv-panel h3").all()
        expect(names[1]).to_have_text(PATHS[1])
        short, long = (lines_of(name) for name in names)
        assert short == [PATHS[0]]
        assert len(long) > 1
        assert all(line[-1] in "/._-" for line in long[:-1]), long


def lines_of(name: Locator) -> list[str]:
    """Return the text as it is broken into lines."""
    return list(
        name.evaluate(
            """(name) => {
            const lines = [];
            let top = null;
            const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const range = document.createRange();
                for (let i = 0; i < walk.currentNode.length; i += 1) {
                    range.setStart(walk.currentNode, i);
                    range.setEnd(walk.currentNode, i + 1);
                    const y = range.getBoundingClientRect().top;
                    if (y !== top) lines.push("");
                    top = y;
                    lines[lines.length - 1] += range;
                }
            }
            return lines;
        }"""
        )
    )


def test_nothing_is_left_of_the_game_before_where_there_is_none(
    show: Callable[[str], Page],
) -> None:
    page = show(f"#game-crashed-{GAMES['crashed'].faults[0].ply}")
    expect(page.locator(".gv-fault")).to_be_visible()
    page.evaluate("location.hash = '#game-99.9-3'")
    expect(page.get_by_role("alert")).to_be_visible()
    words = page.get_by_role("dialog").inner_text().split("\n")
    seen = [word for word in words if word.strip()]
    assert seen == ["No game", "\N{MULTIPLICATION SIGN}", "This page has no game '99.9'."]


def test_the_address_of_the_move_shown_takes_the_place_of_no_other(
    show: Callable[[str], Page],
) -> None:
    """It is written a moment after the move is shown, when another address may have been given."""
    page = show(f"#game-crashed-{GAMES['crashed'].faults[0].ply}")
    expect(page.locator(".gv-fault")).to_be_visible()
    page.evaluate("window.setTimeout = (call, _, ...with_) => { late = () => call(...with_); }")
    page.keyboard.press("ArrowLeft")
    page.evaluate("location.hash = '#game-99.9-3'; late();")
    expect(page.get_by_role("alert")).to_be_visible()
