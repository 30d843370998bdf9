"""OpenSpiel's own checks and bots, and what the game promises beside them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from spyrium_ai.envs import Game
from spyrium_ai.envs.bounds import longest_game, most_draws

pyspiel: Any = pytest.importorskip("pyspiel")
envs: Any = pytest.importorskip("spyrium_ai.envs.openspiel")

players = pytest.mark.parametrize("players", [2, 3, 5])


def play(state: Any, seed: int, actions: int = 10_000) -> None:
    """Take random actions and draws, so many at most."""
    choose = random.Random(seed)
    while not state.is_terminal() and actions:
        actions -= 1
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, weights)[0])
        else:
            state.apply_action(choose.choice(state.legal_actions()))


@players
def test_random_simulation_with_serialization(players: int) -> None:
    game = pyspiel.load_game(f"spyrium(players={players})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@players
def test_random_simulation_with_sampled_chance(players: int) -> None:
    """OpenSpiel has no serialization for games that draw by themselves in Python."""
    game = pyspiel.load_game(f"spyrium(players={players},chance=sampled)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert not game.new_initial_state().is_chance_node()


@players
def test_a_game_is_played_within_its_bounds(players: int) -> None:
    game = pyspiel.load_game(f"spyrium(players={players})")
    state = game.new_initial_state()
    play(state, 1)
    assert sum(state.returns()) == pytest.approx(0, abs=1e-6)
    assert list(state.game.rewards()) == state.returns()
    assert game.max_game_length() == longest_game(players)
    draws = sum(item.player < 0 for item in state.full_history())
    assert draws <= game.max_chance_nodes_in_history() == most_draws(players)
    assert len(state.history()) - draws <= game.max_game_length()


def test_clones_and_serialized_states_go_on_alike() -> None:
    game = pyspiel.load_game("spyrium(players=3)")
    for actions in (0, 3, 20, 90):  # 3: in the middle of a deal
        state = game.new_initial_state()
        play(state, 7, actions)
        text = pyspiel.serialize_game_and_state(game, state)
        _, read = pyspiel.deserialize_game_and_state(text)
        clone = state.clone()
        for other in (read, clone):
            assert other.history() == state.history()
            play(other, 8, 30)
        before = str(state)
        play(state, 8, 30)
        assert str(state) == str(read) == str(clone) != before


def test_texts_of_actions_and_outcomes() -> None:
    state = pyspiel.load_game("spyrium").new_initial_state()
    assert state.action_to_string(state.current_player(), 2) == "E3"
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    position = state.game.position()
    texts = {state.action_to_string(state.current_player(), a) for a in state.legal_actions()}
    assert texts == set(position.legal())
    assert str(state) == str(position) == state.observation_string(0)


def test_tensors_are_the_observations() -> None:
    game = pyspiel.load_game("spyrium(players=3,chance=sampled,seed=4)")
    state = game.new_initial_state()
    for seat in range(3):
        look = Game(3, 4).observe(seat)
        assert (np.array(state.observation_tensor(seat), np.float32) == look).all()


def test_each_sampled_game_has_the_next_seed() -> None:
    game = pyspiel.load_game("spyrium(chance=sampled,seed=4)")
    states = [str(game.new_initial_state()) for _ in range(2)]
    assert states == [str(Game(2, seed).position()) for seed in (4, 5)]


def test_a_bot_of_openspiel_plays() -> None:
    """The bot in Python: the one in C++ crashes with any game that is written in Python."""
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("spyrium")
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1), solve=False)
    state = game.new_initial_state()
    play(state, 1, 60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("parameters", ["players=1", "players=6", "chance=maybe", "seed=-1"])
def test_a_game_that_cannot_be_is_refused(parameters: str) -> None:
    with pytest.raises((ValueError, RuntimeError, pyspiel.SpielError)):
        pyspiel.load_game(f"spyrium({parameters})").new_initial_state()


def test_an_observer_takes_no_parameters() -> None:
    with pytest.raises(ValueError, match="params"):
        pyspiel.load_game("spyrium").make_py_observer(None, {"x": 1})
