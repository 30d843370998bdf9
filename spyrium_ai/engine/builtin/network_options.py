"""The options `policy` and `networks`: by which networks a player searches."""

from __future__ import annotations

from typing import Any

from spyrium_ai.engine.options import Option
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.weights import FIRST_NETS_FILE, NETS_FILE, load_net, load_policy

LEARNED, ONE_PLY = "learned", "one-ply"
PRESENT, FIRST = "present", "0.1"  # FIRST: the value networks of that version
POLICY = Option("policy", "combo", LEARNED, choices=(LEARNED, ONE_PLY))
NETWORKS = Option("networks", "combo", PRESENT, choices=(PRESENT, FIRST))
FILES = {PRESENT: NETS_FILE, FIRST: FIRST_NETS_FILE}


def chosen_policy(values: dict[str, Any], players: int) -> Policy | None:
    """Return the network that rates the moves by the options, None where one ply does."""
    return load_policy(players) if values["policy"] == LEARNED else None


def chosen_net(values: dict[str, Any], players: int) -> Net:
    """Return the value networks by the options."""
    return load_net(players, file=FILES[values["networks"]])
