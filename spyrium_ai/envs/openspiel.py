"""Spyrium for OpenSpiel (needs the extra `openspiel`).

Importing this module registers the game: `pyspiel.load_game("spyrium(players=3,chance=explicit)")`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from spyrium_ai.envs.actions import ACTION_COUNT
from spyrium_ai.envs.bounds import longest_game, most_draws
from spyrium_ai.envs.chance_outcomes import outcome_names
from spyrium_ai.envs.game import OUTCOME_COUNT, Game
from spyrium_ai.envs.observations import observation_size

SHORT_NAME = "spyrium"
DEFAULTS = {"players": 2, "chance": "explicit", "seed": 0}
CHANCE_MODES = {
    "explicit": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "sampled": pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
}
_OUTCOMES = outcome_names()


def game_type(chance: str) -> Any:
    """Return what OpenSpiel wants to know of the game before it is loaded."""
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Spyrium",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=CHANCE_MODES[chance],
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SpyriumGame(pyspiel.Game):
    """The game with its parameters.

    With `chance=sampled` every new state draws its own deals: the first by `seed`, the next by the
    seed after it, and so on.
    """

    def __init__(self, params: dict[str, Any] | None = None):
        found: dict[str, Any] = DEFAULTS | dict(params or {})
        self.players: int = found["players"]
        self.chance: str = found["chance"]
        self.seed: int = found["seed"]
        if self.chance not in CHANCE_MODES:
            raise ValueError(f"chance: {self.chance!r} is not one of {', '.join(CHANCE_MODES)}")
        explicit = self.chance == "explicit"
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=OUTCOME_COUNT if explicit else 0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(self.players),
        )
        super().__init__(game_type(self.chance), info, found)
        self.begun = 0

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of draws that no game exceeds."""
        return most_draws(self.players) if self.chance == "explicit" else 0

    def new_initial_state(self) -> SpyriumState:
        """Return a game before its setup; with sampled chance, before its first decision."""
        self.begun += 1
        return SpyriumState(self, self.seed + self.begun - 1)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpyriumObserver:
        """Return what writes observations into an array that is kept."""
        if params:
            raise ValueError(f"params: an observer takes none, not {params}")
        return SpyriumObserver(self.players, iig_obs_type)


class SpyriumState(pyspiel.State):
    """A game being played."""

    def __init__(self, game: SpyriumGame, seed: int):
        super().__init__(game)
        self.game = Game(game.players, seed, explicit_chance=game.chance == "explicit")

    def __deepcopy__(self, memo: dict[int, Any]) -> SpyriumState:
        """Return an independent copy; pyspiel clones states so."""
        other = type(self)(self.get_game(), 0)
        other.game = self.game.copy()
        return other

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody at the end."""
        seat = self.game.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.TERMINAL if self.game.is_over else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self.game.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next draw with their probabilities."""
        return self.game.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.game.is_chance:
            self.game.apply_chance(action)
        else:
            self.game.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return _OUTCOMES[action] if player < 0 else self.game.action_text(action)

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """Return the rewards of all seats, 0 before the end."""
        return list(self.game.rewards())

    def __str__(self) -> str:
        """Return the position as a line of text."""
        return str(self.game.position())


class SpyriumObserver:
    """Writes what a seat sees into `tensor`."""

    def __init__(self, players: int, iig_obs_type: Any):  # noqa: ARG002 (all is public)
        self.tensor = np.zeros(observation_size(players), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpyriumState, player: int) -> None:
        """Write what the player sees in the state."""
        self.tensor[:] = state.game.observe(player)

    def string_from(self, state: SpyriumState, player: int) -> str:  # noqa: ARG002
        """Return what everybody sees as a line of text."""
        return str(state)


pyspiel.register_game(game_type("explicit"), SpyriumGame)
