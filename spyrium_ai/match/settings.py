"""What all games of a series or of an event have in common: who plays, and on which terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_client import Timeouts
from spyrium_ai.match.time_control import TimeControl

PATIENCE_BOUNDS = (0.1, 10**6)  # seconds
MOST_GAMES = 10**8  # of a series or an event
MOST_JOBS = 1024  # done at a time
JOBS = f"a whole number from 1 to {MOST_JOBS}, or -1"  # -1: as many as there are cores


@dataclass(frozen=True)
class MatchSettings:
    """The players, whose names are all different, their limits, and what a fault means.

    `policy` is what a fault does among three or more: one of `referee.POLICIES`.
    """

    players: tuple[PlayerSpec, ...]
    limits: TimeControl = field(default_factory=TimeControl)
    policy: str = "forfeit"
    patience: Timeouts = field(default_factory=Timeouts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)

    def limits_of(self, player: PlayerSpec) -> TimeControl:
        """Return the limits of a player: its own, else those of all."""
        return player.limits_or(self.limits)


def is_jobs(number: int) -> bool:
    """Return whether so much can be done at a time: whether it is what `JOBS` says."""
    return number == -1 or 1 <= number <= MOST_JOBS
