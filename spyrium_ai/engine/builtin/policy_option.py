"""The option `policy`: who rates the moves of a search."""

from __future__ import annotations

from spyrium_ai.engine.options import Option
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.weights import load_policy

LEARNED, ONE_PLY = "learned", "one-ply"
POLICY = Option("policy", "combo", LEARNED, choices=(LEARNED, ONE_PLY))


def chosen_policy(name: str, players: int) -> Policy | None:
    """Return the network that rates the moves, None where one ply does."""
    return load_policy(players) if name == LEARNED else None
