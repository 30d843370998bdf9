"""A training that was cut off: what is kept of it, and what is refused as such."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
from spyrium_ai.tools.training.plan import TrainingPlan
from spyrium_ai.tools.training.training_run import ValueTraining
from spyrium_ai.util.errors import UsageError

PLAN = TrainingPlan(players=2, games=250, deals=1, epochs=1, searched=250, nodes=1, seed=1)
NET = [[0.5] * NET_SIZE, {"r2": 0.5}]


def kept(**changes: Any) -> dict[str, Any]:
    return {"made_by": "me", "fitted": {"2": [NET] * 2}, "refined": {}} | changes


def resume(folder: Path, content: object) -> ValueTraining:
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / "nets.npz.part").write_text(text)
    return ValueTraining(folder / "nets.npz", [PLAN], "me")


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    assert resume(tmp_path, kept()).done == 2 * PLAN.positions
    whole = kept(fitted={"2": [NET] * NET_COUNT}, refined={"2": [NET] * NET_COUNT})
    training = resume(tmp_path, whole)
    assert training.done == training.total


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "not JSON"),
        ("[]", "is not an object"),
        ("[" * 100_000, "not JSON"),
        ("{}", "field 'made_by' is missing"),
        (kept(made_by=1), "field 'made_by': 1 is not a text"),
        (kept(fitted=[]), "field 'fitted': "),
        (kept(fitted={"2": [[1]]}), "field 'fitted': "),
        (kept(fitted={"2": [[["x"], {}]]}), "field 'fitted': "),
        (kept(fitted={"2": [[[0.5], {}]]}), f"a net that has not {NET_SIZE} numbers"),
        (kept(fitted={"7": []}), "nets for 7 players"),
        (kept(fitted={"2": [NET] * 9}), "9 nets for 2 players"),
        (kept(fitted={"2": [NET, [NET[0], {}]]}), "other figures for each net for 2 players"),
        (kept(refined={"2": [NET]}), "a part of the refined nets"),
    ],
)
def test_what_is_no_training_is_refused(tmp_path: Path, content: object, problem: str) -> None:
    with pytest.raises(UsageError, match=r"nets\.npz\.part holds no training") as error:
        resume(tmp_path, content)
    assert problem in str(error.value)


def test_a_training_by_another_command_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"was begun by 'you'"):
        resume(tmp_path, kept(made_by="you"))
