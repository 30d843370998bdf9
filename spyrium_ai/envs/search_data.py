"""A search as data: what `mcts` finds of a position, in numbers of the action space."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs.actions import action_of_move
from spyrium_ai.envs.game import Game
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights

MOST_NODES = 10**9
# A node of the tree has about 430 bytes, and more where many moves are legal.
LEAST_MEMORY, NODE_MEMORY, MOST_MEMORY = 2**20, 2**10, 2**30
SLICE = 100_000  # simulations, after which Ctrl-C is heard


@dataclass(frozen=True, eq=False)
class SearchResult:
    """What a search has found. The arrays have an entry for each legal action, in the same order.

    Attributes:
        actions: the legal actions, int64, in the order of `Game.legal_actions`.
        moves: their texts.
        visits: how many simulations began with each action, int64.
        values: expected win shares of all seats after each action, float64, (actions, players);
            0 without visits.
        priors: how promising each action looked before the search, float64; their sum is 1.
        lines: the best line found from each action on, as actions up to the next deal.
        value: expected win shares of all seats in the position, float64.
        seat: the one that decides, from 0.
    """

    actions: npt.NDArray[np.int64]
    moves: tuple[str, ...]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    priors: npt.NDArray[np.float64]
    lines: tuple[tuple[int, ...], ...]
    value: npt.NDArray[np.float64]
    seat: int

    @property
    def policy(self) -> npt.NDArray[np.float64]:
        """The visits as probabilities: their sum is 1."""
        shares: npt.NDArray[np.float64] = self.visits / self.visits.sum()
        return shares

    @property
    def best(self) -> int:
        """The action with the most visits; among equals the one with the highest value."""
        order = np.lexsort((self.values[:, self.seat], self.visits))
        return int(self.actions[order[-1]])


def search_position(position: Position, nodes: int = 1000, seed: int = 0) -> SearchResult:
    """Search a position as `mcts` does, and return what was found.

    The search has a new tree and one thread; in turn 6 it does not use the endgame solver. Equal
    arguments give equal results. Beyond about 2 million nodes the tree does not grow.

    Args:
        position: one where a player decides.
        nodes: the number of simulations, 1 to 10**9.
        seed: of the deals that the search samples, 0 to 2**64 - 1.

    Raises:
        ValueError: no player decides in the position, or a number is out of range.
    """
    game = Game.from_position(position, explicit_chance=True)
    if game.seat < 0:
        raise ValueError("position: no player decides there")
    left = index(nodes)
    if not 1 <= left <= MOST_NODES:
        raise ValueError(f"nodes: {left} is not 1 to {MOST_NODES}")
    search = search_for(position.players, left)
    search.begin(position.state, seed)
    while left > 0:
        left -= search.run(min(left, SLICE), 0, StopFlag())
    return result_of(search, position)


def search_for(players: int, nodes: int) -> Search:
    """Return a search with room for trees of so many simulations."""
    memory = min(LEAST_MEMORY + nodes * NODE_MEMORY, MOST_MEMORY)
    return Search(load_weights(players), load_net(players), memory, policy=load_policy(players))


def result_of(search: Search, position: Position) -> SearchResult:
    """Return what a search has found of the position it was begun with."""
    found = {
        move: (visits, shares, prior)
        for (move, visits, shares), prior in zip(search.moves(), search.priors(), strict=True)
    }
    moves = position.state.moves()
    return SearchResult(
        actions=np.array([action_of_move(move) for move in moves], np.int64),
        moves=tuple(map(format_move, moves)),
        visits=np.array([found[move][0] for move in moves], np.int64),
        values=np.array([found[move][1] for move in moves]),
        priors=np.array([found[move][2] for move in moves]),
        lines=tuple(tuple(map(action_of_move, search.line(move))) for move in moves),
        value=np.array(search.values()),
        seat=position.to_move - 1,
    )
