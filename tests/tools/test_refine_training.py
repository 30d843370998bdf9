"""Networks trained further on games of the search with them: resumed, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from support.cut_off import CutOffError, cut_off
from support.run_command import invoke, mistake_of

from spyrium_ai.cli import train
from spyrium_ai.search import weights
from spyrium_ai.search.weights import net_of, numbers_of_policy
from spyrium_ai.tools.training import policy_generation, refine_training, searched_games
from spyrium_ai.tools.training.refine_training import RefinePlan, RefineTraining
from spyrium_ai.util.errors import UsageError
from spyrium_ai.version import build

FEW = 10
PLAN = RefinePlan(
    players=(2, 3), generations=2, games=2 * FEW, moves=2, decisions=2 * FEW, nodes=8, seed=3
)
FILES = ["policy.json", "policy.npz", "value.json", "value.npz"]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (policy_generation, refine_training, searched_games):
        monkeypatch.setattr(module, "CHUNK", FEW)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_a_training_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    RefineTraining(tmp_path / "whole", PLAN, "made so").run(lambda _: None)
    for pieces in (1, 4, 7):  # amid games, amid decisions, in the next generation
        with pytest.raises(CutOffError):
            RefineTraining(tmp_path / "cut", PLAN, "made so").run(lambda _: None, cut_off(pieces))
    done: list[int] = []
    RefineTraining(tmp_path / "cut", PLAN, "made so").run(done.append)
    assert sum(done) == PLAN.total
    whole = contents(tmp_path / "whole")
    assert list(whole) == FILES
    assert contents(tmp_path / "cut") == whole
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cut", "whole"]


def test_a_training_that_is_cut_off_between_its_files_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(refine_training, "write_file", Mock(side_effect=CutOffError))
        training = RefineTraining(tmp_path / "cut", PLAN, "made so")
        with pytest.raises(CutOffError):
            training.run(lambda _: None)
    assert not (tmp_path / "cut").exists()
    RefineTraining(tmp_path / "cut", PLAN, "made so").run(lambda _: None)
    assert list(contents(tmp_path / "cut")) == FILES


def test_the_files_fit_the_program_and_say_where_they_come_from(tmp_path: Path) -> None:
    out = tmp_path / "nets"
    RefineTraining(out, PLAN, "made so").run(lambda _: None)
    for players in PLAN.players:
        with (out / "value.npz").open("rb") as file:
            net_of(file, players)
        with (out / "policy.npz").open("rb") as file:
            numbers_of_policy(file, players)
    for name in ("value.json", "policy.json"):
        about = json.loads((out / name).read_text())
        before = json.loads((weights.FOLDER / name).read_text())
        assert about["made_by"] == "made so"
        assert about["build"] == build()
        last = {"made_by": before["made_by"], "build": before["build"]}
        assert about["refined_from"] == [last, *before["refined_from"]]


def test_the_networks_have_changed(tmp_path: Path) -> None:
    RefineTraining(tmp_path / "nets", PLAN, "made so").run(lambda _: None)
    for name in ("value.npz", "policy.npz"):
        with np.load(tmp_path / "nets" / name) as new, np.load(weights.FOLDER / name) as old:
            for players in PLAN.players:
                assert np.abs(new[str(players)] - old[str(players)]).max() > 0


def test_networks_for_other_numbers_of_players_stay_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "nets"
    RefineTraining(out, PLAN._replace(players=(2,)), "made so").run(lambda _: None)
    for name in ("value", "policy"):
        with (
            np.load(out / f"{name}.npz") as new,
            np.load(weights.FOLDER / f"{name}.npz") as old,
        ):
            assert set(new) == set(old)
            changed = [players for players in sorted(new) if (new[players] != old[players]).any()]
        assert changed == ["2"]
        about, before = (
            next(value for key, value in json.loads(text).items() if key.startswith("validation"))
            for text in ((folder / f"{name}.json").read_text() for folder in (out, weights.FOLDER))
        )
        assert about.pop("2") != before.pop("2")
        assert about == before


@pytest.mark.parametrize(
    ("plan", "kept", "changed"),
    [(PLAN._replace(decisions=0), "policy", "value"), (PLAN._replace(games=0), "value", "policy")],
    ids=["no decisions", "no games"],
)
def test_what_is_not_trained_stays_as_it_is(
    tmp_path: Path, plan: RefinePlan, kept: str, changed: str
) -> None:
    out, done = tmp_path / "nets", list[int]()
    RefineTraining(out, plan, "made so").run(done.append)
    assert sum(done) == plan.total
    decisions = PLAN.generations * sum(PLAN.amount(players).decisions for players in PLAN.players)
    assert plan.total == (PLAN.total - decisions if plan.games else decisions)
    new, old = contents(out), contents(weights.FOLDER)
    assert new[f"{kept}.json"] == old[f"{kept}.json"]
    assert new[f"{changed}.json"] != old[f"{changed}.json"]
    file = f"{kept}.npz"
    with np.load(out / file) as networks, np.load(weights.FOLDER / file) as before:
        assert set(networks) == set(before)
        assert all((networks[players] == before[players]).all() for players in before)


@pytest.mark.parametrize("name", ["value.npz", "policy.npz"])
def test_damaged_networks_are_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(weights.FOLDER, damaged)
    (damaged / name).write_bytes(b"junk")
    with pytest.raises(UsageError, match=rf"{name}' does not hold the weights of this build"):
        RefineTraining(tmp_path / "nets", PLAN, "me", damaged).run(lambda _: None)
    assert [each.name for each in tmp_path.iterdir()] == ["damaged"]


def test_another_command_and_an_existing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CutOffError):
        RefineTraining(tmp_path / "nets", PLAN, "you").run(lambda _: None, cut_off(1))
    with pytest.raises(UsageError, match=r"nets\.games was begun by 'you'; go on with that"):
        RefineTraining(tmp_path / "nets", PLAN, "me")
    (tmp_path / "nets").mkdir()
    with pytest.raises(UsageError, match=r"nets exists; name a new folder, or remove it"):
        RefineTraining(tmp_path / "nets", PLAN, "you")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "ALL", (2,))
    words = ("train", "refine", "--games", 250, "--moves", 1, "--decisions", 250, "--nodes", 4)
    out = tmp_path / "nets"
    done = invoke(*words, "--out", out)
    assert done.exit_code == 0, done.output
    assert f"{out}: value and policy networks" in done.output
    assert list(contents(out)) == FILES
    assert mistake_of(invoke(*words, "--out", out)) == (
        f"--out: {out} exists; name a new folder, or remove it"
    )
    values = tmp_path / "values"
    done = invoke(*words, "--decisions", 0, "--out", values)
    assert done.exit_code == 0, done.output
    assert contents(values)["policy.json"] == contents(weights.FOLDER)["policy.json"]
    policies = tmp_path / "policies"
    done = invoke(*words, "--games", 0, "--out", policies)
    assert done.exit_code == 0, done.output
    assert contents(policies)["value.json"] == contents(weights.FOLDER)["value.json"]
    neither = invoke(*words, "--games", 0, "--decisions", 0, "--out", tmp_path / "none")
    assert mistake_of(neither) == (
        "--games and --decisions are both 0: nothing to train; give one of them"
    )
    nowhere = tmp_path / "no" / "nets"
    assert mistake_of(invoke(*words, "--out", nowhere)) == (
        f"--out: the folder {nowhere.parent} does not exist"
    )
