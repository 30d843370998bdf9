"""What the built-in engines that search share: their clock, the lines they report, the choice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from spyrium_ai.engine.base import Info, Limits, Report, thinking_seconds, thousandths
from spyrium_ai.game.move_notation import format_move

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position


class Line(NamedTuple):
    """A move that was searched: its line of play, its visits and the shares of the win by seat."""

    moves: Sequence[int]
    visits: int
    shares: Sequence[float]


class Clock:
    """The time of one search, in seconds."""

    def __init__(self, limits: Limits, position: Position):
        self.start = time.monotonic()
        self.seconds = (
            None if limits.infinite else thinking_seconds(limits, position.to_move, position.turn)
        )

    def spent(self) -> float:
        """Return the seconds since the search began."""
        return time.monotonic() - self.start

    def left(self) -> float:
        """Return the seconds left, infinity where time is no limit."""
        return float("inf") if self.seconds is None else self.seconds - self.spent()


def ranked(lines: Sequence[Line], seat: int) -> list[Line]:
    """Return the lines, the best first: by visits, and among equals by the share of `seat`."""
    return sorted(lines, key=lambda line: (-line.visits, -line.shares[seat - 1]))


def report_lines(
    report: Report, lines: Sequence[Line], multipv: int, clock: Clock, nodes: int, depth: int
) -> None:
    """Report the best lines, one each; several are numbered."""
    for rank, line in enumerate(lines[:multipv], 1):
        report(
            Info(
                nodes=nodes,
                time=round(1000 * clock.spent()),
                values=thousandths(line.shares),
                depth=depth or None,
                multipv=rank if multipv > 1 else None,
                pv=tuple(map(format_move, line.moves)),
            )
        )
