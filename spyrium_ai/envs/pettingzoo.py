"""Spyrium for PettingZoo, one agent for each seat (needs the extra `envs`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from spyrium_ai.envs.actions import ACTION_COUNT
from spyrium_ai.envs.game import Game
from spyrium_ai.envs.gymnasium import observation_space
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.style import Style

Observation = dict[str, npt.NDArray[Any]]
SEEDS = 2**63


def env(players: int = 2, render_mode: str | None = None) -> AECEnv:
    """Return the environment with PettingZoo's usual wrappers.

    An illegal action ends the game, and its agent alone loses a point (TerminateIllegalWrapper).
    """
    table = SpyriumTable(players, render_mode)
    legal = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class SpyriumTable(AECEnv):
    """The environment without wrappers: an illegal action raises ValueError and changes nothing.

    An observation is a dictionary: `observation` is what the agent sees, `action_mask` has a 1 for
    each action that it can take now.
    """

    metadata = {  # noqa: RUF012 (as PettingZoo has it)
        "name": "spyrium_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, players: int = 2, render_mode: str | None = None):
        super().__init__()
        self.game = Game(players)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # One space for each agent, so that they can be seeded apart.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(players),
                    "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(ACTION_COUNT) for agent in self.possible_agents
        }
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; a seed decides all that chance decides."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self.game = Game(len(self.possible_agents), int(self._np_random.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it can do if it is the one that decides."""
        seat = self._seats[agent]
        mask = np.zeros(ACTION_COUNT, dtype=np.int8)
        if seat == self.game.seat:
            mask[self.game.legal_actions()] = 1
        return {"observation": self.game.observe(seat).copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the move of the agent that decides; None takes one away whose game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.apply(action)
        self._cumulative_rewards[agent] = 0.0
        if self.game.is_over:
            self.rewards = dict(zip(self.agents, self.game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.game.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text, or print it if the mode is `human`."""
        if self.render_mode is None:
            return None
        board = render(self.game.position(), self.possible_agents, Style())
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """Nothing is open."""
