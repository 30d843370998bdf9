"""Games of `mcts` with few simulations a move: what strong play makes of afterstates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.boundaries import bytes_of
from spyrium_ai.core.mcts import Search
from spyrium_ai.core.stop import StopFlag
from spyrium_ai.core.value import Net
from spyrium_ai.position import Position
from spyrium_ai.seeds import derive
from spyrium_ai.train.net import Array
from spyrium_ai.train.value import CHUNK

# Some turns are played loosely, with random moves among the searched ones, so that the nets see
# more than the best lines. What comes of an afterstate in such a turn is no label.
LOOSE, RANDOM = 0.3, 0.25  # the share of such turns, and of random moves in them
MEMORY = 64 * 2**20  # bytes of a search
NEVER = 10**9  # visits before a search looks beyond the turn


class Games(NamedTuple):
    """Games as afterstates and outcomes."""

    positions: npt.NDArray[np.uint8]  # after turns 1 to 5: (games, 5, bytes of a position)
    loose: npt.NDArray[np.bool_]  # whether the turn after each of them was: (games, 5)
    shares: Array  # of the win: (games, players)
    points: Array  # final scores: (games, players)


class Played(NamedTuple):
    """What games are played by."""

    players: int
    nodes: int  # simulations a move
    weights: Weights
    net: Net


def play_games(by: Played, count: int, seed: int, loose: float) -> Games:
    """Play so many games, with that share of the turns loosely.

    Turns are searched to their end, where the nets judge, and not beyond.
    """
    search = Search(by.weights, by.net, MEMORY, before_deals=NEVER)
    games = [
        _play(by, search, np.random.default_rng(derive("searched", seed, game)), loose)
        for game in range(count)
    ]
    return Games(*(np.stack(part) for part in zip(*games, strict=True)))


def _play(by: Played, search: Search, rng: np.random.Generator, loose: float) -> Games:
    """Return one game, its arrays without the first dimension."""
    position = Position.start(by.players)
    afterstates: list[npt.NDArray[np.uint8]] = []
    turns: list[bool] = []  # whether each is loose
    while not position.is_over:
        if not position.is_chance:
            position.state.apply(_choose(by, search, position, rng, turns[-1]))
            continue
        if position.turn > 1:
            afterstates.append(bytes_of(position.state))
        if position.turn > 0:
            turns.append(rng.random() < loose)
        position.apply(position.sample_deal(int(rng.integers(2**63))))
    return Games(
        np.stack(afterstates),
        np.array(turns[1:]),
        np.array(position.shares(), np.float32),
        np.array(position.scores(), np.float32),
    )


def _choose(
    by: Played, search: Search, position: Position, rng: np.random.Generator, loose: bool
) -> int:
    """Return the move with the most visits, in a loose turn now and then a random one."""
    moves = position.state.moves()
    if len(moves) == 1 or (loose and rng.random() < RANDOM):
        return moves[int(rng.integers(len(moves)))]
    search.begin(position.state, int(rng.integers(2**63)))
    search.run(by.nodes, 0, StopFlag())
    seat = position.to_move - 1
    return max(search.moves(), key=lambda entry: (entry[1], entry[2][seat]))[0]


def searched_games(
    by: Played,
    chunks: int,
    held_out: int,
    seed: int,
    folder: Path,
    progress: Callable[[int], None],
) -> Games:
    """Return chunks of games, those held out last, with no turn played loosely.

    Every chunk is kept in the folder as soon as it is there, and found there by the next run;
    `progress` is called with the number of games of each.
    """

    def chunk(number: int) -> Games:
        file = folder / f"{by.players}-{number}.npz"
        if not file.exists():
            loose = LOOSE if number < chunks else 0
            _save(file, play_games(by, CHUNK, derive("chunk", seed, number), loose))
        with np.load(file, allow_pickle=False) as kept:
            return Games(*(kept[name] for name in Games._fields))

    found = []
    tasks = (delayed(chunk)(number) for number in range(chunks + held_out))
    for games in Parallel(n_jobs=-1, backend="threading", return_as="generator")(tasks):
        found.append(games)
        progress(CHUNK)
    return Games(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _save(file: Path, games: Games) -> None:
    """Write the games, whole or not at all."""
    fresh = file.with_suffix(".new")
    with fresh.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **games._asdict())
    fresh.replace(file)
