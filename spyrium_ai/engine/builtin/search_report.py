"""Ranks and reports the moves of a search, for the engines that search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from spyrium_ai.engine.base import Info, Report, thousandths
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move


class Line(NamedTuple):
    """A searched move: its line of play and its visits, the win shares and points by seat."""

    moves: Sequence[int]
    visits: int
    shares: Sequence[float]
    points: Sequence[float] | None = None


def ranked(lines: Sequence[Line], seat: int) -> list[Line]:
    """Return the lines, best first: by visits, ties by the win share of `seat`."""
    return sorted(lines, key=lambda line: (-line.visits, -line.shares[seat - 1]))


def report_lines(
    report: Report, lines: Sequence[Line], multipv: int, clock: SearchClock, nodes: int, depth: int
) -> None:
    """Report the best lines in one `Info` each, ranked if `multipv` is above 1.

    Of a move without visits nothing is known: its win shares are reported as equal.
    """
    infos = [
        Info(
            nodes=nodes,
            time=clock.milliseconds(),
            values=thousandths(line.shares if line.visits else [1] * len(line.shares)),
            depth=depth or None,
            points=None if line.points is None else tuple(round(p, 1) for p in line.points),
            pv=tuple(map(format_move, line.moves)),
        )
        for line in lines[:multipv]
    ]
    report_ranked(report, infos, multipv)


def report_ranked(report: Report, infos: Sequence[Info], multipv: int) -> None:
    """Report lines, best first, ranked if `multipv` is above 1."""
    for rank, info in enumerate(infos, 1):
        report(replace(info, multipv=rank) if multipv > 1 else info)
