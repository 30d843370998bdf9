"""Training games of `mcts` with few simulations per move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.mcts import NEVER, Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.training.afterstate_data import bytes_of
from spyrium_ai.tools.training.calls import Call, Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ArrayShape, make_missing, read_chunk
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.plan import CHUNK
from spyrium_ai.util.seeds import derive

# Some turns are played loosely, with random moves among the searched ones, so that the nets see
# more than the best lines. What comes of an afterstate in such a turn is no label.
LOOSE, RANDOM = 0.3, 0.25  # the share of such turns, and of random moves in them
MEMORY = 64 * 2**20  # bytes of a search
TURNS = 5  # those that an afterstate comes after


class Games(NamedTuple):
    """Games as afterstates and outcomes."""

    positions: npt.NDArray[np.uint8]  # after turns 1 to 5: (games, 5, bytes of a position)
    loose: npt.NDArray[np.bool_]  # whether the turn after each of them was: (games, 5)
    shares: Array  # of the win: (games, players)
    points: Array  # final scores: (games, players)


class SearchedGameSettings(NamedTuple):
    """The settings of the games."""

    players: int
    nodes: int  # simulations a move
    weights: Weights
    net: Net
    policy: Policy | None = None  # None: moves are rated by one ply


def play_games(settings: SearchedGameSettings, count: int, seed: int, share: float) -> Games:
    """Play so many games; `share` of their turns are played loosely.

    Turns are searched to their end, where the nets judge, and not beyond.
    """
    search = Search(
        settings.weights, settings.net, MEMORY, before_deals=NEVER, policy=settings.policy
    )
    games = [
        _play(settings, search, np.random.default_rng(derive("searched", seed, game)), share)
        for game in range(count)
    ]
    return Games(*(np.stack(part) for part in zip(*games, strict=True)))


def _play(
    settings: SearchedGameSettings, search: Search, rng: np.random.Generator, share: float
) -> Games:
    """Return one game, its arrays without the first dimension."""
    position = Position.start(settings.players)
    afterstates: list[npt.NDArray[np.uint8]] = []
    turns: list[bool] = []  # whether each is loose
    while not position.is_over:
        if not position.is_chance:
            position.state.apply(_choose(settings, search, position, rng, turns[-1]))
            continue
        if position.turn > 1:
            afterstates.append(bytes_of(position.state))
        if position.turn > 0:
            turns.append(rng.random() < share)
        position.apply(position.sample_deal(int(rng.integers(2**63))))
    return Games(
        np.stack(afterstates),
        np.array(turns[1:]),  # no afterstate comes before turn 1
        np.array(position.shares(), np.float32),
        np.array(position.scores(), np.float32),
    )


def _choose(
    settings: SearchedGameSettings,
    search: Search,
    position: Position,
    rng: np.random.Generator,
    loose: bool,
) -> int:
    """Return the move with the most visits, in a loose turn now and then a random one."""
    moves = position.state.moves()
    if len(moves) == 1 or (loose and rng.random() < RANDOM):
        return moves[int(rng.integers(len(moves)))]
    search.begin(position.state, int(rng.integers(2**63)))
    search.run(settings.nodes, 0, StopFlag())
    return search.best()


def searched_games(
    settings: SearchedGameSettings,
    chunks: int,
    held_out: int,
    seed: int,
    stem: Path,
    progress: Callable[[int], None],
    compute: Compute = in_threads,
) -> Games:
    """Return chunks of games, those held out last, with no turn played loosely.

    Every chunk is kept in a file as soon as it is there, and found there by the next run; the
    files' names begin with the stem. `progress` is called with the number of games of each.
    `compute` plays them.
    """
    files = [stem.with_name(f"{stem.name}-{number}.npz") for number in range(chunks + held_out)]

    def call_of(number: int) -> Call[Games]:
        share = LOOSE if number < chunks else 0
        return partial(play_games, settings, CHUNK, derive("chunk", seed, number), share)

    make_missing(files, call_of, lambda _: progress(CHUNK), compute)
    found = [read_chunk(file, _shapes(settings.players)) for file in files]
    return Games(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _shapes(players: int) -> dict[str, ArrayShape]:
    """Return what the arrays of a chunk must have."""
    bytes_each = len(bytes_of(Position.start(players).state))
    return {
        "positions": ArrayShape((CHUNK, TURNS, bytes_each), "|u1"),
        "loose": ArrayShape((CHUNK, TURNS), "|b1"),
        "shares": ArrayShape((CHUNK, players), "<f4"),
        "points": ArrayShape((CHUNK, players), "<f4"),
    }
