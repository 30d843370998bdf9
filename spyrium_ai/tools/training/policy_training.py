"""A training of the policy networks, for each number of players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training.calls import Compute
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.policy_file import Figures, PolicyFile
from spyrium_ai.tools.training.policy_generation import amount_for, next_policy
from spyrium_ai.tools.training.searched_decisions import DecisionSettings, search_decisions


class PolicyPlan(NamedTuple):
    """The amount of work of a training."""

    players: tuple[int, ...]
    decisions: int  # to fit in each generation with two players
    generations: int
    nodes: int  # simulations of a decision
    epochs: int
    seed: int

    def nodes_of(self, generation: int) -> int:
        """Return the simulations of a decision; by one ply, which is slow, a quarter of them."""
        return self.nodes if generation else max(1, self.nodes // 4)

    @property
    def total(self) -> int:
        """The decisions of the whole training."""
        return self.generations * sum(
            amount_for(players, self.decisions, self.epochs).decisions for players in self.players
        )


class PolicyTraining(PolicyFile[PolicyPlan]):
    """The policy networks for all numbers of players, from nothing."""

    def _fitted(
        self, progress: Callable[[int], None], compute: Compute
    ) -> tuple[dict[str, Array], Figures]:
        plan = self._plan
        networks: dict[str, Array] = {}
        figures: Figures = {}
        for players in plan.players:
            rows = figures.setdefault(str(players), [])
            for generation in range(plan.generations):
                numbers = networks.get(str(players))
                settings = DecisionSettings(
                    players,
                    plan.nodes_of(generation),
                    load_weights(players, self._weights_from),
                    load_net(players, self._weights_from),
                    None if numbers is None else Policy(numbers),
                )
                networks[str(players)], row = next_policy(
                    partial(search_decisions, settings),
                    amount_for(players, plan.decisions, plan.epochs),
                    (plan.seed, players, generation),
                    self._chunks.path / f"{players}-{generation}",
                    progress,
                    compute,
                )
                rows.append(row)
        return networks, figures
