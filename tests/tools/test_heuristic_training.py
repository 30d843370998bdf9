"""A training of the linear evaluation that was cut off, and one whose parts come in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from spyrium_ai.tools.training import heuristic_games
from spyrium_ai.tools.training.calls import Call, Result, in_threads
from spyrium_ai.tools.training.heuristic_training import HeuristicPlan, HeuristicTraining
from spyrium_ai.util.errors import UsageError

PLAN = HeuristicPlan(players=(2, 3), games=50, generations=2, seed=4)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic_games, "CHUNK", 20)


def backwards(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
    yield from reversed(list(in_threads(calls)))


def failing(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
    """Play all chunks but one of the first generation."""
    yield from islice(in_threads(calls), 2)
    raise KeyboardInterrupt


def trained(out: Path) -> bytes:
    HeuristicTraining(out, PLAN, "made so").run(lambda _: None)
    return out.read_bytes()


def test_the_order_in_which_games_come_changes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "backwards.json"
    done: list[int] = []
    HeuristicTraining(out, PLAN, "made so").run(done.append, backwards)
    assert sum(done) == PLAN.total
    assert out.read_bytes() == trained(tmp_path / "forwards.json")


def test_what_was_cut_off_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "resumed.json"
    with pytest.raises(KeyboardInterrupt):
        HeuristicTraining(out, PLAN, "made so").run(lambda _: None, failing)
    asked: list[int] = []

    def counted(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
        asked.append(len(calls))
        return in_threads(calls)

    done: list[int] = []
    HeuristicTraining(out, PLAN, "made so").run(done.append, counted)
    assert asked == [1, 3, 3, 3]
    assert sum(done) == PLAN.total
    assert out.read_bytes() == trained(tmp_path / "whole.json")
    assert {file.name for file in tmp_path.iterdir()} == {"resumed.json", "whole.json"}


def test_what_is_no_part_of_the_training_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    with pytest.raises(KeyboardInterrupt):
        HeuristicTraining(out, PLAN, "made so").run(lambda _: None, failing)
    with pytest.raises(UsageError, match=r"weights\.json\.games was begun by 'made so'"):
        HeuristicTraining(out, PLAN, "made otherwise")
    damaged = next((tmp_path / "weights.json.games").glob("*.npz"))
    damaged.write_bytes(damaged.read_bytes()[:-99])
    with pytest.raises(UsageError, match=f"{damaged.name} is no chunk of this training"):
        trained(out)
    (tmp_path / "weights.json.games" / "command.txt").unlink()
    with pytest.raises(UsageError, match="was begun by 'no training'"):
        HeuristicTraining(out, PLAN, "made so")
