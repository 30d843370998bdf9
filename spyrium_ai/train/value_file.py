"""A training of the nets that can be cut off: what is fitted is kept beside the file to come."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from spyrium_ai.core.value import NET_COUNT
from spyrium_ai.errors import UsageError
from spyrium_ai.train.value import Fitted, Plan, table, train
from spyrium_ai.weights import load_weights, shape_of_nets


class ValueTraining:
    """The nets for all numbers of players on their way to a file.

    Raises:
        UsageError: what is kept was begun by another command.
    """

    def __init__(self, out: Path, plans: Sequence[Plan], made_by: str):
        self._out, self._made_by = out, made_by
        self._plans = {str(plan.players): plan for plan in plans}
        self._kept = out.with_name(out.name + ".part")
        self._fitted: dict[str, list[Fitted]] = {}
        if self._kept.exists():
            self._load()

    @property
    def total(self) -> int:
        """The positions to label for all nets."""
        return sum(NET_COUNT * plan.positions for plan in self._plans.values())

    @property
    def done(self) -> int:
        """The positions that were labelled for what is kept."""
        return sum(
            len(fitted) * self._plans[players].positions for players, fitted in self._fitted.items()
        )

    def run(self, progress: Callable[[int], None]) -> None:
        """Fit what is missing."""
        for players, plan in self._plans.items():

            def keep(fitted: list[Fitted], players: str = players) -> None:
                self._fitted[players] = list(fitted)
                self._save()

            known = self._fitted.get(players, [])
            train(plan, load_weights(plan.players), known, progress, keep)

    def finish(self) -> None:
        """Write the nets and, beside them, how they were made and what they are worth."""
        with self._out.open("wb") as file:
            # Half precision is more than enough, and half the size.
            nets = {
                players: np.stack([net.numbers for net in fitted]).astype(np.float16)
                for players, fitted in self._fitted.items()
            }
            np.savez_compressed(file, allow_pickle=False, **nets)
        about = {
            "made_by": self._made_by,
            "net": shape_of_nets(),
            "validation_by_turn": {players: table(nets) for players, nets in self._fitted.items()},
        }
        self._out.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n")
        self._kept.unlink()

    def _save(self) -> None:
        """Write what is fitted so far, whole or not at all."""
        content = {
            "made_by": self._made_by,
            "fitted": {
                players: [[net.numbers.tolist(), net.validation] for net in fitted]
                for players, fitted in self._fitted.items()
            },
        }
        fresh = self._kept.with_name(self._kept.name + ".new")
        fresh.write_text(json.dumps(content))
        fresh.replace(self._kept)

    def _load(self) -> None:
        content = json.loads(self._kept.read_text())
        if content["made_by"] != self._made_by:
            raise UsageError(
                f"--out: {self._kept} was begun by '{content['made_by']}'; go on with that, or "
                "remove it"
            )
        self._fitted = {
            players: [Fitted(np.array(numbers, np.float32), figures) for numbers, figures in nets]
            for players, nets in content["fitted"].items()
        }
