"""Which built-in players play rollouts: one until the turn ends, one from then on."""

from __future__ import annotations

from dataclasses import dataclass

from spyrium_ai.engine.registry import STRONGEST

FIRST, LATER = f"{STRONGEST}:nodes=1600", f"{STRONGEST}:nodes=50"


@dataclass(frozen=True)
class RolloutPlayers:
    """The players of a rollout, in every seat, as `match` takes them.

    `first` makes the decisions of the turn that the position is in, `later` those of all turns
    after it.
    """

    first: str = FIRST
    later: str = LATER

    @classmethod
    def named(cls, first: str | None, later: str | None) -> RolloutPlayers:
        """Return the players that a user names; one who names only `later` wants it throughout.

        >>> RolloutPlayers.named(first=None, later="heuristic")
        RolloutPlayers(first='heuristic', later='heuristic')
        >>> RolloutPlayers.named(None, None) == RolloutPlayers()
        True
        """
        if first is None:
            first = FIRST if later is None else later
        return cls(first, LATER if later is None else later)
