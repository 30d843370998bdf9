"""Where the position, the news and the menu stand in a window of a given size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.compact_board import compact_lines
from spyrium_ai.game.text.style import WIDTH, Style
from spyrium_ai.human.brief_menu import brief_lines
from spyrium_ai.human.move_menu import Group, Menu
from spyrium_ai.human.terminal_io import Window
from spyrium_ai.util.terminal import unpainted

WIDE = 140  # columns from which on the menu stands beside the position
_WIDEST_BOARD = 100
_GAP = 3
_BELOW = 2  # rows for the prompt, and for the cursor after Enter: else the window would scroll
MOST_NEEDED = 3  # lines of the latest news that the menu has to leave room for
_LEAST_ROOM = 2  # for news and the menu


@dataclass(frozen=True)
class Layout:
    """The lines of a screen, and what a text below the position has room for."""

    lines: list[str]
    closed: list[Group]  # groups of the menu of which only the name is shown
    told: int  # lines of news that are shown
    board: list[str]
    room: int  # lines below the board, the prompt apart
    width: int


def layout(
    position: Position,
    menu: Menu,
    names: Sequence[str],
    news: Sequence[str],
    style: Style,
    window: Window,
) -> Layout | None:
    """Return the screen of a decision; None if the window is too small for it.

    Args:
        position: in which a person decides.
        menu: the legal moves.
        names: the players by seat.
        news: texts of one or more lines, the most recent one last.
        style: what can be shown.
        window: 60 columns or more.
    """
    rows = window.rows - _BELOW
    width = WIDTH if window.columns >= WIDE else min(window.columns, _WIDEST_BOARD)
    boards = [list(compact_lines(position, names, style, width))]
    if rows < len(boards[0]) + _LEAST_ROOM:
        return None
    if window.columns >= WIDTH:
        boards.insert(0, render(position, names, style).split("\n"))
    if window.columns >= WIDE:
        board = next(lines for lines in boards if len(lines) + _LEAST_ROOM <= rows)
        return _side_by_side(board, menu, news, style, window)
    whole = menu.render(style, window.columns).split("\n")
    latest = min(MOST_NEEDED, news[-1].count("\n") + 1) if news else 0
    for board in boards:
        room = rows - len(board)
        if len(whole) + latest <= room:
            told = _latest(news, room - len(whole))
            lines = [*board, *told, *whole]
            return Layout(lines, [], len(told), board, room, window.columns)
    return _stacked(boards[-1], menu, news, latest, style, window)


def _stacked(
    board: list[str], menu: Menu, news: Sequence[str], latest: int, style: Style, window: Window
) -> Layout:
    """Return the screen with the menu in few words, its groups closed where they have no room."""
    room = window.rows - _BELOW - len(board)
    names_of_all, _ = brief_lines(menu, 0, style, window.columns)
    told = _latest(news, min(max(latest, room // 3), room - len(names_of_all)))
    lines, closed = brief_lines(menu, room - len(told), style, window.columns)
    lines = [*board, *told, *lines]
    return Layout(lines, closed, len(told), board, room, window.columns)


def _side_by_side(
    board: list[str], menu: Menu, news: Sequence[str], style: Style, window: Window
) -> Layout:
    rows = window.rows - _BELOW
    width = window.columns - WIDTH - _GAP
    right, closed = menu.render(style, width).split("\n"), list[Group]()
    if len(right) > rows:
        right, closed = brief_lines(menu, rows, style, width)
    told = _latest(news, rows - len(board))
    left = [*board, *told]
    lines = [
        f"{one}{' ' * (WIDTH + _GAP - len(unpainted(one)))}{other}".rstrip()
        for one, other in zip_longest(left, right[:rows], fillvalue="")
    ]
    return Layout(lines, closed, len(told), board, rows - len(board), window.columns)


def _latest(news: Sequence[str], room: int) -> list[str]:
    """Return the lines of the latest news, whole texts as far as possible."""
    room = max(0, room)
    lines: list[str] = []
    for text in reversed(news):
        more = text.split("\n")
        if len(more) + len(lines) > room:
            break
        lines = more + lines
    if not lines and news:
        return news[-1].split("\n")[:room]
    return lines
