"""Which builds made the weights: that of the training, or all if it was resumed by others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.cut_off import CutOffError, cut_off

from spyrium_ai.search import weights
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
from spyrium_ai.tools.training import builds, heuristic_games
from spyrium_ai.tools.training.heuristic_training import HeuristicPlan, HeuristicTraining
from spyrium_ai.tools.training.plan import TrainingPlan
from spyrium_ai.tools.training.training_run import ValueTraining

HEURISTIC = HeuristicPlan(players=(2,), games=40, generations=1, seed=4)
VALUES = TrainingPlan(players=2, games=250, deals=1, epochs=1, searched=0, nodes=1, seed=1)
NETS = {"2": [[[0.5] * NET_SIZE, {"r2": 0.5}]] * NET_COUNT}


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic_games, "CHUNK", 20)


def be_build(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds, "build", lambda: name)


def heuristic(out: Path) -> HeuristicTraining:
    return HeuristicTraining(out, HEURISTIC, "made so")


def build_of(file: Path) -> str:
    text = json.loads(file.read_text())["build"]
    assert isinstance(text, str)
    return text


def test_all_builds_that_worked_on_a_training_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "weights.json"
    for name in ("gfirst", "gfirst", "gsecond"):
        be_build(name, monkeypatch)
        with pytest.raises(CutOffError):
            heuristic(out).run(lambda _: None, cut_off(0))
    be_build("gthird", monkeypatch)
    heuristic(out).run(lambda _: None)
    assert build_of(out) == "gfirst, gsecond, gthird"


def test_a_training_begun_before_builds_were_noted_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "weights.json"
    with pytest.raises(CutOffError):
        heuristic(out).run(lambda _: None, cut_off(1))
    (tmp_path / "weights.json.games" / "builds.txt").unlink()
    be_build("gnew", monkeypatch)
    heuristic(out).run(lambda _: None)
    assert build_of(out) == "unknown, gnew"


@pytest.mark.parametrize(
    ("noted", "said"),
    [({}, "unknown, gnew"), ({"builds": ["gold"]}, "gold, gnew"), ({"builds": ["gnew"]}, "gnew")],
)
def test_value_networks_name_theirs(
    noted: dict[str, list[str]], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {"made_by": "made so", "fitted": NETS, "refined": {}} | noted
    (tmp_path / "nets.npz.part").write_text(json.dumps(kept))
    be_build("gnew", monkeypatch)
    training = ValueTraining(tmp_path / "nets.npz", [VALUES], "made so")
    training.run(lambda _: None)
    training.finish()
    assert build_of(tmp_path / "nets.json") == said


def test_the_builds_are_kept_before_games_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {"made_by": "made so", "fitted": NETS, "refined": {}, "builds": ["gold"]}
    part = tmp_path / "nets.npz.part"
    part.write_text(json.dumps(kept))
    be_build("gnew", monkeypatch)
    plans = [VALUES._replace(searched=250)]
    with pytest.raises(CutOffError):
        ValueTraining(tmp_path / "nets.npz", plans, "made so").run(lambda _: None, cut_off(0))
    assert json.loads(part.read_text())["builds"] == ["gold", "gnew"]


@pytest.mark.parametrize("file", sorted(weights.FOLDER.glob("*.json")), ids=lambda file: file.name)
def test_all_shipped_weights_name_a_command_and_a_build(file: Path) -> None:
    about = json.loads(file.read_text())
    for made in (about, *about.get("refined_from", [])):
        assert re.fullmatch(r"spyrium-ai train \w+ .*--seed \d+.*", made["made_by"])
        assert re.fullmatch(r"g[0-9a-f]{8}(, g[0-9a-f]{8})*", made["build"])
