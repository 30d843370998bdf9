"""The market in few lines: nine cards of three lines each, and the workers between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import CELLS
from spyrium_ai.game.text.card_text import brief_texts, short_name
from spyrium_ai.game.text.market_view import card_style, painted_workers, worker_lines
from spyrium_ai.game.text.style import Style

_LINES = 3  # of a card; more only where they are needed, in narrow windows without Unicode
_WIDEST = 28  # characters of a card
_NARROW = 18


def compact_market(board: Board, style: Style, width: int) -> Iterator[str]:
    """Yield the lines of the market, 11 as a rule, each at most `width` characters, 60 or more."""
    gap = 5 if width >= 3 * _NARROW + 2 * 5 else 3
    room = min(_WIDEST, (width - 2 * gap) // 3)
    for row in range(3):
        market = board.market[3 * row : 3 * row + 3]
        texts = [_text(cell, CELLS[3 * row + i], room, style) for i, cell in enumerate(market)]
        height = max(_LINES, *map(len, texts))
        cells = [
            _filled(text, height, room, card_style(cell), style)
            for text, cell in zip(texts, market, strict=True)
        ]
        gaps = [_beside(board.slots[2 * row + side], height, gap, style) for side in range(2)]
        for parts in zip(cells[0], gaps[0], cells[1], gaps[1], cells[2], strict=True):
            yield "".join(parts).rstrip()
        if row < 2:
            slots = board.slots[6 + 3 * row : 9 + 3 * row]
            between = [_in_one_line(workers, room, style) for workers in slots]
            yield (" " * gap).join(between).rstrip()


def _text(cell: Cell | None, place: str, room: int, style: Style) -> list[str]:
    """Return the lines of a cell, its title first."""
    if cell is None:
        return [f"{place} empty"]
    return [_title(cell, place, room), *_fitting(brief_texts(cell), room, style)]


def _filled(lines: list[str], height: int, room: int, color: str, style: Style) -> list[str]:
    """Return so many lines, all `room` characters long, the first one painted."""
    filled = [line.ljust(room) for line in lines] + [" " * room] * (height - len(lines))
    return [style.paint(filled[0], color), *filled[1:]]


def _title(cell: Cell, place: str, room: int) -> str:
    name, rest = short_name(cell.card), len(f"{place}  {cell.card}")
    if len(name) + rest > room:
        name = f"{name[: room - rest - 2]}.."
    return f"{place} {name} {cell.card}"


def _fitting(versions: Sequence[str], room: int, style: Style) -> list[str]:
    """Return the first of the texts that fits below the title, or the last one."""
    lines: list[str] = []
    for text in versions:
        lines = style.wrap_to(text, room).split("\n")
        if len(lines) < _LINES:
            break
    return lines


def _beside(workers: tuple[int, ...], height: int, gap: int, style: Style) -> list[str]:
    """Return the lines between two cells of a row: the workers in the middle."""
    texts = worker_lines(workers, 3)
    if len(texts) > height:
        texts = [f"{len(workers)}w"]
    lines = [" " * gap] * height
    first = (height - len(texts)) // 2
    for i, text in enumerate(texts):
        lines[first + i] = painted_workers(text, gap, style)
    return lines


def _in_one_line(workers: tuple[int, ...], room: int, style: Style) -> str:
    text = " ".join(worker_lines(workers, room))
    return painted_workers(text if len(text) <= room else f"{len(workers)}w", room, style)
