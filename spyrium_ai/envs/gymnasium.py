"""Spyrium for Gymnasium: one learner among built-in rivals (needs the extra `envs`).

Importing this module registers `Spyrium-v0`, for `gymnasium.make` and `gymnasium.make_vec`.
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spyrium_ai.envs.actions import ACTION_COUNT
from spyrium_ai.envs.batch import Batch
from spyrium_ai.envs.observation_layout import observation_layout

Rivals = Literal["random", "heuristic"]
Illegal = Literal["refuse", "random"]
Numbers = npt.NDArray[np.float32]
SEEDS = 2**63


def begin(batch: Batch, generator: np.random.Generator | None) -> None:
    """Begin all games; with a generator, by a new seed from it."""
    if generator is not None:
        batch.reseed(int(generator.integers(SEEDS)))
    batch.reset()


def observation_space(players: int) -> spaces.Box:
    """Return the bounds of an observation in a game for so many players."""
    high = np.array([entry.high for entry in observation_layout(players)], dtype=np.float32)
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


class SpyriumEnv(gymnasium.Env):
    """A game from the seat of one learner; its rivals play inside `step`.

    The reward comes with the end: 1 for a sole winner, and 0 in the sum of all seats.

    Args:
        players: 2 to 5.
        rivals: which built-in player has the other seats.
        learner: the learner's seat, from 0; None for one that is drawn for every game.
        illegal: what an illegal action does: `refuse` raises ValueError and changes nothing,
            `random` plays a legal one instead and says so in the info as `illegal`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        players: int = 2,
        rivals: Rivals = "random",
        learner: int | None = None,
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ):
        if illegal not in {"refuse", "random"}:
            raise ValueError(f"illegal: {illegal!r} is not 'refuse' or 'random'")
        self.batch = Batch(1, players, 0, rivals, learner)
        # The batch's own arrays, not copies.
        self._look: Numbers = np.asarray(self.batch.observations)[0]
        self._mask: npt.NDArray[np.bool_] = np.asarray(self.batch.masks)[0]
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(players)
        self.action_space = spaces.Discrete(ACTION_COUNT)
        self._action = np.zeros(1, dtype=np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a game, with a seed all that chance and the rivals decide."""
        unseeded = self._np_random is None
        super().reset(seed=seed, options=options)
        begin(self.batch, self.np_random if seed is not None or unseeded else None)
        return self._observation(), {}

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and those of its rivals until it decides again."""
        info: dict[str, Any] = {}
        if self.illegal == "random" and not self.action_masks()[action]:
            action = int(self.np_random.choice(self.batch.legal(0)))
            info["illegal"] = True
        self._action[0] = action
        self.batch.step_raw(self._action)
        over = bool(self.batch.ended[0])
        reward = float(self.batch.rewards[0, self.batch.final_seats[0]]) if over else 0.0
        if over:
            info["scores"] = self.batch.scores[0].copy()
        return self._observation(), reward, over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask

    def render(self) -> str:
        """Return the position as a line of text."""
        return str(self.batch.position(0))

    def _observation(self) -> Numbers:
        return self._look.copy()


class SpyriumVectorEnv(VectorEnv):
    """Many games by one call, each as in `SpyriumEnv`; illegal actions are refused.

    A game that ends is followed by the next one in the same step. The infos then have `final_obs`
    and `final_info` (`scores`) with one row for each game, and `_final_obs` and `_final_info` for
    the rows that hold something.
    """

    metadata = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        rivals: Rivals = "random",
        learner: int | None = None,
        threads: int = 1,
        copy: bool = True,
    ):
        self.batch = Batch(num_envs, players, 0, rivals, learner, threads)
        # The batch's own arrays, not copies.
        self._looks: Numbers = np.asarray(self.batch.observations)
        self._final_looks: Numbers = np.asarray(self.batch.final_observations)
        self._masks: npt.NDArray[np.bool_] = np.asarray(self.batch.masks)
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(players)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all games, with a seed all that chance and the rivals decide."""
        unseeded = self._np_random is None
        super().reset(seed=seed, options=options)
        begin(self.batch, self.np_random if seed is not None or unseeded else None)
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        Numbers,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Make a move in each game, and those of the rivals until the learner decides again."""
        batch = self.batch
        batch.step(actions)
        ended = batch.ended.copy()
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if ended.any():
            rewards[ended] = batch.rewards[self._rows, batch.final_seats][ended]
            infos["final_obs"] = self._final_looks.copy()
            infos["final_info"] = {"scores": batch.scores.copy(), "_scores": ended}
            infos["_final_obs"] = infos["_final_info"] = ended
        return self._observations(), rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal in each game; the array is written again by each step."""
        return self._masks

    def _observations(self) -> Numbers:
        return self._looks.copy() if self.copy else self._looks


gymnasium.register(
    id="Spyrium-v0",
    entry_point="spyrium_ai.envs.gymnasium:SpyriumEnv",
    vector_entry_point="spyrium_ai.envs.gymnasium:SpyriumVectorEnv",
)
