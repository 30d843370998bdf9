"""Positions of the last turn of two players, their plain minimax, and the solver's answer."""

from __future__ import annotations

import random
from functools import cache

from support.engine_cases import choose

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.stop_flag import StopFlag

MEMORY = 2**22
LARGEST = 2500


class TooLarge(Exception):  # noqa: N818
    """There are more positions to come than a test can go through."""


def last_turn(seed: int, randomness: float) -> list[Position]:
    """Return the positions of turn 6 of a game, the last one first; some moves are random."""
    luck = random.Random(seed)
    dealer, engine = Dealer(2, seed), make_engine("heuristic", [f"seed={seed}"])
    position, found = Position.start(2), []
    while not position.is_over:
        if position.is_chance:
            position.apply(dealer.deal(position))
            continue
        if position.turn == 6:
            found.append(position.copy())
        is_random = luck.random() < randomness
        move = (
            luck.choice(position.legal())
            if is_random
            else choose(engine, position, SearchLimits())[0]
        )
        position.apply(move)
    return found[::-1]


class Minimax:
    """Every move of every position, each position once."""

    def __init__(self) -> None:
        self._known: dict[State, int] = {}

    def margin(self, state: State) -> int:
        """Return the first seat's final score less the second's with best play."""
        if state.stage == "over":
            first, second = state.scores()
            return first - second
        if state not in self._known:
            if len(self._known) > LARGEST:
                raise TooLarge
            margins = [self.margin(child) for child in children(state)]
            self._known[state.copy()] = max(margins) if state.seat == 0 else min(margins)
        return self._known[state]


def children(state: State) -> list[State]:
    found = []
    for move in state.moves():
        child = state.copy()
        child.apply(move)
        found.append(child)
    return found


def solution(solver: Solver, state: State, guess: int = 0) -> tuple[int, int]:
    """Return the margin and the best move."""
    lower, upper, move = solver.solve(state, guess, 0, 0, StopFlag())
    assert move is not None
    assert lower == upper
    return lower, move


@cache
def small_endgames() -> tuple[tuple[Position, ...], ...]:
    """Return by game the decisions of turn 6 that minimax can go through, the last one first."""
    games = []
    for seed in range(60):
        truth, small = Minimax(), []
        for position in last_turn(seed, (0.2, 0.5, 1.0)[seed % 3]):
            try:
                truth.margin(position.state)
            except TooLarge:
                break
            small.append(position)
        games.append(tuple(small))
    return tuple(games)
