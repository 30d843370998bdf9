"""The policy network: its ratings, its inputs, and what it refuses."""

from __future__ import annotations

import copy

import numpy as np
import numpy.typing as npt
import pytest

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.policy_net import (
    MOVE_INPUT_COUNT,
    POLICY_COUNT,
    POLICY_SIZE,
    POSITION_INPUT_COUNT,
    Policy,
    policy_inputs,
    rate_by_policy,
    use_wide_registers,
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


def random_networks(seed: int) -> npt.NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    return (0.3 * rng.standard_normal((POLICY_COUNT, POLICY_SIZE))).astype(np.float32)


@pytest.mark.parametrize("players", PLAYERS)
def test_ratings_are_those_of_the_network_in_numpy(players: int) -> None:
    networks = random_networks(players)
    weights, policy = load_weights(players), Policy(networks)
    for position in decisions_of_a_game(players, players):
        inputs, rows = policy_inputs(position.state, weights)
        moves, ratings = rate_by_policy(position.state, weights, policy)
        assert moves == position.state.moves()
        once = Decisions(
            inputs[None], rows, np.zeros(len(rows), np.float32), np.array([len(rows)], np.int32)
        )
        odds = np.exp((np.array(ratings) - max(ratings)) / 4)
        np.testing.assert_allclose(
            odds / odds.sum(), Pass(networks[position.turn - 1], once).shares, atol=2e-5
        )


def test_each_turn_has_a_network_of_its_own() -> None:
    weights, networks = load_weights(2), random_networks(1)
    every = copy.copy(Policy(networks))
    alone = [Policy(np.tile(network, (POLICY_COUNT, 1))) for network in networks]
    turns = set()
    for position in decisions_of_a_game(2, 1):
        rated = [rate_by_policy(position.state, weights, each) for each in alone]
        assert rate_by_policy(position.state, weights, every) == rated[position.turn - 1]
        assert sum(each == rated[position.turn - 1] for each in rated) == 1
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


@pytest.mark.parametrize("players", PLAYERS)
def test_wide_and_narrow_registers_give_the_same_ratings(players: int) -> None:
    weights, policy = load_weights(players), load_policy(players)
    found = decisions_of_a_game(players, 1)
    ratings = []
    try:
        for wide in (False, True):
            use_wide_registers(wide)
            ratings.append([rate_by_policy(each.state, weights, policy) for each in found])
    finally:
        use_wide_registers(True)
    assert ratings[0] == ratings[1]


def test_other_sizes_and_numbers_are_refused() -> None:
    for shape in ((1, 3), (POLICY_COUNT, 3), (1, POLICY_SIZE)):
        wrong = f"not 6 networks of {POLICY_SIZE} numbers, but {shape[0]} of {shape[1]}"
        with pytest.raises(ValueError, match=wrong):
            Policy(np.zeros(shape, np.float32))
    networks = np.zeros((POLICY_COUNT, POLICY_SIZE), np.float32)
    networks[4, 7] = np.nan
    with pytest.raises(ValueError, match="turn 5: number 7 is not finite: nan"):
        Policy(networks)


def test_only_decisions_have_ratings() -> None:
    weights, policy = load_weights(2), load_policy(2)
    with pytest.raises(ValueError, match="chance decides here"):
        policy_inputs(Position.start(2).state, weights)
    with pytest.raises(ValueError, match="chance decides here"):
        rate_by_policy(Position.start(2).state, weights, policy)
