"""A game of self-play: `mcts` decides for all seats, and what it found is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spyrium_ai.envs.batch_arguments import seed_of_game
from spyrium_ai.envs.game import Game
from spyrium_ai.envs.search_data import SearchResult, result_of, search_for
from spyrium_ai.envs.shards import Shard
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.seeds import derive


@dataclass(frozen=True)
class SelfplaySettings:
    """What the games follow from.

    Attributes:
        players: their number.
        nodes: simulations of each decision.
        sampled: for so many decisions of a game the move is drawn in proportion to the visits;
            after them the move with the most visits is played.
        seed: of all games.
    """

    players: int
    nodes: int
    sampled: int
    seed: int


def play_game(
    settings: SelfplaySettings, number: int, stop: StopFlag | None = None
) -> Shard | None:
    """Return the game with this number as a shard of one; None if it was stopped.

    It depends on the settings and its number alone: each decision is searched in a new tree.
    """
    stop = stop or StopFlag()
    seed = seed_of_game(settings.seed, number)
    game, search = Game(settings.players, seed), search_for(settings.players, settings.nodes)
    draw = np.random.default_rng(derive("selfplay moves", seed))
    found: list[SearchResult] = []
    seen, chosen = [], []
    while not game.is_over:
        position = game.position()
        search.clear()
        search.begin(position.state, derive("selfplay search", seed, len(found)))
        search.run(settings.nodes, 0, stop)
        if stop.is_set():
            return None
        result = result_of(search, position)
        action = _drawn(result, draw.random()) if len(found) < settings.sampled else result.best
        seen.append(game.observe().copy())
        found.append(result)
        chosen.append(action)
        game.apply(action)
    return Shard(
        game_numbers=np.array([number], np.int64),
        game_seeds=np.array([seed], np.uint64),
        game_lengths=np.array([len(found)], np.int32),
        scores=np.array([game.scores()], np.int32),
        seats=np.array([each.seat for each in found], np.int8),
        observations=np.stack(seen),
        legal_counts=np.array([len(each.actions) for each in found], np.int32),
        legal_ids=np.concatenate([each.actions for each in found]).astype(np.uint16),
        visits=np.concatenate([each.visits for each in found]).astype(np.uint32),
        chosen=np.array(chosen, np.uint16),
        values=np.stack([np.roll(each.value, -each.seat) for each in found]).astype(np.float32),
    )


def _drawn(result: SearchResult, point: float) -> int:
    """Return the action at this point, from 0 to 1, of the visits side by side."""
    ends = np.cumsum(result.visits)
    return int(result.actions[np.searchsorted(ends, point * ends[-1], side="right")])
