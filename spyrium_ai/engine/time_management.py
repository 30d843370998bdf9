"""Time management: how long a search may think about one decision, and its clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.rules.cards import LAST_TURN

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position


# Between the runner's clock and ours lie two pipes and the scheduler, in ms per move.
OVERHEAD = 5
# What is never planned with, in ms of the clock: it is for moves nobody expected.
RESERVE = 100
# Decisions of one player in one turn, on the generous side: time kept is lost less than a flag.
DECISIONS_PER_TURN = 10


def thinking_seconds(limits: SearchLimits, seat: int, turn: int = 1) -> float | None:
    """Return how long to think about this decision, in seconds, or None where nothing says.

    `movetime` is used up but for a margin of a tenth and at most 10 ms. Of a clock the seat takes
    an even share for every decision that may still come by the game's end, and most of the
    increment, but never half of what is left, since the increment comes after the move. What the
    pipes take is kept back too, so that no flag falls on a machine that keeps up, however many
    decisions there are. The answer is never below a millisecond.

    Args:
        limits: with `movetime`, `clock`, both (the shorter time holds) or neither.
        seat: the player that decides, 1 for the first number of the clock.
        turn: the turn of the position, 1 to 6: the later, the larger the share.
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


class Clock:
    """The time of one search, in seconds."""

    def __init__(self, limits: SearchLimits, position: Position):
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
