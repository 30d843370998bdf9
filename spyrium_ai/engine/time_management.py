"""Time management: the time for one decision, and the clock of its search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.rules.cards import LAST_TURN

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position


# Delay of two pipes and the scheduler between the runner's clock and ours, in ms per move.
OVERHEAD = 5
# Time on the clock that is never planned with, in ms: it is for unexpected moves.
RESERVE = 100
# Decisions of one player in one turn, a high estimate: unused time costs less than a time forfeit.
DECISIONS_PER_TURN = 10


def thinking_seconds(limits: SearchLimits, seat: int, turn: int = 1) -> float | None:
    """Return the time for this decision in seconds, at least 0.001; None if it is not limited.

    A `movetime` is used except for a margin of a tenth, at most 10 ms. A clock is divided evenly
    among the decisions that may still come in this game; most of the increment is added. The time
    is at most half of what is left, since the increment comes only after the move. The overhead of
    the pipes is subtracted. So the clock does not run out however many decisions there are.

    Args:
        limits: has `movetime`, `clock`, both (the shorter time holds) or neither.
        seat: the seat that decides, from 1.
        turn: the turn of the position, 1 to 6; fewer decisions are left in later turns.
    """
    times: list[float] = []
    if limits.movetime is not None:
        times.append(limits.movetime - min(2 * OVERHEAD, limits.movetime / 10))
    if limits.clock is not None:
        left = limits.clock[seat - 1]
        decisions = DECISIONS_PER_TURN * (LAST_TURN + 1 - min(max(turn, 1), LAST_TURN))
        share = (left - RESERVE) / decisions + 0.8 * limits.inc
        times.append(min(share, left / 2) - OVERHEAD)
    return max(min(times), 1.0) / 1000 if times else None


class SearchClock:
    """The clock of one search; all times are in seconds, `seconds` is None without a limit."""

    def __init__(self, limits: SearchLimits, position: Position):
        self.start = time.monotonic()
        self.seconds = (
            None if limits.infinite else thinking_seconds(limits, position.to_move, position.turn)
        )

    def spent(self) -> float:
        """Return the time since the search began."""
        return time.monotonic() - self.start

    def milliseconds(self) -> int:
        """Return the time since the search began in whole milliseconds, as reports tell it."""
        return round(1000 * self.spent())

    def left(self) -> float:
        """Return the time left, infinity without a limit."""
        return float("inf") if self.seconds is None else self.seconds - self.spent()
