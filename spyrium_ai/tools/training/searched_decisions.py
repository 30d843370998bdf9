"""Decisions searched by `mcts`, from which the policy network learns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.evaluation.policy_net import Policy, policy_inputs, rate_by_policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.mcts import NEVER, TEMPERATURE, Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.searched_games import LOOSE, MEMORY, RANDOM
from spyrium_ai.util.seeds import derive

LABELLED = 0.5  # of the decisions of a game are searched for a label
MOST_STEPS = (
    5  # moves away from the game, so that rollouts know positions that no good play reaches
)
WILD = 0.3  # of these moves are random, the others drawn by their ratings
PLAYED_NODES = 32  # simulations of a move of the game


class Decisions(NamedTuple):
    """Labelled decisions: inputs of the network, and the share that each move is to have."""

    positions: Array  # (decisions, POSITION_INPUT_COUNT)
    moves: Array  # (moves of all decisions, MOVE_INPUT_COUNT); may be a sparse array
    shares: Array  # (moves of all decisions,)
    counts: npt.NDArray[np.int32]  # moves of each decision


class Labelled(NamedTuple):
    """One decision: inputs of the network, and the share that each move is to have."""

    position: Array  # (POSITION_INPUT_COUNT,)
    moves: Array  # (moves, MOVE_INPUT_COUNT)
    shares: Array  # (moves,)


class DecisionSettings(NamedTuple):
    """The settings of the searches."""

    players: int
    nodes: int  # simulations of a decision
    weights: Weights
    net: Net
    policy: Policy | None  # None: by one ply


def search_decisions(settings: DecisionSettings, count: int, seed: int) -> Decisions:
    """Return so many decisions, from as many games as it takes."""
    rng = np.random.default_rng(derive("decisions", seed))
    return _Searcher(settings, rng).decisions(count)


class Decider(ABC):
    """Plays games, and labels what is decided in them and beside them."""

    def __init__(self, settings: DecisionSettings, rng: np.random.Generator):
        self._settings, self._rng = settings, rng
        self._player = self._search()

    @abstractmethod
    def _labelled(self, position: Position) -> list[Labelled]:
        """Return what is learned at a decision of the game, before its move is made."""

    def _search(self) -> Search:
        settings = self._settings
        return Search(
            settings.weights, settings.net, MEMORY, before_deals=NEVER, policy=settings.policy
        )

    def decisions(self, count: int) -> Decisions:
        """Return so many decisions with more than one move."""
        found: list[Labelled] = []
        while len(found) < count:
            found += self._game(count - len(found))
        positions, moves, shares = zip(*found, strict=True)
        counts = np.array([len(rows) for rows in moves], np.int32)
        return Decisions(np.stack(positions), np.concatenate(moves), np.concatenate(shares), counts)

    def _game(self, most: int) -> list[Labelled]:
        """Play a game; return at most so many decisions labelled on the way."""
        position = Position.start(self._settings.players)
        found: list[Labelled] = []
        loose = False
        while not position.is_over and len(found) < most:
            if position.is_chance:
                loose = self._rng.random() < LOOSE
                position.apply(position.sample_deal(int(self._rng.integers(2**63))))
                continue
            found += self._labelled(position)
            position.state.apply(self._choose(position, loose))
        return found[:most]

    def _stray(self, position: Position) -> Position:
        """Return a position of the same turn, some moves on, that a rollout might pass through."""
        beside = Position(position.state.copy())
        for _ in range(int(self._rng.integers(MOST_STEPS + 1))):
            if beside.is_chance or beside.is_over:
                break
            moves, ratings = self._ratings(beside)
            if self._rng.random() < WILD:
                chosen = int(self._rng.integers(len(moves)))
            else:
                luck = self._rng.gumbel(size=len(moves))
                chosen = int(np.argmax(np.array(ratings) / TEMPERATURE + luck))
            beside.state.apply(moves[chosen])
        return beside

    def _ratings(self, position: Position) -> tuple[list[int], list[float]]:
        settings = self._settings
        if settings.policy is None:
            return rate(position.state, settings.weights)
        return rate_by_policy(position.state, settings.weights, settings.policy)

    def _choose(self, position: Position, loose: bool) -> int:
        """Return the move of the game."""
        moves = position.state.moves()
        if len(moves) == 1 or (loose and self._rng.random() < RANDOM):
            return moves[int(self._rng.integers(len(moves)))]
        visits = self._visits(self._player, position, PLAYED_NODES)
        return max(moves, key=visits.__getitem__)

    def _visits(self, search: Search, position: Position, nodes: int) -> dict[int, int]:
        search.begin(position.state, int(self._rng.integers(2**63)))
        search.run(nodes, 0, StopFlag())
        return {move: visits for move, visits, _ in search.moves()}


class _Searcher(Decider):
    """Searches some of the decisions."""

    def __init__(self, settings: DecisionSettings, rng: np.random.Generator):
        super().__init__(settings, rng)
        self._judge = self._search()

    def _labelled(self, position: Position) -> list[Labelled]:
        if self._rng.random() >= LABELLED:
            return []
        beside = self._stray(position)
        if not has_choice(beside):
            return []
        visits = self._visits(self._judge, beside, self._settings.nodes)
        self._judge.clear()
        inputs, moves = policy_inputs(beside.state, self._settings.weights)
        shares = np.array([visits[move] for move in beside.state.moves()], np.float32)
        return [Labelled(inputs, moves, shares / shares.sum())]


def has_choice(position: Position) -> bool:
    """Return whether a seat decides between moves."""
    return not (position.is_chance or position.is_over) and len(position.state.moves()) > 1
