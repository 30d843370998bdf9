"""Shows the best lines of a search, on a terminal in place while the search deepens."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace

from spyrium_ai.engine.base import Info
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.style import WIDTH, Style
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.process.search_progress import RankedLines
from spyrium_ai.util.terminal import bare

REDRAW_SECONDS = 0.1  # between two drawings, at least
LARGEST = 10**6  # depth and points beyond it are not shown
INDENT = 5
SOLVED = "solved"  # what engines report of a line that no search can change


class LiveLines:
    """The lines of one search: `follow` draws them on a terminal, `finish` prints the last ones."""

    def __init__(self, terminal: TerminalIO, position: Position, name: str, wanted: int) -> None:
        self.terminal = terminal
        self.position = position
        self.name = name
        self.menu = Menu(position.board(), position.legal())
        self._ranked = RankedLines(wanted)
        self._begun: float | None = None  # when the search did
        self._drawn_at = 0.0
        self._rows = 0  # of the screen, that the next drawing replaces
        self._is_live = terminal.is_terminal and os.environ.get("TERM") != "dumb"

    def follow(self, info: Info | None) -> None:
        """Take a report of the engine, None for none, and draw the lines if it is time to."""
        now = time.monotonic()
        self._begun = self._begun or now
        if info is None:
            return
        self._ranked.add(info)
        if self._is_live and now >= self._drawn_at + REDRAW_SECONDS:
            self._drawn_at = now
            self._draw(checked_lines(self.position, self._ranked.lines))

    def finish(self, lines: Sequence[Info], seconds: float, *, has_typed: bool) -> None:
        """Print the lines that the search has ended with, in place of those drawn last.

        Args:
            lines: by rank, as `checked_lines` returns them.
            seconds: that the search has taken.
            has_typed: whether a person has stopped it with Enter, which moved the cursor down.
        """
        self._wipe(has_typed)
        rows = render_lines(self.menu, lines, self.name, seconds, self.terminal.style)
        self.terminal.say("\n".join(rows))

    def _draw(self, lines: Sequence[Info]) -> None:
        """Draw as many of the lines as the screen holds: what has scrolled off it would stay."""
        size = shutil.get_terminal_size()
        style, seconds = self.terminal.style, time.monotonic() - (self._begun or 0)
        shown = list(lines)
        while True:
            plain = render_lines(self.menu, shown, self.name, seconds, replace(style, colour=False))
            rows = "\n".join(plain).split("\n")
            height = sum(max(1, -(-len(row) // size.columns)) for row in rows) + 1
            if height < size.lines or not shown:
                break
            shown.pop()
        painted = render_lines(self.menu, shown, self.name, seconds, style)
        stop = style.paint("Enter or Ctrl-C stops the search.", "dim")
        self._wipe()
        self.terminal.say("\n".join([*painted, stop]))
        self._rows = height

    def _wipe(self, has_typed: bool = False) -> None:
        if self._rows:
            up = self._rows + has_typed
            print(f"\x1b[{up}A\r\x1b[J", end="", file=bare(self.terminal.out), flush=True)
        self._rows = 0


def checked_lines(position: Position, lines: Sequence[Info]) -> list[Info]:
    """Return the lines that can be ones of this position, each as far as its moves are legal.

    Engines may report anything: win shares of other games, moves that nobody can make.
    """
    found: dict[str, Info] = {}
    for info in lines:
        pv = _legal_part(position, info.pv)
        if pv and pv[0] not in found and _is_possible(info.values, position.players):
            points = info.points if _are_points(info.points, position.players) else None
            found[pv[0]] = replace(info, pv=pv, points=points)
    return list(found.values())


def render_lines(
    menu: Menu, lines: Sequence[Info], name: str, seconds: float, style: Style
) -> list[str]:
    """Return the lines as text: shares, points, the first move in words, all moves in notation.

    Args:
        menu: of the position; its numbers stand before the moves.
        lines: by rank, as `checked_lines` returns them.
        name: of the engine.
        seconds: that the search has taken.
        style: what can be shown.
    """
    rows = [style.paint(style.wrap(_summary(lines, name, seconds), 4), "bold")]
    if lines:
        rows.append(style.paint(_heading(lines).rstrip(), "dim"))
    for rank, info in enumerate(lines, 1):
        rows.append(_numbers(rank, info, has_points=_have_points(lines)).rstrip())
        words = f"{sentence(menu.board, info.pv[0])}"
        rows.append(style.wrap(words, INDENT + 4, f"{' ' * INDENT}{menu.number(info.pv[0])}: "))
        rows.append(f"{' ' * INDENT}{_notation(info.pv)}")
    return rows


def _summary(lines: Sequence[Info], name: str, seconds: float) -> str:
    """Return who has searched how far: 'mcts: depth 9, 2,000 nodes, 0.4 s'."""
    depth = max((info.depth or 0 for info in lines), default=0)
    parts = [f"depth {depth}"] if 0 < depth < LARGEST else []
    parts += [f"{max(info.nodes for info in lines):,} nodes"] if lines else []
    parts.append(f"{seconds:.1f} s")
    return f"{name}: {', '.join(parts)}"


def _heading(lines: Sequence[Info]) -> str:
    seats = range(1, len(lines[0].values) + 1)
    shares = "".join(f"{f'seat {seat}':>8}" for seat in seats)
    points = "".join(f"{f'VP {seat}':>6}" for seat in seats) if _have_points(lines) else ""
    return f"{' ' * 4}{shares}  {points}"


def _numbers(rank: int, info: Info, *, has_points: bool) -> str:
    shares = "".join(f"{value / 10:>6.1f} %" for value in info.values)
    points = "".join(f"{value:>6.1f}" for value in info.points or ())
    if has_points:
        points = points.ljust(6 * len(info.values))
    return f"{rank:>2}. {shares}  {points}  {SOLVED if info.string == SOLVED else ''}"


def _notation(pv: Sequence[str]) -> str:
    """Return as many moves as a row holds."""
    room = WIDTH - INDENT
    text = " ".join(pv)
    if len(text) <= room:
        return text
    return f"{text[: room - 3].rpartition(' ')[0]} ..."


def _have_points(lines: Sequence[Info]) -> bool:
    return any(info.points for info in lines)


def _legal_part(position: Position, pv: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a line up to the first that is not legal, or to chance."""
    there, moves = position.copy(), []
    for move in pv:
        if move not in there.legal():
            break
        there.apply(move)
        moves.append(move)
    return tuple(moves)


def _is_possible(values: Sequence[int], players: int) -> bool:
    return len(values) == players and sum(values) == 1000


def _are_points(points: Sequence[float] | None, players: int) -> bool:
    return (
        points is not None
        and len(points) == players
        and all(abs(value) < LARGEST for value in points)
    )
