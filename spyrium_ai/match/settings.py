"""The settings that all games of a series or an event share: the players and how they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl

if TYPE_CHECKING:  # its import takes too long for `--help`
    from spyrium_ai.match.player_spec import PlayerSpec

PATIENCE_BOUNDS = (0.1, 10**6)  # seconds
TIMEMARGIN = round(1000 * Timeouts.margin)  # the default, in ms
TIMEMARGIN_BOUNDS = (0, 10**6)  # ms
MOST_GAMES = 10**8  # of a series or an event
MOST_JOBS = 1024
POLICIES = ("forfeit", "void")  # what a fault means in games of three or more
JOBS = f"a whole number from 1 to {MOST_JOBS}, or -1"  # -1: one per core


@dataclass(frozen=True)
class MatchSettings:
    """The players, whose names all differ, their limits, and what a fault costs.

    `policy` says what a fault does in games of three or more: one of `POLICIES`.
    `patience` holds the timeouts, the time margin among them.
    """

    players: tuple[PlayerSpec, ...]
    limits: TimeControl = field(default_factory=TimeControl)
    policy: str = "forfeit"
    patience: Timeouts = field(default_factory=Timeouts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)

    @property
    def timemargin(self) -> int:
        """The time margin in ms."""
        return round(1000 * self.patience.margin)

    def limits_of(self, player: PlayerSpec) -> TimeControl:
        """Return the player's own limits, or the common ones if it has none."""
        return player.limits_or(self.limits)


def is_jobs(number: int) -> bool:
    """Return whether this is a valid number of games to run in parallel, as `JOBS` says."""
    return number == -1 or 1 <= number <= MOST_JOBS
