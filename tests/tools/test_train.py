"""Training: the same from the same seed, good from the first games on, in the file's form."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from spyrium_ai.cli import cli
from spyrium_ai.search.weights import weights_of
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.tools.training.fit_heuristic import train
from spyrium_ai.tools.training.heuristic_games import play_games
from spyrium_ai.tools.training.selfplay import play_game
from spyrium_ai.util.errors import HaltError


def test_training_is_the_same_from_the_same_seed_and_learns(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for jobs, file in enumerate(files, 1):
        arguments = ["train", "heuristic", "--games", "60", "--generations", "1", "--seed", "3"]
        result = CliRunner().invoke(cli, [*arguments, "--jobs", str(jobs), "--out", str(file)])
        assert result.exit_code == 0, result.output
    assert files[0].read_text() == files[1].read_text()
    data = json.loads(files[0].read_text())
    assert set(data["players"]) == {"2", "3", "4", "5"}
    weights = weights_of(data, 2)
    scores = [play_game([weights, None], seed)[2] for seed in range(20)]
    assert sum(own > other for own, other in scores) >= 19


def test_numpy_is_given_arrays_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numpy 1.26 takes every argument by name for an array of the file."""
    given: dict[str, object] = {}
    monkeypatch.setattr(np, "savez_compressed", lambda _, **arrays: given.update(arrays))
    write_arrays(tmp_path / "nets.npz", {"2": np.zeros(3)})
    assert list(given) == ["2"]


def test_training_reports_what_it_explains() -> None:
    table = train(2, 1, lambda generation, weights: play_games(weights, 2, 200, seed=generation))
    explained = table["explained_by_turn"]
    assert len(explained) == 5
    # The later the turn, the less is left to luck; the last boundary explains most.
    assert explained[4] == max(explained)
    assert explained[4] > 0.3


def test_a_link_to_no_file_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "weights.json", tmp_path / "link.json"
    link.symlink_to(file)
    arguments = ["train", "heuristic", "--games", "40", "--generations", "1", "--out", str(link)]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    assert link.is_symlink()
    assert "made_by" in json.loads(file.read_text())


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("mine")
    result = CliRunner().invoke(cli, ["train", "heuristic", "--out", str(file)])
    assert result.exit_code != 0
    assert "exists" in str(result.exception) + result.output
    assert file.read_text() == "mine"


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played() -> None:
    for kind in ("heuristic", "value"):
        result = CliRunner().invoke(cli, ["train", kind, "--out", "/proc/weights"])
        assert "--out: '/proc/weights' cannot be written" in str(result.exception)


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file have more bytes than these."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_finds_no_room_is_told_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("mine")
    with (
        room(100),
        pytest.raises(HaltError, match=r"kept\.json' cannot be written: File too large"),
    ):
        write_file(file, bytes(101))
    assert [each.read_text() for each in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("kind", "size"), [("heuristic", 5000), ("value", 400_000), ("policy", 50_000)]
)
def test_a_file_that_will_find_no_room_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, size: int
) -> None:
    for training in (
        "heuristic_training.HeuristicTraining",
        "training_run.ValueTraining",
        "policy_training.PolicyTraining",
    ):
        monkeypatch.setattr(f"spyrium_ai.tools.training.{training}", None)
    with room(size):
        result = CliRunner().invoke(cli, ["train", kind, "--out", str(tmp_path / "new.npz")])
    assert "new.npz' cannot be written: File too large" in str(result.exception)
    assert not list(tmp_path.iterdir())


def test_a_file_in_no_folder_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        cli, ["train", "heuristic", "--out", str(tmp_path / "no" / "file.json")]
    )
    assert "does not exist" in str(result.exception)


@pytest.mark.parametrize(
    ("command", "option"), [("value", "--searched"), ("refine", "--decisions")]
)
def test_less_than_a_batch_is_refused(command: str, option: str, tmp_path: Path) -> None:
    few = CliRunner().invoke(cli, ["train", command, option, "249", "--out", str(tmp_path / "new")])
    assert few.exit_code == 2
    assert f"'{option}': '249' is not 0 or a whole number of 250 or more." in few.output
