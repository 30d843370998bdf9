"""What the referee asks of a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.match.process.faults import PlayerFault


@dataclass(frozen=True)
class Turn:
    """A decision of a player: the position, which it must not change, and how it came about.

    `moves` are all moves and deals from the start of the game. `legal` are the moves to choose
    from, none after the end. `limits` are those of `go`.
    """

    position: Position
    moves: Sequence[str]
    seat: int
    legal: Sequence[str]
    limits: SearchLimits

    @property
    def text(self) -> str:
        """The position as the protocol's `position` takes it, with all moves since the start."""
        moves = f" moves {' '.join(self.moves)}" if self.moves else ""
        return f"start {self.position.players}{moves}"


@dataclass(frozen=True)
class Choice:
    """A move, the seconds it took, and what the player reports about it."""

    move: str
    seconds: float
    info: Info | None = None


class Player(ABC):
    """A player at the table, be it a process or a person.

    Any method may raise a `PlayerFault`, which ends the seat's game. All but `choose` are hooks
    that a player without a process needs not override.
    """

    def begin(self, players: int, seat: int, seed: int) -> None:  # noqa: B027 (a hook)
        """Get ready for a new game in this seat; all randomness follows from the seed."""

    @abstractmethod
    def choose(self, turn: Turn) -> Choice:
        """Return one of the legal moves."""

    def finish(self, turn: Turn) -> None:  # noqa: B027 (a hook)
        """See the end of the game. What goes wrong here is not a fault any more."""

    def fault(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        """Return the fault that the referee has found, with all that the player knows of it."""
        return kind(reason)

    def describe(self) -> str:
        """Return the engine's own name and version, '' without any."""
        return ""

    def close(self) -> None:  # noqa: B027 (a hook)
        """Leave the table; no process is left behind."""
