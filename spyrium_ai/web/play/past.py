"""What lies behind a table: its earlier positions, and who decided last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import Ply
from spyrium_ai.web.api import ApiError


@dataclass(frozen=True)
class Past:
    """The moves and deals of a table's game so far."""

    players: int
    plies: Sequence[Ply]

    def position(self, count: int | None = None) -> Position:
        """Return the position now, or after so many moves and deals."""
        count = len(self.plies) if count is None else count
        if not 0 <= count <= len(self.plies):
            raise ApiError(404, f"the game has {len(self.plies)} moves and deals, not {count}")
        position = Position.start(self.players)
        for ply in self.plies[:count]:
            position.apply(ply.move)
        return position

    def last_decision(self, count: int) -> tuple[Position, str]:
        """Return the last decision of a player within so many plies, and the position before."""
        for number in range(min(count, len(self.plies)), 0, -1):
            if self.plies[number - 1].seat:
                return self.position(number - 1), self.plies[number - 1].move
        raise ApiError(409, "there is no move yet")
