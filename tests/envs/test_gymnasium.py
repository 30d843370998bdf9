"""Gymnasium's own checks, and what the environment promises beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium: Any = pytest.importorskip("gymnasium")
envs: Any = pytest.importorskip("spyrium_ai.envs.gymnasium")


BONUS = 3208  # at the start of a game there is none


def first_legal(masks: Any) -> Any:
    return np.argmax(masks, axis=-1)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("rivals", ["random", "heuristic"])
@pytest.mark.filterwarnings("ignore:.*(render|Box|spec).*:UserWarning")
def test_check_env(players: int, rivals: str) -> None:
    """The check takes actions that are not legal, so a legal one is played instead."""
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415

    made = gymnasium.make(
        "Spyrium-v0", players=players, rivals=rivals, illegal="random", render_mode="ansi"
    )
    check_env(made.unwrapped)


def test_a_game_ends_with_a_reward_and_the_scores() -> None:
    env = gymnasium.make("Spyrium-v0", learner=1)
    env.reset(seed=3)
    over, steps = False, 0
    while not over:
        action = first_legal(env.unwrapped.action_masks())
        observation, reward, over, truncated, info = env.step(action)
        assert observation in env.observation_space
        assert not truncated
        assert over or (reward == 0 and not info)
        steps += 1
    assert reward == np.sign(info["scores"][1] - info["scores"][0])
    assert steps > 20
    assert not env.unwrapped.action_masks().any()
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)
    env.reset()
    assert env.unwrapped.action_masks().any()


def test_an_illegal_action_is_refused_or_replaced() -> None:
    env, kind = envs.SpyriumEnv(), envs.SpyriumEnv(illegal="random")
    for made in (env, kind):
        made.reset(seed=1)
        assert not made.action_masks()[BONUS]
    before = env.render()
    with pytest.raises(ValueError, match="game 0: action 3208 is not legal there"):
        env.step(BONUS)
    assert env.render() == before
    assert kind.step(BONUS)[4] == {"illegal": True}
    assert kind.render() != before
    with pytest.raises(ValueError, match="illegal"):
        envs.SpyriumEnv(illegal="ignore")


def test_the_same_seed_is_the_same_game_and_the_next_one_differs() -> None:
    one, other = envs.SpyriumEnv(players=3), envs.SpyriumEnv(players=3)
    looks = [env.reset(seed=5)[0] for env in (one, other)]
    assert (looks[0] == looks[1]).all()
    assert (one.reset()[0] == other.reset()[0]).all()
    assert (one.reset()[0] != looks[0]).any()
    assert (one.reset(seed=5)[0] == looks[0]).all()
    assert (envs.SpyriumEnv().reset()[0] != envs.SpyriumEnv().reset()[0]).any()


def test_many_games_end_and_go_on() -> None:
    env = gymnasium.make_vec("Spyrium-v0", num_envs=20, players=2, rivals="random")
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.metadata["autoreset_mode"] == mode
    assert mode.value == envs.Batch.autoreset_mode
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert not infos
    kept, ends = observations.copy(), 0
    for _ in range(120):
        before = observations
        actions = first_legal(env.unwrapped.action_masks())
        observations, rewards, ended, truncated, infos = env.step(actions)
        assert observations in env.observation_space
        assert not truncated.any()
        assert (rewards[~ended] == 0).all()
        assert bool(infos) == bool(ended.any())
        if infos:
            assert (infos["_final_obs"] == ended).all()
            assert (infos["final_obs"][ended] != observations[ended]).any(axis=1).all()
            assert infos["final_info"]["scores"].shape == (20, 2)
        ends += int(ended.sum())
        assert before is not observations
    assert ends > 20
    assert (env.reset(seed=1)[0] == kept).all()
