"""Who can sit at the table: what the referee asks of a player, be it a process or a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.match.process.faults import PlayerFault


@dataclass(frozen=True)
class Turn:
    """What a player has before it: the position, not to be changed, and how it came about.

    `moves` are all moves and deals from the start of the game. `legal` are the moves to choose
    from; there are none after the end. `limits` are as they go with `go`.
    """

    position: Position
    moves: Sequence[str]
    seat: int
    legal: Sequence[str]
    limits: SearchLimits

    @property
    def text(self) -> str:
        """The position as the protocol's `position` wants it, with everything since the start."""
        moves = f" moves {' '.join(self.moves)}" if self.moves else ""
        return f"start {self.position.players}{moves}"


@dataclass(frozen=True)
class Choice:
    """A move, how long it took in seconds, and what the player says about it."""

    move: str
    seconds: float
    info: Info | None = None


class Player(Protocol):
    """A player at the table. Any method may raise a `PlayerFault`; it ends the seat's game."""

    def begin(self, players: int, seat: int, seed: int) -> None:
        """Get ready for a new game in this seat; draw whatever is random from the seed."""

    def choose(self, turn: Turn) -> Choice:
        """Return one of the legal moves."""

    def finish(self, turn: Turn) -> None:
        """See the end of the game; nothing that goes wrong here is a fault any more."""

    def fault(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        """Return the fault that the referee has found, with all that the player knows of it."""

    def describe(self) -> str:
        """Return the player's name and version by its own words, '' if it has none."""

    def close(self) -> None:
        """Leave: no process is left behind."""
