"""A training of the policy network of the last turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.weights import (
    ENDGAME_PLAYERS,
    FOLDER,
    POLICY_FILE,
    load_net,
    load_weights,
    numbers_of_policy,
    read_weights,
)
from spyrium_ai.tools.training.calls import Compute
from spyrium_ai.tools.training.fit_policy import Manner
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.policy_file import Figures, PolicyFile
from spyrium_ai.tools.training.policy_generation import Amount, amount_for, next_policy
from spyrium_ai.tools.training.searched_decisions import DecisionSettings
from spyrium_ai.tools.training.solved_decisions import solve_decisions


class EndgamePlan(NamedTuple):
    """The amount of work of a training."""

    decisions: int  # to fit
    nodes: int  # of the solver, for each
    epochs: int
    seed: int

    @property
    def amount(self) -> Amount:
        """How many decisions are solved, and passes over them."""
        return amount_for(ENDGAME_PLAYERS, self.decisions, self.epochs)

    @property
    def total(self) -> int:
        """The decisions of the whole training."""
        return self.amount.decisions


class EndgameTraining(PolicyFile[EndgamePlan]):
    """The policy network of two players, fitted on to solved decisions of the last turn."""

    def _fitted(
        self, progress: Callable[[int], None], compute: Compute
    ) -> tuple[dict[str, Array], Figures]:
        plan, folder = self._plan, self._weights_from
        # Without the network of the last turn that there may be: it is made from nothing.
        numbers = read_weights((folder or FOLDER) / POLICY_FILE, numbers_of_policy, ENDGAME_PLAYERS)
        settings = DecisionSettings(
            ENDGAME_PLAYERS,
            plan.nodes,
            load_weights(ENDGAME_PLAYERS, folder),
            load_net(ENDGAME_PLAYERS, folder),
            Policy(numbers),
        )
        fitted, figures = next_policy(
            partial(solve_decisions, settings),
            plan.amount,
            (plan.seed, ENDGAME_PLAYERS, 0),
            self._chunks.path / "solved",
            progress,
            compute,
            Manner(numbers[-1], one_is_enough=True, by_turn=False),
        )
        return {str(ENDGAME_PLAYERS): fitted[-1]}, {str(ENDGAME_PLAYERS): [figures]}
