"""The screen of a decision: in every window the market and the choice are visible together."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from support.position_builder import seat, table, vectors

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.score_breakdown import render_final
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.screen_layout import WIDE, layout
from spyrium_ai.human.session import host
from spyrium_ai.human.terminal_io import CLEAR_LINE, CLEAR_REST, HOME, TerminalIO, Window
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.series import Series
from spyrium_ai.util.terminal import unpainted

NAMES = ("you", "expectimax", "heuristic", "a very long name in..", "random#2")
ASKED = ", or help): "
CELLS = [f"{column}{row}" for row in "123" for column in "abc"]
NEWS = ["Turn 1 begins.", "2 expectimax: takes the worker at a2b2 to\n    call the Architect."]
PLAIN, RICH = Style(), Style(colour=True, unicode=True)


def positions(players: int) -> Iterator[Position]:
    """Give decisions of recorded games, from the first to the last turn."""
    for game in vectors(f"games-{players}-players")[::12]:
        for step in game["steps"][2::11]:
            if step["legal"]:
                yield Position.parse(step["position"])


@pytest.mark.parametrize("style", [PLAIN, RICH])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (60, 30)])
def test_the_market_and_every_move_or_its_group_are_on_the_screen(
    size: tuple[int, int], players: int, style: Style
) -> None:
    window = Window(*size)
    for position in positions(players):
        menu = Menu(position.board(), position.legal())
        drawn = layout(position, menu, NAMES[:players], NEWS, style, window)
        assert drawn is not None, position
        lines = list(map(unpainted, drawn.lines))
        assert len(lines) <= window.rows - 2  # the prompt, and the cursor after Enter
        assert max(map(len, lines)) <= window.columns
        text = "\n".join(lines)
        assert all(f"{cell} " in text for cell in CELLS)
        for group in menu.groups:
            if group in drawn.closed:
                assert f"{group.name} {group.numbers}" in text
            else:
                assert all(re.search(rf"\b{item.number} ", text) for item in group.items)


def test_wide_windows_have_the_menu_beside_the_market() -> None:
    position = next(positions(2))
    menu = Menu(position.board(), position.legal())
    narrow = layout(position, menu, NAMES[:2], (), PLAIN, Window(WIDE - 1, 60))
    wide = layout(position, menu, NAMES[:2], (), PLAIN, Window(WIDE, 60))
    assert narrow
    assert wide
    assert "Place a worker" not in narrow.lines[0]
    assert wide.lines[0].startswith("== Turn")
    assert wide.lines[0].endswith("Place a worker")


def test_a_window_that_is_too_low_gets_no_screen() -> None:
    position = next(positions(2))
    menu = Menu(position.board(), position.legal())
    assert layout(position, menu, NAMES[:2], (), PLAIN, Window(80, 19)) is None


def test_a_slot_full_of_workers_stays_within_its_place() -> None:
    crowd = "1" * 7 + "2" * 7 + "3" * 7 + "4" * 7 + "5" * 7
    people = [seat(workers=7, active=0)] * 5
    for slot in ("a1b1", "b1b2"):
        position = table(*people, market={"a1": "Ap", "b1": "Mi"}, slots={slot: crowd})
        menu = Menu(position.board(), position.legal())
        drawn = layout(position, menu, NAMES, (), RICH, Window(60, 30))
        assert drawn
        assert max(len(unpainted(line)) for line in drawn.board) <= 60


class Glass(io.StringIO):
    """A terminal that keeps what it was sent."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screens(*lines: str, size: tuple[int, int] = (80, 24), rivals: int = 1) -> list[str]:
    """Return what is drawn at each question of a game with `random`, up to the question."""
    out = Glass()
    source = Glass("".join(f"{line}\n" for line in lines))
    terminal = TerminalIO(source, out, Style(unicode=True), Window(*size))
    host(
        Series(parse_players(["human"] + ["random"] * rivals), games=1, seed=5),
        terminal,
        lambda _: None,
    )
    drawn = out.getvalue().split(HOME)[1:]
    texts = [text.replace(CLEAR_LINE, "").replace(CLEAR_REST, "") for text in drawn]
    return [text[: text.index(ASKED)] for text in texts if ASKED in text]


def test_the_screen_is_drawn_in_place_and_never_scrolls_at_a_prompt() -> None:
    shown = screens("1", "help", "", "moves", "", "", "log", "unseen", "99", "hlep")
    assert len(shown) == 11
    for text in shown:
        assert text.count("\n") < 24 - 1, text
    assert all("c3 Crane" in text for text in (shown[0], shown[1], shown[-1], shown[-2]))
    assert "There is no move 99" in shown[-2]
    assert "did you mean 'help'?" in shown[-1]


def test_long_texts_come_in_pages_and_enter_leads_back_to_the_moves() -> None:
    first, *pages, back = screens("help", "", "", "")
    assert "The game in short" in pages[0]
    assert ["Enter for more" in page for page in pages] == [True, True, False]
    assert "Enter for the moves" in pages[-1]
    assert back == first


def test_enter_and_names_open_the_groups_that_had_no_room() -> None:
    closed, *opened = screens("a1b1", "", "", "", "II money")[1:]
    assert "also: II event" in closed
    assert "Enter for II event" in closed
    assert "Begin Phase II: use the event" in opened[0]
    assert "Begin Phase II: activate a card" in opened[1]
    assert "Begin Phase II: gain money" in opened[2]
    assert opened[3] == opened[2].replace("Enter for II money", "Enter for the moves")


def test_what_the_others_did_is_on_the_next_screen() -> None:
    _, second = screens("a1b1")
    assert "1 you: place a worker at a1b1" in second
    assert "2 random: " in second


def test_a_dumb_terminal_and_a_narrow_one_are_not_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert screens("1", size=(59, 40)) == []
    monkeypatch.setenv("TERM", "dumb")
    assert screens("1") == []


def test_a_short_answer_is_shown_whole_with_the_moves_in_the_fullest_screen() -> None:
    _, answered = screens("a word that nobody here understands", rivals=4)
    whole = "is neither a legal move nor a command; type a number, or help."
    assert whole in " ".join(answered.split())
    assert "place" in answered
    assert "c3 Crane" in answered


def test_the_final_scores_fit_a_narrow_window() -> None:
    game = vectors("games-2-players")[0]
    final = Position.parse(game["final_position"])
    text = render_final(final, NAMES[:2], Style(width=60))
    assert max(map(len, text.split("\n"))) <= 60
