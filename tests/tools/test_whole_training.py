"""All weights from nothing by one command: resumed wherever it was cut off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cut_off import CutOffError, cut_off
from support.run_command import invoke, mistake_of

from spyrium_ai.cli import train
from spyrium_ai.search.weights import load_net, load_policy, load_weights, numbers_of_policy
from spyrium_ai.tools.training import (
    fit_value,
    heuristic_games,
    plan,
    policy_generation,
    refine_training,
    searched_games,
    training_run,
)
from spyrium_ai.tools.training.whole_training import WholePlan, WholeTraining, whole_plan
from spyrium_ai.version import build

FEW = 40
FILES = [
    "endgame.json",
    "endgame.npz",
    "heuristic.json",
    "policy.json",
    "policy.npz",
    "value.json",
    "value.npz",
]


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = (
        fit_value,
        heuristic_games,
        plan,
        policy_generation,
        refine_training,
        searched_games,
        training_run,
    )
    for module in modules:
        monkeypatch.setattr(module, "CHUNK", FEW)
    for name in ("DEALS", "VALUE_EPOCHS", "POLICY_EPOCHS", "SEARCHED_NODES", "REFINE_MOVES"):
        monkeypatch.setattr(plan, name, 1)
    monkeypatch.setattr(plan, "DECISION_NODES", 8)
    monkeypatch.setattr(plan, "SOLVER_NODES", 500)
    monkeypatch.setattr(plan, "SOLVED_EPOCHS", 3)  # the last step has the rate 0


def small_plan() -> WholePlan:
    return whole_plan((2,), 0, 3)


def begin(parts: list[str]) -> Callable[[str, int, int], Callable[[int], None]]:
    """Return what notes the names of the parts that are begun."""

    def note(name: str, total: int, done: int) -> Callable[[int], None]:
        assert 0 <= done <= total
        parts.append(name)
        return lambda _: None

    return note


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_a_training_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    names = [
        "linear weights",
        "value networks",
        "policy networks",
        "both networks",
        "both networks for two players",
        "policy networks for two players",
        "network of the last turn",
    ]
    whole: list[str] = []
    WholeTraining(tmp_path / "whole", small_plan(), "made so").run(begin(whole))
    assert whole == names
    parts: list[str] = []
    for pieces in (2, 8, 5, 4, 6):
        with pytest.raises(CutOffError):
            WholeTraining(tmp_path / "cut", small_plan(), "made so").run(
                begin(parts), cut_off(pieces)
            )
    WholeTraining(tmp_path / "cut", small_plan(), "made so").run(begin(parts))
    assert list(dict.fromkeys(parts)) == names
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cut", "whole"]


def test_the_folder_has_all_that_the_program_needs(tmp_path: Path) -> None:
    out = tmp_path / "weights"
    WholeTraining(out, small_plan(), "made so").run(begin([]))
    assert list(contents(out)) == FILES
    for load in (load_weights, load_net, load_policy):
        load(2, out)
    with (out / "policy.npz").open("rb") as file:
        own = numbers_of_policy(file, 2)
    assert (load_policy(2, out).numbers[-1] != own[-1]).any()
    for name in ("heuristic.json", "value.json", "policy.json", "endgame.json"):
        about = json.loads((out / name).read_text())
        assert about["made_by"] == "made so"
        assert about["build"] == build()


@pytest.mark.parametrize(
    ("players", "two", "more"), [((2, 3, 5), (2,), (3, 5)), ((2,), (2,), ()), ((4,), (), (4,))]
)
def test_the_last_refinements_are_of_two_players_and_of_more(
    players: tuple[int, ...], two: tuple[int, ...], more: tuple[int, ...]
) -> None:
    found = whole_plan(players, 1, 3)
    assert found.refine.players == players
    assert found.refine_two.players == two
    assert found.refine_two.decisions > 0
    assert found.refine_more.players == more
    assert found.refine_more.decisions == 0
    assert found.refine_policy_of_two.players == two
    assert found.refine_policy_of_more.players == more
    policies = (found.refine_policy_of_two, found.refine_policy_of_more)
    assert [part.games for part in policies] == [0, 0]
    refined = (found.refine, found.refine_two, found.refine_more, *policies)
    assert len({part.seed for part in refined}) == 5


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "ALL", (2,))
    out = tmp_path / "weights"
    done = invoke("train", "all", "--work", 0, "--out", out)
    assert done.exit_code == 0, done.output
    assert list(contents(out)) == FILES
    assert mistake_of(invoke("train", "all", "--out", out)) == (
        f"--out: {out} exists; name a new folder, or remove it"
    )
