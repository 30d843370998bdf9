"""A training of the policy networks: resumed after an interruption, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from support.cut_off import CutOffError, cut_off
from support.run_command import invoke, mistake_of

from spyrium_ai.cli import train
from spyrium_ai.search.weights import numbers_of_policy
from spyrium_ai.tools.training import policy_file, policy_generation
from spyrium_ai.tools.training.calls import Call, Result, in_threads
from spyrium_ai.tools.training.policy_generation import amount_for
from spyrium_ai.tools.training.policy_training import PolicyPlan, PolicyTraining
from spyrium_ai.util.errors import UsageError

FEW = 20
PLAN = PolicyPlan(players=(2, 3), decisions=2 * FEW, generations=2, nodes=8, epochs=1, seed=3)
PIECES = 2 * (3 + 2)  # chunks of both generations, with two and with three players


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_generation, "CHUNK", FEW)


def files(out: Path) -> list[bytes]:
    return [out.with_suffix(ending).read_bytes() for ending in (".npz", ".json")]


def trained(out: Path) -> list[bytes]:
    PolicyTraining(out, PLAN, "made so").run(lambda _: None)
    return files(out)


def test_a_training_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, out = trained(tmp_path / "whole.npz"), tmp_path / "cut.npz"
    for pieces in (2, 4):
        with pytest.raises(CutOffError):
            PolicyTraining(out, PLAN, "made so").run(lambda _: None, cut_off(pieces))
        assert not out.exists()
    done: list[int] = []
    computed: list[int] = []

    def compute(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
        computed.append(len(calls))
        return in_threads(calls)

    PolicyTraining(out, PLAN, "made so").run(done.append, compute)
    assert sum(computed) == PIECES - 6
    assert sum(done) == PLAN.total == PIECES * FEW
    assert files(out) == whole
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "cut.json",
        "cut.npz",
        "whole.json",
        "whole.npz",
    ]


def test_a_training_that_is_cut_off_between_its_files_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = trained(tmp_path / "whole.npz"), tmp_path / "cut.npz"
    with monkeypatch.context() as patched:
        patched.setattr(policy_file, "write_arrays", Mock(side_effect=CutOffError))
        with pytest.raises(CutOffError):
            trained(out)
    assert out.with_suffix(".json").exists()
    assert trained(out) == whole


def test_another_seed_gives_other_networks(tmp_path: Path) -> None:
    PolicyTraining(tmp_path / "other.npz", PLAN._replace(seed=4), "made so").run(lambda _: None)
    assert files(tmp_path / "other.npz")[0] != trained(tmp_path / "one.npz")[0]


def test_the_file_has_a_network_for_each_number_of_players(tmp_path: Path) -> None:
    trained(tmp_path / "nets.npz")
    for players in PLAN.players:
        with (tmp_path / "nets.npz").open("rb") as file:
            numbers_of_policy(file, players)
    about = json.loads((tmp_path / "nets.json").read_text())
    assert about["made_by"] == "made so"
    for rows in about["validation_by_generation"].values():
        assert [row.keys() for row in rows] == [{"nats", "first", "entropy"}] * PLAN.generations


def test_with_more_players_fewer_decisions_are_searched() -> None:
    chunks = [amount_for(players, 120 * FEW, 1).chunks for players in (2, 3, 4, 5)]
    assert chunks == [120, 80, 60, 48]
    assert PLAN.nodes_of(0) * 4 == PLAN.nodes_of(1) == PLAN.nodes


def test_decisions_of_another_command_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CutOffError):
        PolicyTraining(tmp_path / "nets.npz", PLAN, "you").run(lambda _: None, cut_off(1))
    with pytest.raises(UsageError, match=r"nets\.npz\.games was begun by 'you'; go on with that"):
        PolicyTraining(tmp_path / "nets.npz", PLAN, "me")


@pytest.mark.parametrize("content", [b"", b"PK", None], ids=["empty", "torn", "other"])
def test_a_damaged_piece_is_refused_by_name(tmp_path: Path, content: bytes | None) -> None:
    out = tmp_path / "nets.npz"
    with pytest.raises(CutOffError):
        PolicyTraining(out, PLAN, "me").run(lambda _: None, cut_off(3))
    piece = tmp_path / "nets.npz.games" / "2-0-1.npz"
    if content is None:
        np.savez(piece, counts=np.ones(FEW + 1, np.int32))
    else:
        piece.write_bytes(content)
    with pytest.raises(UsageError, match=r"2-0-1\.npz is no chunk of this training"):
        PolicyTraining(out, PLAN, "me").run(lambda _: None)


def test_other_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nets\.json does not end in \.npz"):
        PolicyTraining(tmp_path / "nets.json", PLAN, "me")
    (tmp_path / "nets.json").write_text("kept")
    with pytest.raises(UsageError, match=r"nets\.json exists; remove it, or name another file"):
        PolicyTraining(tmp_path / "nets.npz", PLAN, "me")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "ALL", (2,))
    words = ("train", "policy", "--decisions", 250, "--generations", 1, "--nodes", 4)
    out = tmp_path / "nets.npz"
    done = invoke(*words, "--epochs", 1, "--out", out)
    assert done.exit_code == 0, done.output
    assert "nets.npz: policy networks" in done.output
    told = mistake_of(invoke(*words, "--out", out))
    assert told == f"--out: {out} exists; name a new file, or remove it"
