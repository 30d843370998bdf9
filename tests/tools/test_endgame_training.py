"""A training of the network for the last turn: resumed, and by its command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.cut_off import CutOffError, cut_off
from support.run_command import invoke, mistake_of

from spyrium_ai.search.weights import (
    FOLDER,
    POLICY_FILE,
    numbers_of_last_turn,
    numbers_of_policy,
    read_weights,
)
from spyrium_ai.tools.training import policy_generation
from spyrium_ai.tools.training.endgame_training import EndgamePlan, EndgameTraining

FEW = 20
PLAN = EndgamePlan(decisions=2 * FEW, nodes=200, epochs=3, seed=3)
PIECES = 2 + 1  # chunks to fit, and one that is not fitted


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_generation, "CHUNK", FEW)


def files(out: Path) -> list[bytes]:
    return [out.with_suffix(ending).read_bytes() for ending in (".npz", ".json")]


def trained(out: Path) -> list[bytes]:
    EndgameTraining(out, PLAN, "made so").run(lambda _: None)
    return files(out)


def test_a_training_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, out = trained(tmp_path / "whole.npz"), tmp_path / "cut.npz"
    with pytest.raises(CutOffError):
        EndgameTraining(out, PLAN, "made so").run(lambda _: None, cut_off(2))
    done: list[int] = []
    EndgameTraining(out, PLAN, "made so").run(done.append)
    assert sum(done) == PLAN.total == PIECES * FEW
    assert files(out) == whole


def test_the_network_begins_with_the_policy_network(tmp_path: Path) -> None:
    out = tmp_path / "net.npz"
    trained(out)
    with out.open("rb") as file:
        numbers = numbers_of_last_turn(file, 2)
    begun = read_weights(FOLDER / POLICY_FILE, numbers_of_policy, 2)[-1]
    assert 0 < np.abs(numbers - begun).max() < 0.1
    about = json.loads(out.with_suffix(".json").read_text())
    assert about["made_by"] == "made so"
    assert [row.keys() for row in about["validation_by_generation"]["2"]] == [
        {"nats", "first", "entropy"}
    ]


def test_the_command(tmp_path: Path) -> None:
    words = ("train", "endgame", "--decisions", 250, "--nodes", 100)
    out = tmp_path / "net.npz"
    done = invoke(*words, "--epochs", 1, "--out", out)
    assert done.exit_code == 0, done.output
    assert "net.npz: policy network for the last turn" in done.output
    told = mistake_of(invoke(*words, "--out", out))
    assert told == f"--out: {out} exists; name a new file, or remove it"
