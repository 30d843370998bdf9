"""Trains value and policy networks further by turns, on games and decisions of `mcts` with them.

The games that a search plays show what strong play makes of goods, better than the networks knew
that it played with; fitted to them, the networks make the next search stronger (Anthony et al.
2017; Silver et al. 2017).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.search import weights
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.weights import (
    load_policy,
    load_weights,
    numbers_of_nets,
    numbers_of_policy,
    read_weights,
    shape_of_nets,
)
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ChunkFolder
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.fit_value import Fitted, table
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.plan import CHUNK, HELD_OUT, POLICY_EPOCHS, REFINE_EPOCHS
from spyrium_ai.tools.training.policy_file import about_policies
from spyrium_ai.tools.training.policy_generation import Amount, amount_for, next_policy
from spyrium_ai.tools.training.refine import refine
from spyrium_ai.tools.training.searched_decisions import DecisionSettings, search_decisions
from spyrium_ai.tools.training.searched_games import Games, SearchedGameSettings, searched_games
from spyrium_ai.tools.training.training_run import halved
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import derive


class RefinePlan(NamedTuple):
    """The amount of work of a training."""

    players: tuple[int, ...]
    generations: int
    # Of each generation, with two players; with more, for the same number of seats.
    games: int  # 0: the value networks stay as they are
    moves: int  # simulations of a move in them
    decisions: int  # as the games; 0: the policy networks stay as they are
    nodes: int  # simulations of a decision
    seed: int

    def chunks(self, players: int) -> int:
        """Return the chunks of games to fit in a generation, if it plays any."""
        return max(1, 2 * self.games // (players * CHUNK))

    def held_out_chunks(self, players: int) -> int:
        """Return the chunks of games for validation."""
        return max(1, self.chunks(players) // HELD_OUT)

    def amount(self, players: int) -> Amount:
        """Return how many decisions a generation searches, if it searches any."""
        return amount_for(players, self.decisions, POLICY_EPOCHS)

    @property
    def total(self) -> int:
        """The games and decisions of the whole training."""
        return self.generations * sum(
            (CHUNK * (self.chunks(players) + self.held_out_chunks(players)) if self.games else 0)
            + (self.amount(players).decisions if self.decisions else 0)
            for players in self.players
        )


class Networks(NamedTuple):
    """The networks for one number of players."""

    nets: Array  # (NET_COUNT, NET_SIZE)
    policy: Policy


class RefineTraining:
    """Networks for some numbers of players on their way to the files of a new folder.

    Raises:
        UsageError: the folder exists, another training is in the way, or there is nothing to do.
    """

    def __init__(self, out: Path, plan: RefinePlan, made_by: str, weights_from: Path | None = None):
        """Begin or resume a training of the networks of a folder, None: of those shipped."""
        self._out, self._plan, self._made_by = out, plan, made_by
        self._weights_from = weights_from or weights.FOLDER
        if out.exists():
            raise UsageError(f"--out: {out} exists; name a new folder, or remove it")
        if not plan.total:
            raise UsageError(
                "--games and --decisions are both 0: nothing to train; give one of them"
            )
        self._chunks = ChunkFolder(out, made_by)
        self._values: dict[str, list[dict[str, list[float]]]] = {}  # figures by players
        self._policies: dict[str, list[dict[str, float]]] = {}

    def run(self, progress: Callable[[int], None], compute: Compute = in_threads) -> None:
        """Train all networks and write them; `progress` gets the games and decisions of each part.

        Raises:
            UsageError: a kept part is damaged, or the networks that it begins with.
            HaltError: the disk does not take one.
        """
        first = {players: self._first(players) for players in self._plan.players}
        # Those for other numbers of players stay as they are.
        nets = {
            players: numbers.astype(np.float16)
            for players, numbers in self._numbers(weights.NETS_FILE, numbers_of_nets).items()
        }
        policies = self._numbers(weights.POLICY_FILE, numbers_of_policy)
        self._chunks.begin()
        for players in self._plan.players:
            networks = first[players]
            for generation in range(self._plan.generations):
                if self._plan.games:
                    nets[str(players)] = halved(
                        self._values_fitted(players, generation, networks, progress, compute)
                    )
                    networks = networks._replace(nets=nets[str(players)].astype(np.float32))
                if self._plan.decisions:
                    policies[str(players)] = self._policy_fitted(
                        players, generation, networks, progress, compute
                    )
                    networks = networks._replace(policy=Policy(policies[str(players)]))
        self._write(nets, policies)

    def _values_fitted(
        self,
        players: int,
        generation: int,
        networks: Networks,
        progress: Callable[[int], None],
        compute: Compute,
    ) -> list[Fitted]:
        """Return the value networks fitted on to games that are played with all networks."""
        plan, seeds = self._plan, (self._plan.seed, players, generation)
        held_out = plan.held_out_chunks(players)
        games: Games = searched_games(
            SearchedGameSettings(
                players, plan.moves, self._weights(players), Net(networks.nets), networks.policy
            ),
            plan.chunks(players),
            held_out,
            derive("refine games", *seeds),
            self._chunks.path / f"games-{players}-{generation}",
            progress,
            compute,
        )
        fitted = refine(
            networks.nets, games, held_out * CHUNK, REFINE_EPOCHS, derive("refine", *seeds)
        )
        self._values.setdefault(str(players), []).append(table(fitted))
        return fitted

    def _policy_fitted(
        self,
        players: int,
        generation: int,
        networks: Networks,
        progress: Callable[[int], None],
        compute: Compute,
    ) -> Array:
        """Return the policy networks fitted to decisions that are searched with all networks."""
        plan = self._plan
        settings = DecisionSettings(
            players, plan.nodes, self._weights(players), Net(networks.nets), networks.policy
        )
        fitted = next_policy(
            partial(search_decisions, settings),
            plan.amount(players),
            (plan.seed, players, generation),
            self._chunks.path / f"decisions-{players}-{generation}",
            progress,
            compute,
        )
        self._policies.setdefault(str(players), []).append(fitted.figures)
        return fitted.numbers

    def _write(self, nets: dict[str, npt.NDArray[np.float16]], policies: dict[str, Array]) -> None:
        """Write the networks, and beside them how they were trained and their figures."""
        values = {
            "made_by": self._made_by,
            "build": self._chunks.build,
            "net": shape_of_nets(),
            "validation_by_generation_and_turn": self._values,
        }
        about = {
            "value.json": self._with_history("value.json", values),
            "policy.json": self._with_history(
                "policy.json", about_policies(self._made_by, self._chunks.build, self._policies)
            ),
        }
        # The folder is there with all its files or not at all.
        whole = self._chunks.path / "whole"
        whole.mkdir(exist_ok=True)
        write_arrays(whole / weights.NETS_FILE, nets)
        write_arrays(whole / weights.POLICY_FILE, policies)
        for name, data in about.items():
            write_file(whole / name, (json.dumps(data, indent=1) + "\n").encode())
        whole.rename(self._out)
        self._chunks.remove()

    def _weights(self, players: int) -> Weights:
        return load_weights(players, self._weights_from)

    def _first(self, players: int) -> Networks:
        """Return the networks that the training begins with."""
        nets = read_weights(self._weights_from / weights.NETS_FILE, numbers_of_nets, players)
        return Networks(nets, load_policy(players, self._weights_from))

    def _numbers(self, name: str, read: Callable[[IO[bytes], int], Array]) -> dict[str, Array]:
        """Return all networks of a file that the training begins with, by number of players."""
        path = self._weights_from / name
        with np.load(path) as file:
            return {players: read_weights(path, read, int(players)) for players in file}

    def _with_history(self, name: str, about: dict[str, Any]) -> dict[str, Any]:
        """Return what a file says, with the commands and builds before, the last ones first.

        Networks that were not trained have the figures that they had; where none was trained, the
        file stays as it is.
        """
        before: dict[str, Any] = json.loads((self._weights_from / name).read_text(encoding="utf-8"))
        figures = next(key for key in about if key.startswith("validation"))
        if not about[figures]:
            return before
        last = {key: before[key] for key in ("made_by", "build") if key in before}
        return (
            about
            | {figures: before.get(figures, {}) | about[figures]}
            | {"refined_from": [last, *before.get("refined_from", [])]}
        )
