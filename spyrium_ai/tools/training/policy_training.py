"""A training of the policy networks that can be interrupted and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from spyrium_ai.search.evaluation.policy_net import (
    HIDDEN_UNITS,
    MOVE_INPUT_COUNT,
    POSITION_INPUT_COUNT,
    Policy,
)
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ChunkFolder
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.policy_generation import amount_for, next_policy
from spyrium_ai.tools.training.searched_decisions import DecisionSettings
from spyrium_ai.util.errors import UsageError
from spyrium_ai.version import build


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


class PolicyTraining:
    """The policy networks for all numbers of players on their way to a file.

    Raises:
        UsageError: the file does not end in .npz, or something is in the way.
    """

    def __init__(self, out: Path, plan: PolicyPlan, made_by: str, weights_from: Path | None = None):
        """Begin or resume a training with the other weights of a folder, None: those shipped."""
        self._out, self._plan, self._made_by = out, plan, made_by
        self._weights_from = weights_from
        self._about = out.with_suffix(".json")
        if out.suffix != ".npz":
            raise UsageError(f"--out: {out} does not end in .npz")
        self._chunks = ChunkFolder(out, made_by)
        # Beside chunks it is this training's own, cut off before the networks were written.
        if self._about.exists() and not self._chunks.path.exists():
            raise UsageError(f"--out: {self._about} exists; remove it, or name another file")

    def run(self, progress: Callable[[int], None], compute: Compute = in_threads) -> None:
        """Make all networks and write them; `progress` gets the decisions of each part."""
        self._chunks.begin()
        plan = self._plan
        networks: dict[str, Array] = {}
        figures: dict[str, list[dict[str, float]]] = {}
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
                    settings,
                    amount_for(players, plan.decisions, plan.epochs),
                    (plan.seed, players, generation),
                    self._chunks.path / f"{players}-{generation}",
                    progress,
                    compute,
                )
                rows.append(row)
        about = about_policies(self._made_by, figures)
        write_file(self._about, (json.dumps(about, indent=1) + "\n").encode())
        write_arrays(self._out, networks)
        self._chunks.remove()


def about_policies(made_by: str, figures: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """Return what the file beside the networks says; the figures are by players and generation."""
    return {
        "made_by": made_by,
        "build": build(),
        "net": {
            "position_inputs": POSITION_INPUT_COUNT,
            "move_inputs": MOVE_INPUT_COUNT,
            "hidden_units": HIDDEN_UNITS,
        },
        "validation_by_generation": figures,
    }
