"""What all games of a series or of an event have in common: who plays, and on which terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_client import Patience
from spyrium_ai.match.time_control import SeriesLimits


@dataclass(frozen=True)
class Terms:
    """The players, whose names are all different, their limits, and what a fault means.

    `policy` is what a fault does among three or more: one of `referee.POLICIES`.
    """

    players: tuple[PlayerSpec, ...]
    limits: SeriesLimits = field(default_factory=SeriesLimits)
    policy: str = "forfeit"
    patience: Patience = field(default_factory=Patience)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)

    def limits_of(self, player: PlayerSpec) -> SeriesLimits:
        """Return the limits of a player: its own, else those of all."""
        return player.limits_or(self.limits)
