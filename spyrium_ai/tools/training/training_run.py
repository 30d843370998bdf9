"""A training run of the value networks that can be interrupted and resumed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE, Net
from spyrium_ai.search.weights import load_weights, shape_of_nets
from spyrium_ai.tools.training.builds import UNNOTED, told, with_this_build
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.fit_value import Fitted, table, train
from spyrium_ai.tools.training.plan import CHUNK, TrainingPlan
from spyrium_ai.tools.training.refine import refine
from spyrium_ai.tools.training.searched_games import SearchedGameSettings, searched_games
from spyrium_ai.util.bounded_read import MEBIBYTE, read_whole
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_types import convert, decode
from spyrium_ai.util.seeds import derive

LARGEST_PART = 64 * MEBIBYTE  # the nets of a whole training have about 10 MB as text

KeptNet = tuple[list[float], dict[str, float]]  # its numbers, and its figures


@dataclass(frozen=True)
class KeptTraining:
    """What is kept of a training under way: its command and builds, its nets by players."""

    made_by: str
    fitted: dict[str, list[KeptNet]]
    refined: dict[str, list[KeptNet]]
    builds: list[str] = field(default_factory=lambda: list(UNNOTED))


class ValueTraining:
    """The nets for all numbers of players on their way to a file.

    Raises:
        UsageError: the file is there, or another would be written over; or what is kept of a
            training that was cut off was begun by another command, or is damaged.
    """

    def __init__(
        self,
        out: Path,
        plans: Sequence[TrainingPlan],
        made_by: str,
        weights_from: Path | None = None,
    ):
        """Begin or resume a training with the linear weights of a folder, None: those shipped."""
        self._out, self._made_by, self._weights_from = out, made_by, weights_from
        self._plans = {str(plan.players): plan for plan in plans}
        self._kept = out.with_name(out.name + ".part")
        self._games = out.with_name(out.name + ".games")
        self._about = out.with_suffix(".json")
        self._builds: list[str] = []
        self._fitted: dict[str, list[Fitted]] = {}
        self._refined: dict[str, list[Fitted]] = {}
        if out.suffix != ".npz":
            raise UsageError(f"--out: {out} does not end in .npz")
        if self._kept.exists():
            self._load()
            return
        # Games without nets were left behind by another training.
        for other in (self._about, self._games):
            if other.exists():
                raise UsageError(f"--out: {other} exists; remove it, or name another file")

    @property
    def total(self) -> int:
        """The positions to label for all nets, and those of the games of `mcts`."""
        return sum(NET_COUNT * (p.positions + p.searched_positions) for p in self._plans.values())

    @property
    def done(self) -> int:
        """The positions of `total` that are done."""
        labelled = sum(
            len(fitted) * self._plans[players].positions for players, fitted in self._fitted.items()
        )
        return labelled + sum(
            NET_COUNT * self._plans[players].searched_positions for players in self._refined
        )

    def run(self, progress: Callable[[int], None], compute: Compute = in_threads) -> None:
        """Train the networks that are missing; `compute` plays the games and labels."""
        self._builds = with_this_build(self._builds)
        for players, plan in self._plans.items():

            def keep(fitted: list[Fitted], players: str = players) -> None:
                self._fitted[players] = list(fitted)
                self._save()

            known = self._fitted.get(players, [])
            if len(known) == NET_COUNT:
                continue
            train(plan, self._weights(plan), known, progress, keep, compute)
        for players, plan in self._plans.items():
            if players not in self._refined and plan.searched_chunks:
                self._refined[players] = self._refine(plan, progress, compute)
                self._save()

    def _weights(self, plan: TrainingPlan) -> Weights:
        return load_weights(plan.players, self._weights_from)

    def _refine(
        self, plan: TrainingPlan, progress: Callable[[int], None], compute: Compute
    ) -> list[Fitted]:
        """Return the networks after further training on games that `mcts` plays with them."""
        nets = halved(self._fitted[str(plan.players)]).astype(np.float32)
        self._save()  # with this build, whose games are kept from here on
        self._games.mkdir(exist_ok=True)
        games = searched_games(
            SearchedGameSettings(plan.players, plan.nodes, self._weights(plan), Net(nets)),
            plan.searched_chunks,
            plan.searched_held_out,
            derive("searched", plan.seed, plan.players),
            self._games / str(plan.players),
            lambda played: progress(NET_COUNT * played),
            compute,
        )
        return refine(nets, games, plan.searched_held_out * CHUNK, plan.epochs, plan.seed)

    def finish(self) -> None:
        """Write the networks and, beside them, how they were trained and their validation."""
        best = self._fitted | self._refined
        about = {
            "made_by": self._made_by,
            "build": told(self._builds),
            "net": shape_of_nets(),
            "validation_by_turn": {players: table(fitted) for players, fitted in best.items()},
        }
        nets = {players: halved(fitted) for players, fitted in best.items()}
        write_file(self._about, (json.dumps(about, indent=1) + "\n").encode())
        write_arrays(self._out, nets)
        self._kept.unlink()
        shutil.rmtree(self._games, ignore_errors=True)

    def _save(self) -> None:
        """Save the networks trained so far."""
        content = {
            "made_by": self._made_by,
            "fitted": _plain(self._fitted),
            "refined": _plain(self._refined),
            "builds": self._builds,
        }
        write_file(self._kept, json.dumps(content).encode())

    def _load(self) -> None:
        try:
            kept = convert(decode(read_whole(self._kept, LARGEST_PART)), KeptTraining)
            fitted, refined = _nets(kept.fitted), _nets(kept.refined)
            self._check(fitted, refined)
        except ValueError as error:
            raise UsageError(
                f"--out: {self._kept} holds no training that was cut off; remove it ({error})"
            ) from error
        if kept.made_by != self._made_by:
            raise UsageError(
                f"--out: {self._kept} was begun by '{kept.made_by}'; go on with that, or remove it "
                f"and {self._games.name}, if that is there"
            )
        self._fitted, self._refined = fitted, refined
        self._builds = kept.builds

    def _check(self, *parts: dict[str, list[Fitted]]) -> None:
        """Raise ValueError if these cannot be the nets of this training."""
        for nets in parts:
            if unknown := nets.keys() - self._plans.keys():
                raise ValueError(f"nets for {', '.join(sorted(unknown))} players")
            for players, fitted in nets.items():
                if len(fitted) > NET_COUNT:
                    raise ValueError(f"{len(fitted)} nets for {players} players")
                if any(net.validation.keys() != fitted[0].validation.keys() for net in fitted):
                    raise ValueError(f"other figures for each net for {players} players")
        _, refined = parts
        if any(len(nets) != NET_COUNT for nets in refined.values()):
            raise ValueError("a part of the refined nets")


def halved(fitted: Sequence[Fitted]) -> npt.NDArray[np.float16]:
    """Return the nets' numbers as they stand in a file: half precision is more than enough."""
    return np.stack([net.numbers for net in fitted]).astype(np.float16)


def _plain(nets: dict[str, list[Fitted]]) -> dict[str, Any]:
    return {
        players: [[net.numbers.tolist(), net.validation] for net in fitted]
        for players, fitted in nets.items()
    }


def _nets(plain: Mapping[str, Sequence[KeptNet]]) -> dict[str, list[Fitted]]:
    """Return the nets of a file; ValueError if one has not the shape of this build's."""
    nets = {
        players: [Fitted(np.array(numbers, np.float32), figures) for numbers, figures in fitted]
        for players, fitted in plain.items()
    }
    for fitted in nets.values():
        if any(net.numbers.shape != (NET_SIZE,) for net in fitted):
            raise ValueError(f"a net that has not {NET_SIZE} numbers")
    return nets
