"""A training of the policy networks that can be interrupted and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from spyrium_ai.search.evaluation.policy_net import (
    HIDDEN_UNITS,
    MOVE_INPUT_COUNT,
    POSITION_INPUT_COUNT,
    Policy,
)
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training.calls import Call, Compute, in_threads
from spyrium_ai.tools.training.chunk_files import (
    ArrayShape,
    ChunkFolder,
    make_missing,
    read_chunk,
)
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.fit_policy import Pass, agreement, fit
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.plan import CHUNK, HELD_OUT
from spyrium_ai.tools.training.searched_decisions import (
    Decisions,
    DecisionSettings,
    search_decisions,
)
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import build


class PolicyPlan(NamedTuple):
    """The amount of work of a training."""

    players: tuple[int, ...]
    decisions: (
        int  # to fit in each generation with two players; with more, fewer, since they cost more
    )
    generations: int
    nodes: int  # simulations of a decision
    epochs: int
    seed: int

    def chunks(self, players: int) -> int:
        """Return the chunks of decisions to fit in a generation."""
        return max(1, 2 * self.decisions // (players * CHUNK))

    def held_out_chunks(self, players: int) -> int:
        """Return the chunks of decisions for validation that follow them."""
        return max(1, self.chunks(players) // HELD_OUT)

    def all_chunks(self, players: int) -> int:
        """Return the chunks of decisions of a generation."""
        return self.chunks(players) + self.held_out_chunks(players)

    def nodes_of(self, generation: int) -> int:
        """Return the simulations of a decision; by one ply, which is slow, a quarter of them."""
        return self.nodes if generation else max(1, self.nodes // 4)

    @property
    def total(self) -> int:
        """The decisions of the whole training."""
        return CHUNK * self.generations * sum(map(self.all_chunks, self.players))


class PolicyTraining:
    """The policy networks for all numbers of players on their way to a file.

    Raises:
        UsageError: the file does not end in .npz, or something is in the way.
    """

    def __init__(self, out: Path, plan: PolicyPlan, made_by: str):
        self._out, self._plan, self._made_by = out, plan, made_by
        self._about = out.with_suffix(".json")
        if out.suffix != ".npz":
            raise UsageError(f"--out: {out} does not end in .npz")
        if self._about.exists():
            raise UsageError(f"--out: {self._about} exists; remove it, or name another file")
        self._chunks = ChunkFolder(out, made_by)

    def run(self, progress: Callable[[int], None], compute: Compute = in_threads) -> None:
        """Make all networks and write them; `progress` gets the decisions of each part."""
        self._chunks.begin()
        networks: dict[str, Array] = {}
        figures: dict[str, list[dict[str, float]]] = {}
        for players in self._plan.players:
            rows = figures.setdefault(str(players), [])
            for generation in range(self._plan.generations):
                numbers = networks.get(str(players))
                found = self._decisions(players, generation, numbers, progress, compute)
                networks[str(players)], row = self._fitted(players, generation, found)
                rows.append(row)
        about = {
            "made_by": self._made_by,
            "build": build(),
            "net": {
                "position_inputs": POSITION_INPUT_COUNT,
                "move_inputs": MOVE_INPUT_COUNT,
                "hidden_units": HIDDEN_UNITS,
            },
            "validation_by_generation": figures,
        }
        write_file(self._about, (json.dumps(about, indent=1) + "\n").encode())
        write_arrays(self._out, networks)
        self._chunks.remove()

    def _decisions(
        self,
        players: int,
        generation: int,
        numbers: Array | None,
        progress: Callable[[int], None],
        compute: Compute,
    ) -> list[Decisions]:
        """Return the chunks of a generation, searched with the network of the one before."""
        settings = DecisionSettings(
            players,
            self._plan.nodes_of(generation),
            load_weights(players),
            load_net(players),
            None if numbers is None else Policy(numbers),
        )

        def call_of(number: int) -> Call[Decisions]:
            seed = derive("policy", self._plan.seed, players, generation, number)
            return partial(search_decisions, settings, CHUNK, seed)

        chunks = range(self._plan.all_chunks(players))
        files = [self._chunks.path / f"{players}-{generation}-{number}.npz" for number in chunks]
        make_missing(files, call_of, lambda _: progress(CHUNK), compute)
        return [_load(file) for file in files]

    def _fitted(
        self, players: int, generation: int, chunks: list[Decisions]
    ) -> tuple[Array, dict[str, float]]:
        """Return a network fitted to all chunks but the last ones, and how it does on those."""
        first = self._plan.chunks(players)
        known, held_out = _together(chunks[:first]), _together(chunks[first:])
        with threadpool_limits(1):  # so that the sums do not depend on the machine
            numbers = fit(
                known, self._plan.epochs, derive("fit", self._plan.seed, players, generation)
            )
            result = agreement(Pass(numbers, held_out).shares, held_out)
        return numbers, {name: round(value, 4) for name, value in result._asdict().items()}


def _together(chunks: list[Decisions]) -> Decisions:
    return Decisions(*(np.concatenate(part) for part in zip(*chunks, strict=True)))


def _load(file: Path) -> Decisions:
    """Return the decisions of a file; UsageError where it is damaged."""
    (counts,) = read_chunk(file, {"counts": ArrayShape((CHUNK,), "<i4")})
    moves = int(counts.sum())
    positions, inputs, visits = read_chunk(
        file,
        {
            "positions": ArrayShape((CHUNK, POSITION_INPUT_COUNT), "<f4"),
            "moves": ArrayShape((moves, MOVE_INPUT_COUNT), "<f4"),
            "visits": ArrayShape((moves,), "<f4"),
        },
    )
    return Decisions(positions, inputs, visits, counts)
