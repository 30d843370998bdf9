"""A training that writes policy networks to a file, and can be interrupted and resumed."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from spyrium_ai.search.evaluation.policy_net import (
    HIDDEN_UNITS,
    MOVE_INPUT_COUNT,
    POSITION_INPUT_COUNT,
)
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ChunkFolder
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.util.errors import UsageError

Plan = TypeVar("Plan")
Figures = dict[str, list[dict[str, float]]]  # by players and generation


class PolicyFile(ABC, Generic[Plan]):
    """Policy networks on their way to a file.

    Raises:
        UsageError: the file does not end in .npz, or something is in the way.
    """

    def __init__(self, out: Path, plan: Plan, made_by: str, weights_from: Path | None = None):
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
        networks, figures = self._fitted(progress, compute)
        about = about_policies(self._made_by, self._chunks.build, figures)
        write_file(self._about, (json.dumps(about, indent=1) + "\n").encode())
        write_arrays(self._out, networks)
        self._chunks.remove()

    @abstractmethod
    def _fitted(
        self, progress: Callable[[int], None], compute: Compute
    ) -> tuple[dict[str, Array], Figures]:
        """Return the networks by number of players, and their figures."""


def about_policies(made_by: str, build: str, figures: Figures) -> dict[str, Any]:
    """Return what the file beside the networks says; the figures are by players and generation."""
    return {
        "made_by": made_by,
        "build": build,
        "net": {
            "position_inputs": POSITION_INPUT_COUNT,
            "move_inputs": MOVE_INPUT_COUNT,
            "hidden_units": HIDDEN_UNITS,
        },
        "validation_by_generation": figures,
    }
