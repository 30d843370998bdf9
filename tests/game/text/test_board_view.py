"""The screen: everything within 80 columns, plain ASCII off a terminal, points that add up."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from support.position_builder import seat, table, vectors

from spyrium_ai.game.board import Cell
from spyrium_ai.game.card_table import CARDS, EVENTS
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.card_text import cell_text
from spyrium_ai.game.text.score_breakdown import building_points, render_final, technique_points
from spyrium_ai.game.text.style import WIDTH, Style, columns
from spyrium_ai.human.help_text import explain, render_help, render_unseen
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.util.terminal import escaped

PLAIN = Style()
RICH = Style(unicode=True)
NAMES = ("you", "mcts:nodes=2000,threads=2", "heuristic", "a very long name in..", "random#2")


def positions() -> Iterator[Position]:
    """Give positions of the recorded games, the last one of each included."""
    for players in (2, 3, 4, 5):
        for game in vectors(f"games-{players}-players")[::10]:
            for step in game["steps"][2::7]:
                if step["legal"]:
                    yield Position.parse(step["position"])
            yield Position.parse(game["final_position"])


@pytest.mark.parametrize("style", [PLAIN, RICH])
def test_all_that_is_shown_fits_80_columns(style: Style) -> None:
    for position in positions():
        board, names = position.board(), NAMES[: position.players]
        texts = [render(position, names, style), render_unseen(board, style)]
        texts.append(Menu(board, position.legal()).render(style))
        texts += [render_final(position, names, style)] if position.is_over else []
        for line in "\n".join(texts).split("\n"):
            assert len(line) <= WIDTH, line
            assert style.unicode or line.isascii(), line


@pytest.mark.parametrize("style", [PLAIN, RICH])
def test_a_slot_full_of_workers_fits_too(style: Style) -> None:
    crowd = "1" * 7 + "2" * 7 + "3" * 7 + "4" * 7 + "5" * 7
    people = [seat(workers=7, active=0)] * 5
    for slot in ("a1b1", "b1b2"):
        position = table(*people, market={"a1": "Ap", "b1": "Mi"}, slots={slot: crowd})
        text = render(position, NAMES, style)
        assert max(map(len, text.split("\n"))) <= WIDTH
        assert all(f"{number}x7" in text for number in range(1, 6))


def test_the_screen_shows_cards_tokens_workers_and_goods() -> None:
    me = seat("M2*", money=12, spyrium=7, techniques="Co", tokens=(1, 3))
    position = table(me, seat(), market={"a1": "Bu.2", "b1": "W2"}, slots={"a1b1": "12"})
    text = render(position, ("you", "mcts"), RICH)
    for part in ("a1 Bureaucrat Bu", "v: 2", "b1 Workshop W2", "£4 3 VP Factory", " 12 ", "£12"):
        assert part in text, part
    assert "Mine M2* (→ 1s or 1w → 2s)" in text
    assert "kept 1 3" in " ".join(text.split())


def test_the_text_of_a_cell_fits_and_every_card_is_explained() -> None:
    for code in CARDS:
        for line in cell_text(Cell(code, (1, 2, 2, 3))):
            assert len(PLAIN.text(line)) <= 20, line
        assert CARDS[code].name in (explain(code.lower(), PLAIN) or "")
    assert all(explain(event, PLAIN) for event in EVENTS)
    assert explain("xx", PLAIN) is None


def test_help_names_all_commands_within_80_columns() -> None:
    text = render_help(PLAIN)
    assert text.isascii()
    assert max(map(len, text.split("\n"))) <= WIDTH
    for word in ("board", "moves", "unseen", "hint", "undo", "save", "help", "quit"):
        assert f"\n  {word}" in text


def test_the_final_scores_add_up_to_the_rules() -> None:
    for players in (2, 3, 4, 5):
        for game in vectors(f"games-{players}-players")[::4]:
            position = Position.parse(game["final_position"])
            seats = position.board().seats
            sums = [
                s.points + building_points(s) + sum(technique_points(s, t) for t in s.techniques)
                for s in seats
            ]
            assert sums == game["final_scores"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environ", "style"),
    [
        (io.StringIO(), {}, Style()),
        (Terminal(), {}, Style(colour=True, unicode=True)),
        (Terminal(), {"NO_COLOR": "1"}, Style(unicode=True)),
        (Terminal(), {"TERM": "dumb"}, Style(unicode=True)),
    ],
)
def test_colour_and_special_characters_are_for_terminals(
    stream: io.StringIO, environ: dict[str, str], style: Style
) -> None:
    assert Style.of(stream, environ) == style


def test_painting_without_colour_changes_nothing() -> None:
    assert PLAIN.seat("1 you", 1) == "1 you"
    screen = io.StringIO()
    escaped(screen).write(Style(colour=True).seat("1 you", 1))
    assert screen.getvalue() == "\x1b[38;5;196m1 you\x1b[0m"


def test_columns_are_read_downwards() -> None:
    assert columns(["a" * 30, "b", "c"]) == ["a" * 30 + "  c", "b"]
    assert columns(["a" * 60, "b"]) == ["a" * 60, "b"]
    assert columns([]) == []
