"""PettingZoo's own checks, and what the environment promises beside them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
envs: Any = pytest.importorskip("spyrium_ai.envs.pettingzoo")
tests: Any = pytest.importorskip("pettingzoo.test")

BONUS = 3208  # at the start of a game there is none
players = pytest.mark.parametrize("players", [2, 3, 5])


@players
@pytest.mark.filterwarnings("ignore:.*Observation.*:UserWarning")
def test_api(players: int) -> None:
    """Two warnings say that an observation is a dictionary."""
    tests.api_test(envs.env(players=players), num_cycles=500)


@players
def test_seeds(players: int) -> None:
    tests.seed_test(lambda: envs.env(players=players), num_cycles=200)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    tests.render_test(lambda render_mode=None: envs.env(render_mode=render_mode))
    assert "seat_1" in capsys.readouterr().out
    assert envs.SpyriumTable().render() is None


@players
def test_a_game_is_played_to_its_end(players: int) -> None:
    table, total = envs.env(players=players), dict[str, float]()
    table.reset(seed=4)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        total[agent] = total.get(agent, 0.0) + reward
        assert observation in table.observation_space(agent)
        legal = np.flatnonzero(observation["action_mask"])
        assert (len(legal) == 0) == over
        table.step(None if over else legal[len(legal) // 2])
    assert len(total) == players
    assert sum(total.values()) == pytest.approx(0, abs=1e-6)
    assert max(total.values()) == 1


def test_an_illegal_action_is_refused_without_the_wrappers_and_loses_with_them() -> None:
    table = envs.SpyriumTable()
    table.reset(seed=1)
    before = table.game.position()
    for action in (BONUS, -1, None):
        with pytest.raises((ValueError, TypeError), match="action"):
            table.step(action)
    assert table.game.position() == before
    wrapped = envs.env()
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so too
        wrapped.step(BONUS)
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == -1
