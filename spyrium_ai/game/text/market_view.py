"""The market as a picture: nine cards, and the workers between them."""

from __future__ import annotations

from collections.abc import Iterator

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import CARDS, CELLS
from spyrium_ai.game.text.card_text import cell_text, short_name
from spyrium_ai.game.text.style import Style

_TEXT = 20  # characters of a line in a cell
_CELL = _TEXT + 3
_GAP = 5
_NOBODY = "-"
_STYLES = {"building": "bold", "character": "cyan", "technique": "magenta"}


def market_lines(board: Board, style: Style) -> Iterator[str]:
    """Yield the lines of the picture, at most 80 characters each."""
    for row in range(3):
        texts = [_text(board.market[i], CELLS[i], style) for i in range(3 * row, 3 * row + 3)]
        height = max(map(len, texts))
        cells = [
            _boxed(text, height, card_style(board.market[3 * row + column]), style)
            for column, text in enumerate(texts)
        ]
        gaps = [_beside(board.slots[2 * row + side], height + 2, style) for side in range(2)]
        for parts in zip(cells[0], gaps[0], cells[1], gaps[1], cells[2], strict=True):
            yield "".join(parts)
        if row < 2:
            yield _between_rows(board, row, style)


def card_style(cell: Cell | None) -> str:
    """Return the style of a cell's title, by the kind of its card."""
    return _STYLES[CARDS[cell.card].kind] if cell else "dim"


def _text(cell: Cell | None, place: str, style: Style) -> list[str]:
    """Return the lines of a cell, its place and name first."""
    if cell is None:
        return [f"{place} empty"]
    title = f"{place} {short_name(cell.card)} {cell.card}"
    return [title, *(style.text(line) for line in cell_text(cell))]


def _boxed(lines: list[str], height: int, color: str, style: Style) -> list[str]:
    """Return the lines of a cell in a box for so many lines."""
    side = style.text("│")
    rule = style.text("─") * (_CELL - 2)
    top, bottom = style.text("┌") + rule + style.text("┐"), style.text("└") + rule + style.text("┘")
    inner = [line.ljust(_TEXT) for line in lines]
    inner[0] = style.paint(inner[0], color)
    inner += [" " * _TEXT] * (height - len(inner))
    return [top, *(f"{side} {line}{side}" for line in inner), bottom]


def _beside(workers: tuple[int, ...], height: int, style: Style) -> list[str]:
    """Return the lines between two cells of a row: the workers in the middle."""
    texts = worker_lines(workers, _GAP - 2)
    first = (height - len(texts)) // 2
    rows = [" " * _GAP] * height
    for i, text in enumerate(texts):
        rows[first + i] = painted_workers(text, _GAP, style)
    return rows


def _between_rows(board: Board, row: int, style: Style) -> str:
    parts = []
    for column in range(3):
        texts = worker_lines(board.slots[6 + 3 * row + column], _CELL)
        parts.append(painted_workers(" ".join(texts), _CELL, style))
    return (" " * _GAP).join(parts).rstrip()


def worker_lines(workers: tuple[int, ...], width: int) -> list[str]:
    """Return the workers of a slot by seat, in lines of that width: '112', or '1x5 2x3'."""
    if len(workers) <= width:
        return ["".join(map(str, workers)) or _NOBODY]
    groups = [f"{seat}x{workers.count(seat)}" for seat in sorted(set(workers))]
    lines = [groups[0]]
    for group in groups[1:]:
        if len(lines[-1]) + 1 + len(group) <= width:
            lines[-1] += f" {group}"
        else:
            lines.append(group)
    return lines


def painted_workers(text: str, width: int, style: Style) -> str:
    """Return workers in the colours of their seats, centred; a sum of them ('35w') has none."""
    painted = " ".join(_painted_group(group, style) for group in text.split(" "))
    left = (width - len(text)) // 2
    return " " * left + painted + " " * (width - len(text) - left)


def _painted_group(group: str, style: Style) -> str:
    if group == _NOBODY or group.endswith("w"):
        return group
    if "x" in group:
        return style.seat(group, int(group[0]))
    return "".join(style.seat(digit, int(digit)) for digit in group)
