"""A training of the linear evaluation that can be interrupted and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from threadpoolctl import threadpool_limits

from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ChunkFolder
from spyrium_ai.tools.training.files import write_file
from spyrium_ai.tools.training.fit_heuristic import train
from spyrium_ai.tools.training.heuristic_games import Games, kept_games
from spyrium_ai.util.seeds import derive


class HeuristicPlan(NamedTuple):
    """The amount of work of a training."""

    players: Sequence[int]
    games: int  # of each generation
    generations: int
    seed: int

    @property
    def total(self) -> int:
        """The games of the whole training."""
        return len(self.players) * self.games * self.generations


class HeuristicTraining:
    """The linear weights for all numbers of players on their way to a file.

    Raises:
        UsageError: the folder of another training is in the way.
    """

    def __init__(self, out: Path, plan: HeuristicPlan, made_by: str):
        self._out, self._plan, self._made_by = out, plan, made_by
        self._folder = ChunkFolder(out, made_by)

    def run(self, progress: Callable[[int], None], compute: Compute = in_threads) -> None:
        """Train all weights and write them; `progress` gets the number of games of each part."""
        self._folder.begin()
        tables = {}
        for players in self._plan.players:

            def play(generation: int, weights: Weights, players: int = players) -> Games:
                return kept_games(
                    weights,
                    players,
                    self._plan.games,
                    derive("train", self._plan.seed, players, generation),
                    self._folder.path / f"{players}-{generation}",
                    progress,
                    compute,
                )

            with threadpool_limits(1):  # so that the sums do not depend on the machine
                tables[str(players)] = train(players, self._plan.generations, play)
        data = {
            "made_by": self._made_by,
            "build": self._folder.build,
            "features": FEATURE_COUNT,
            "players": tables,
        }
        write_file(self._out, (json.dumps(data) + "\n").encode())
        self._folder.remove()
