"""Decisions of the last turn of two players, solved, from which the solver's own network learns."""

from __future__ import annotations

import numpy as np

from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.cards import LAST_TURN
from spyrium_ai.search.endgame.solver import MAX_DEPTH, Solver
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.evaluation.policy_net import policy_inputs
from spyrium_ai.search.mcts import TEMPERATURE
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.searched_decisions import (
    Decider,
    Decisions,
    DecisionSettings,
    Labelled,
    has_choice,
)
from spyrium_ai.util.seeds import derive

MEMORY = 32 * 2**20  # bytes of the solver's table
WIDTH = 4  # points, that fits the network of the turns before the last
BESIDE = 3  # positions for each decision of the last turn
TRIES, EASIER = 4, 3  # where a position is not solved, another is tried some moves on
HARD = 0.3  # of those not solved are labelled by the best move of a search to a depth,
SURE = 0.7  # which has this share; the rest is as the network has it
PRECISION = 0.5  # points; a move that loses so much has 1 / e of the best one's share


def solve_decisions(settings: DecisionSettings, count: int, seed: int) -> Decisions:
    """Return so many decisions; `settings.nodes` are those that the solver has for each."""
    rng = np.random.default_rng(derive("solved decisions", seed))
    return _Solver(settings, rng).decisions(count)


def solved_shares(solver: Solver, position: Position, guess: int, nodes: int) -> Array | None:
    """Return the shares of the moves by the points that they lose, (moves,).

    None if the position takes more nodes than so many, or all its moves twice as many.
    """
    lower, upper, _ = solver.solve(position.state, guess, nodes, 0, StopFlag())
    if lower < upper:
        return None
    last = solver.nodes + 2 * nodes
    margins = []
    for move in position.state.moves():
        margin = _margin_after(solver, position, move, lower, last)
        if margin is None:
            return None
        margins.append(margin)
    odds = np.exp(-np.abs(np.array(margins) - lower) / PRECISION)
    shares: Array = (odds / odds.sum()).astype(np.float32)
    return shares


def _margin_after(
    solver: Solver, position: Position, move: int, guess: int, last: int
) -> int | None:
    """Return the margin after a move, None if the solver's nodes would exceed `last`."""
    after = position.copy()
    after.state.apply(move)
    if after.is_over:
        first, second = after.scores()
        return first - second
    left = max(1, last - solver.nodes)
    lower, upper, _ = solver.solve(after.state, guess, left, 0, StopFlag())
    return lower if lower == upper else None


class _Solver(Decider):
    """Solves positions beside the decisions of the last turn."""

    def __init__(self, settings: DecisionSettings, rng: np.random.Generator):
        super().__init__(settings, rng)
        self._solver = self._fresh()

    def _fresh(self) -> Solver:
        settings = self._settings
        return Solver(settings.weights, MEMORY, settings.policy, WIDTH)

    def _labelled(self, position: Position) -> list[Labelled]:
        if position.turn < LAST_TURN:
            return []
        self._solver = self._fresh()  # so that a decision depends on nothing before it
        found: list[Labelled] = []
        for _ in range(BESIDE):
            found += self._from_on(self._stray(position))
        return found

    def _from_on(self, position: Position) -> list[Labelled]:
        """Return this decision, or what comes some moves on, until one is solved."""
        found: list[Labelled] = []
        for _ in range(TRIES):
            if has_choice(position):
                shares = solved_shares(
                    self._solver, position, self._guess(position), self._settings.nodes
                )
                is_solved = shares is not None
                if shares is None and self._rng.random() < HARD:
                    shares = self._searched(position)
                if shares is not None:
                    found.append(
                        Labelled(*policy_inputs(position.state, self._settings.weights), shares)
                    )
                if is_solved:
                    break
            for _ in range(EASIER):
                if position.is_over:
                    return found
                moves, ratings = self._ratings(position)
                position.state.apply(moves[int(np.argmax(ratings))])
        return found

    def _searched(self, position: Position) -> Array | None:
        """Return shares by the best move of a search to a depth, None if it has none."""
        moves, ratings = self._ratings(position)
        last, guess, best = self._solver.nodes + self._settings.nodes, self._guess(position), None
        for depth in range(1, MAX_DEPTH + 1):
            left = last - self._solver.nodes
            if left <= 0:
                break
            lower, upper, move = self._solver.search_depth(
                position.state, guess, depth, left, 0, StopFlag()
            )
            if lower < upper:
                break
            guess, best = lower, move
        if best is None:
            return None
        odds = np.exp((np.array(ratings) - max(ratings)) / TEMPERATURE)
        shares: Array = ((1 - SURE) * odds / odds.sum()).astype(np.float32)
        shares[moves.index(best)] += np.float32(SURE)
        return shares

    def _guess(self, position: Position) -> int:
        points, _ = evaluate(position.state, self._settings.weights)
        return round(points[0] - points[1])
