"""What an engine that searches is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Report
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.time_management import SearchClock

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag


@dataclass(frozen=True)
class Task:
    """What `choose` is asked, and the clock that runs for it."""

    position: Position
    limits: SearchLimits
    clock: SearchClock
    stop: StopFlag
    report: Report

    def used(self, nodes: int) -> float:
        """Return the share of the limits that is used with so many nodes: of nodes or of time."""
        limits, clock = self.limits, self.clock
        of_nodes = nodes / limits.nodes if limits.nodes else 0.0
        of_time = clock.spent() / clock.seconds if clock.seconds else 0.0
        return max(of_nodes, of_time)
