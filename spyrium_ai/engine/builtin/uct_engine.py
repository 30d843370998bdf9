"""The engine `uct`: textbook UCT with random playouts, a baseline that never changes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Report
from spyrium_ai.engine.builtin.search_report import Line, ranked, report_lines
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import SEED, Option, limit_options
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.search.uct import search_uct
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag


class UctEngine(Engine):
    """2,000 random playouts per move by default, with a new tree for every move."""

    name = "uct"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (
        SEED,
        *limit_options(nodes=2000, movetime=0),
        Option("exploration", "real", round(math.sqrt(2), 3), 0, 100),
    )

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the move with the most playouts."""
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        nodes = 0 if limits.infinite else limits.nodes or 0
        if limits.depth is not None and not (nodes or clock.seconds):
            nodes = self.values["nodes"] or 2000
        found, _ = search_uct(
            position.state,
            nodes,
            0 if clock.seconds is None else clock.seconds,
            self.values["exploration"],
            derive("uct", self.values["seed"], position.key),
            stop,
        )
        lines = [Line((move,), visits, shares) for move, visits, shares in found]
        best = ranked(lines, position.to_move)
        made = sum(line.visits for line in lines)
        report_lines(report, best, limits.multipv, clock, made, 0)
        return format_move(best[0].moves[0])
