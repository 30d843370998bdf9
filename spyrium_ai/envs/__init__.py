"""The game as an environment for planning and learning (docs/research.md).

Programs import from here; the modules below may change at any time.
"""

from __future__ import annotations

from spyrium_ai.envs.action_space import (
    ACTION_FORMAT,
    ActionBlock,
    action_blocks,
    action_names,
    parse_action,
)
from spyrium_ai.envs.actions import ACTION_COUNT
from spyrium_ai.envs.batch import SKIP_ACTION, Batch
from spyrium_ai.envs.batch_arguments import seed_of_game
from spyrium_ai.envs.bounds import MOST_LEGAL_ACTIONS, longest_game
from spyrium_ai.envs.chance_outcomes import chance_blocks, outcome_names
from spyrium_ai.envs.game import OUTCOME_COUNT, Game
from spyrium_ai.envs.observation_layout import (
    OBSERVATION_FORMAT,
    Entry,
    observation_layout,
    position_of,
)
from spyrium_ai.envs.observations import observation_size
from spyrium_ai.envs.policy_net import PolicyNet
from spyrium_ai.envs.search_data import SearchResult, search_position
from spyrium_ai.envs.shards import SHARD_FORMAT, Shard, read_shard, read_shards
from spyrium_ai.envs.snapshot import Snapshot

__all__ = [
    "ACTION_COUNT",
    "ACTION_FORMAT",
    "MOST_LEGAL_ACTIONS",
    "OBSERVATION_FORMAT",
    "OUTCOME_COUNT",
    "SHARD_FORMAT",
    "SKIP_ACTION",
    "ActionBlock",
    "Batch",
    "Entry",
    "Game",
    "PolicyNet",
    "SearchResult",
    "Shard",
    "Snapshot",
    "action_blocks",
    "action_names",
    "chance_blocks",
    "longest_game",
    "observation_layout",
    "observation_size",
    "outcome_names",
    "parse_action",
    "position_of",
    "read_shard",
    "read_shards",
    "search_position",
    "seed_of_game",
]
