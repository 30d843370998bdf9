"""An event on a disk that is full."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from support.event_runs import ids
from support.program import PROGRAM, environment

EVENT = """\
deals = 9
seed = 1
limits = { nodes = 1 }
[[players]]
player = "random"
[[players]]
player = "heuristic"
"""


def test_a_full_disk_is_told_and_what_fits_is_kept(tmp_path: Path) -> None:
    event, out = tmp_path / "event.toml", tmp_path / "out"
    event.write_text(EVENT)
    command = [*PROGRAM, "tournament", str(event), "--out", str(out)]
    # The limit stands for the disk: 40 blocks of 512 or 1024 bytes.
    script = f"ulimit -f 40; exec {shlex.join(command)}"
    done = subprocess.run(
        ["/bin/sh", "-c", script], capture_output=True, text=True, check=False, env=environment()
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr.partition("\nError: ")[2]
    assert "games.jsonl' cannot be written: File too large\n" in done.stderr
    assert "\nTo resume: spyrium-ai tournament " in done.stderr
    assert "share %" in done.stdout
    subprocess.run(command, capture_output=True, check=True, env=environment())
    assert len(set(ids(out / "games.jsonl"))) == 18
