"""A few of the kills and faults of torture.py, which makes hundreds."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from support.stress import TOURNAMENT, WAYS, event_file, faults, games, killed, run


def test_a_run_that_is_killed_again_and_again_ends_as_one_that_is_not(tmp_path: Path) -> None:
    event = event_file(tmp_path, ["random", "heuristic", "uct"], nodes=30, deals=15, seed=3)
    struck, _ = killed(event, tmp_path / "killed", 4, 1, "--jobs", "2")
    assert struck >= 2
    run(event, tmp_path / "whole")
    assert len(games(tmp_path / "whole")) == 90
    assert games(tmp_path / "killed") == games(tmp_path / "whole")


@pytest.mark.parametrize("kind", WAYS)
def test_faults_of_every_kind_are_results(kind: str, tmp_path: Path) -> None:
    seen = faults(tmp_path, kind, 2 * len(WAYS[kind]))
    assert seen == dict.fromkeys(WAYS[kind], 2)


def test_a_full_disk_is_told_and_what_fits_is_kept(tmp_path: Path) -> None:
    event = event_file(tmp_path, ["random", "heuristic"], nodes=1, deals=9)
    # The limit stands for the disk: 40 blocks of 512 or 1024 bytes.
    command = [*TOURNAMENT, str(event), "--out", str(tmp_path / "out")]
    script = f"ulimit -f 40; exec {shlex.join(command)}"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr.partition("\nError: ")[2]
    assert "games.jsonl' cannot be written: File too large\n" in done.stderr
    assert "\nTo resume: spyrium-ai tournament " in done.stderr
    assert "share %" in done.stdout
    run(event, tmp_path / "out")
    assert len(games(tmp_path / "out")) == 18
