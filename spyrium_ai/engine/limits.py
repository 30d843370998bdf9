"""The limits of a search, as a `go` command names them, and their bounds."""

from __future__ import annotations

from dataclasses import dataclass

# The lowest and highest value of each limit in the protocol; times are in ms.
BOUNDS = {"movetime": (1, 10**9), "nodes": (1, 10**12), "depth": (1, 10**6)}
CLOCK_BOUNDS = (1, 10**9)
INC_BOUNDS = (0, CLOCK_BOUNDS[1])


@dataclass(frozen=True)
class SearchLimits:
    """The limits of a search, which ends at the first one that is reached.

    Attributes:
        movetime: time for this move, in ms.
        clock: time left by seat, in ms.
        inc: what each move adds to the clock, in ms.
        nodes: number of nodes.
        depth: number of plies.
        infinite: whether to search until `stop`, despite the other limits.
        multipv: number of best lines to report; not a limit.
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
        """Whether no limit is set, so that the engine uses its own default."""
        named = (self.movetime, self.clock, self.nodes, self.depth)
        return not self.infinite and all(limit is None for limit in named)
