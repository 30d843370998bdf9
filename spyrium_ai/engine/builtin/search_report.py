"""What the built-in engines that search share: the lines they report, the choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from spyrium_ai.engine.base import Info, Report, thousandths
from spyrium_ai.engine.time_management import Clock
from spyrium_ai.game.move_notation import format_move

if TYPE_CHECKING:
    pass


class Line(NamedTuple):
    """A move that was searched: its line of play, its visits and the shares of the win by seat."""

    moves: Sequence[int]
    visits: int
    shares: Sequence[float]


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
