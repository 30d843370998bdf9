"""A few of the kills and faults of torture.py, which makes hundreds."""

from __future__ import annotations

from pathlib import Path

import pytest
from torture import WAYS, event_file, faults, games, killed, run


def test_a_run_that_is_killed_again_and_again_ends_as_one_that_is_not(tmp_path: Path) -> None:
    event = event_file(tmp_path, ["random", "heuristic", "uct"], nodes=30, deals=6, seed=3)
    killed(event, tmp_path / "killed", 4, 1, "--jobs", "2")
    run(event, tmp_path / "whole")
    assert len(games(tmp_path / "whole")) == 36
    assert games(tmp_path / "killed") == games(tmp_path / "whole")


@pytest.mark.parametrize("kind", WAYS)
def test_faults_of_every_kind_are_results(kind: str, tmp_path: Path) -> None:
    seen = faults(tmp_path, kind, 2 * len(WAYS[kind]))
    assert seen == dict.fromkeys(WAYS[kind], 2)
