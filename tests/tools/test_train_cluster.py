"""A training on a cluster: its networks are those of one machine, whoever dies."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")

from support.cluster_events import on
from support.dask_cluster import DaskCluster
from support.gated_workers import gate, killing_one_of_two
from support.run_command import invoke, mistake_of

from spyrium_ai.cli import train
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training import (
    fit_value,
    plan,
    policy_generation,
    searched_games,
    training_run,
)
from spyrium_ai.tools.training.afterstate_data import collect, label
from spyrium_ai.tools.training.plan import TrainingPlan
from spyrium_ai.tools.training.policy_training import PolicyPlan, PolicyTraining
from spyrium_ai.tools.training.training_cluster import TrainingCluster
from spyrium_ai.tools.training.training_run import ValueTraining
from spyrium_ai.util.cluster import cluster
from spyrium_ai.util.errors import HaltError

FEW = 50
PLAN = TrainingPlan(players=2, games=FEW, deals=1, epochs=1, searched=FEW, nodes=1, seed=3)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (plan, fit_value, training_run, searched_games):
        monkeypatch.setattr(module, "CHUNK", FEW)


def files(out: Path) -> list[bytes]:
    return [out.with_suffix(ending).read_bytes() for ending in (".npz", ".json")]


@pytest.mark.usefixtures("small_chunks")
def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    here, there = tmp_path / "here.npz", tmp_path / "there.npz"
    training = ValueTraining(here, [PLAN], "made so")
    training.run(lambda _: None)
    training.finish()
    file, gated = gate(tmp_path)
    training = ValueTraining(there, [PLAN], "made so")
    done: list[int] = []
    with DaskCluster(tmp_path) as dask:
        for _ in range(2):
            dask.worker(1, *gated)
        dask.wait_for(2)
        with killing_one_of_two(dask, file), TrainingCluster(dask.address) as runner:
            training.run(done.append, runner.compute)
    training.finish()
    assert files(there) == files(here)
    assert sum(done) == training.total


def test_the_commands_train_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "ALL", (3,))
    value = ("train", "value", "--games", 250, "--deals", 1, "--epochs", 1, "--searched", 0)
    heuristic = ("train", "heuristic", "--games", 300, "--generations", 2)
    with DaskCluster(tmp_path) as dask:
        dask.worker(1, "--no-nanny")
        for place, options in (("here", ()), ("there", on(dask))):
            for words, ending in ((value, ".npz"), (heuristic, ".linear")):
                done = invoke(*words, "--out", tmp_path / f"{place}{ending}", *options)
                assert done.exit_code == 0, done.output
    assert files(tmp_path / "there.npz") == files(tmp_path / "here.npz")
    assert (tmp_path / "there.linear").read_bytes() == (tmp_path / "here.linear").read_bytes()


def test_a_policy_is_trained_on_a_cluster_whoever_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_generation, "CHUNK", 20)
    plan = PolicyPlan(players=(3,), decisions=90, generations=2, nodes=8, epochs=1, seed=1)
    here, there = tmp_path / "here.npz", tmp_path / "there.npz"
    PolicyTraining(here, plan, "made so").run(lambda _: None)
    file, gated = gate(tmp_path)
    done: list[int] = []
    with DaskCluster(tmp_path) as dask:
        for _ in range(2):
            dask.worker(1, *gated)
        dask.wait_for(2)
        with killing_one_of_two(dask, file), TrainingCluster(dask.address) as runner:
            PolicyTraining(there, plan, "made so").run(done.append, runner.compute)
    assert files(there) == files(here)
    assert sum(done) == plan.total


def test_calls_that_are_lost_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = TrainingCluster("tcp://127.0.0.1:1")
    rounds: list[list[int]] = []

    def play(tasks: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Lose all but the last of the tasks."""
        rounds.append([number for number, _ in tasks])
        yield tasks[-1]

    monkeypatch.setattr(runner, "play", play)
    calls = [lambda: "a", lambda: "b", lambda: "c"]
    assert [number for number, _ in runner.compute(calls)] == [2, 1, 0]
    assert rounds == [[0, 1, 2], [0, 1], [0]]
    monkeypatch.setattr(runner, "play", lambda _: iter(()))
    with pytest.raises(HaltError, match="no batch of games was finished"):
        list(runner.compute(calls))


def test_weights_and_nets_are_the_same_on_a_worker() -> None:
    weights, net = load_weights(3), load_net(3)
    positions, _ = collect(weights, 3, 4, 1, 0.1)
    after_turn_3 = np.ascontiguousarray(positions[:, 2])
    sent = copy.deepcopy((after_turn_3, 3, weights, net, 2, 5))
    assert (label(*sent) == label(after_turn_3, 3, weights, net, 2, 5)).all()
    assert (label(*sent) != label(after_turn_3, 3, weights, net, 2, 6)).any()


@pytest.mark.parametrize("kind", ["heuristic", "value"])
def test_mistakes_are_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    words = ("train", kind, "--out", tmp_path / "nets.npz")
    assert "--backend dask needs --scheduler" in mistake_of(invoke(*words, "--backend", "dask"))
    nobody = ("--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    told = mistake_of(invoke(*words, *nobody))
    assert told.startswith("no Dask scheduler at 'tcp://127.0.0.1:1': ")
    assert list(tmp_path.iterdir()) == []
