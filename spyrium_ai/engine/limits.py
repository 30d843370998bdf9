"""The limits of a search, as a `go` command names them, and their bounds."""

from __future__ import annotations

from dataclasses import dataclass

# The least and the greatest of each limit, as the protocol has them; times are in ms.
BOUNDS = {"movetime": (1, 10**9), "nodes": (1, 10**12), "depth": (1, 10**6)}
CLOCK_BOUNDS = (1, 10**9)
INC_BOUNDS = (0, CLOCK_BOUNDS[1])


@dataclass(frozen=True)
class SearchLimits:
    """When a search ends: at the first limit that is reached. Times are in milliseconds.

    `clock` is the time left by seat and `inc` what each move adds to it. `infinite` searches until
    it is stopped, `multipv` is the number of best lines to report.
    """

    movetime: int | None = None
    clock: tuple[int, ...] | None = None
    inc: int = 0
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    multipv: int = 1

    @property
    def is_open(self) -> bool:
        """True where no limit is named, so that the engine's own default holds."""
        named = (self.movetime, self.clock, self.nodes, self.depth)
        return not self.infinite and all(limit is None for limit in named)
