"""The policy network: its ratings, its inputs, and what it refuses."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.policy_net import (
    MOVE_INPUT_COUNT,
    POLICY_SIZE,
    POSITION_INPUT_COUNT,
    Policy,
    policy_inputs,
    rate_by_policy,
)
from spyrium_ai.search.weights import load_policy, load_weights
from spyrium_ai.tools.training.fit_policy import Pass
from spyrium_ai.tools.training.searched_decisions import Decisions

PLAYERS = (2, 3, 4, 5)


def decisions_of_a_game(players: int, seed: int) -> list[Position]:
    """Return the decisions of a game of random moves that have more than one."""
    rng = np.random.default_rng(seed)
    position, found = Position.start(players), []
    while not position.is_over:
        if position.is_chance:
            position.apply(position.sample_deal(int(rng.integers(2**63))))
            continue
        moves = position.state.moves()
        if len(moves) > 1:
            found.append(Position(position.state.copy()))
        position.state.apply(moves[int(rng.integers(len(moves)))])
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_ratings_are_those_of_the_network_in_numpy(players: int) -> None:
    rng = np.random.default_rng(players)
    numbers = (0.3 * rng.standard_normal(POLICY_SIZE)).astype(np.float32)
    weights, policy = load_weights(players), Policy(numbers)
    for position in decisions_of_a_game(players, players):
        inputs, rows = policy_inputs(position.state, weights)
        moves, ratings = rate_by_policy(position.state, weights, policy)
        assert moves == position.state.moves()
        once = Decisions(
            inputs[None], rows, np.zeros(len(rows), np.float32), np.array([len(rows)], np.int32)
        )
        odds = np.exp((np.array(ratings) - max(ratings)) / 4)
        np.testing.assert_allclose(odds / odds.sum(), Pass(numbers, once).shares, atol=2e-5)


def test_the_last_turn_has_a_network_of_its_own() -> None:
    rng = np.random.default_rng(1)
    earlier, last = (0.3 * rng.standard_normal((2, POLICY_SIZE))).astype(np.float32)
    weights, both = load_weights(2), copy.copy(Policy(earlier, last))
    alone = [Policy(numbers) for numbers in (earlier, last)]
    turns = set()
    for position in decisions_of_a_game(2, 1):
        rated = [rate_by_policy(position.state, weights, each) for each in (both, *alone)]
        assert rated[0] == rated[1 + (position.turn == 6)]
        assert rated[1] != rated[2]
        turns.add(position.turn)
    assert turns == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", PLAYERS)
def test_inputs_are_small_numbers_and_tell_most_moves_apart(players: int) -> None:
    weights = load_weights(players)
    moves = distinct = 0
    for seed in range(3):
        for position in decisions_of_a_game(players, seed):
            inputs, rows = policy_inputs(position.state, weights)
            assert inputs.shape == (POSITION_INPUT_COUNT,)
            assert rows.shape == (len(position.state.moves()), MOVE_INPUT_COUNT)
            assert np.isfinite(inputs).all()
            assert np.isfinite(rows).all()
            assert np.abs(inputs).max() < 20
            assert np.abs(rows).max() < 20
            moves += len(rows)
            distinct += len(np.unique(rows, axis=0))
    assert distinct > 0.8 * moves


@pytest.mark.parametrize("players", PLAYERS)
def test_the_shipped_network_prefers_what_is_worth_more(players: int) -> None:
    """Its first choices are not those of chance: they beat a random move in its own ratings."""
    weights, policy = load_weights(players), load_policy(players)
    spreads = [
        np.ptp(rate_by_policy(position.state, weights, policy)[1])
        for position in decisions_of_a_game(players, 1)
    ]
    assert np.median(spreads) > 4


def test_other_sizes_and_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match=f"not {POLICY_SIZE} numbers, but 3"):
        Policy(np.zeros(3, np.float32))
    numbers = np.zeros(POLICY_SIZE, np.float32)
    numbers[7] = np.nan
    with pytest.raises(ValueError, match="number 7 is not finite: nan"):
        Policy(numbers)
    with pytest.raises(ValueError, match="number 7 is not finite: nan"):
        Policy(np.zeros(POLICY_SIZE, np.float32), numbers)


def test_only_decisions_have_ratings() -> None:
    weights, policy = load_weights(2), load_policy(2)
    with pytest.raises(ValueError, match="chance decides here"):
        policy_inputs(Position.start(2).state, weights)
    with pytest.raises(ValueError, match="chance decides here"):
        rate_by_policy(Position.start(2).state, weights, policy)
