"""The position in few lines, for a small window: the turn, the market, a line for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from spyrium_ai.game.board import Board, Seat
from spyrium_ai.game.card_table import LAST_TURN, PERIOD_BY_TURN
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import event_text, free_out_used
from spyrium_ai.game.text.compact_market import compact_market
from spyrium_ai.game.text.style import Style

_ROW = "{:<12} {:<2} {:>3} {:>3} {:>3} {:>3} {:>3} {:>6} {:<2} {:<2}"
_HEAD = ("player", "ph", "VP", "end", "£", "s", "res", "f/o/u", "bo", "ev")
_LONGEST_NAME = 12


def compact_lines(
    position: Position, names: Sequence[str], style: Style, width: int
) -> Iterator[str]:
    """Yield the lines of the board, each at most `width` characters, 60 or more.

    Args:
        position: what is to be seen, not before the setup.
        names: the players by seat.
        style: what can be shown.
        width: of the window.
    """
    board = position.board()
    yield from _heading(board, style, width)
    yield from compact_market(board, style, width)
    yield style.paint(f"  {_ROW.format(*map(style.text, _HEAD))} cards", "dim")
    for number, points in enumerate(position.scores(), 1):
        yield from _player(board, number, names[number - 1], points, style, width)


def _heading(board: Board, style: Style, width: int) -> Iterator[str]:
    period = "ABC"[PERIOD_BY_TURN[board.turn]]
    title = f"Turn {board.turn} of {LAST_TURN}, period {period}, first player {board.first}"
    if board.next_event and board.turn < LAST_TURN:
        title += f", next event {board.next_event}"
    yield style.paint(f"== {title} "[:width].ljust(width, "="), "bold")
    yield from style.wrap_to(event_text(board.event), width, 4, "Event ").split("\n")


def _player(
    board: Board, number: int, name: str, points: int, style: Style, width: int
) -> Iterator[str]:
    """Yield the line of a player; the cards that it has no room for follow in more lines."""
    seat = board.seats[number - 1]
    title = style.text(f"{number} {name}")[:_LONGEST_NAME]
    row = _ROW.format(
        title,
        seat.phase,
        seat.points,
        points,
        seat.money,
        seat.spyrium,
        seat.residence,
        free_out_used(board, number),
        seat.bonuses or "-",
        "x" if seat.event_used else "-",
    )
    mark = ">" if board.decides[0] == str(number) else " "
    lines = style.wrap_to(" ".join(_cards(seat)), width, 6, f"{mark} {row} ").split("\n")
    end = len(mark) + 1 + _LONGEST_NAME
    yield f"{mark} {style.seat(lines[0][2:end], number)}{lines[0][end:].rstrip()}"
    yield from lines[1:]


def _cards(seat: Seat) -> Iterator[str]:
    """Yield the codes of the buildings and techniques, and the kept tokens."""
    for code, count in Counter(seat.buildings).items():
        yield f"{count}x{code}" if count > 1 else code
    for code in seat.techniques:
        kept = "/".join(map(str, seat.tokens)) if code.startswith("Co") else ""
        yield f"{code}({kept})" if kept else code
