"""A game log to damage: few games of a tournament, one of them lost by a fault.

What depends on the clock or the machine is the same in every run, so that a seed's cases are, too.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hostile.zygote import run
from support.misbehaving import misbehaving_spec

EVENT = """\
name = "base"
deals = 1
seed = 5
limits = { nodes = 1 }
[[players]]
player = "random"
[[players]]
player = "heuristic"
[[players]]
player = "./sick.toml"
"""
SICK = """\
name = "sick"
command = ["sh", "-c", {command}]
"""


def write_event(folder: Path) -> None:
    """Write the event's file and that of its sick player."""
    (folder / "base.toml").write_text(EVENT)
    command = json.dumps(f"exec {misbehaving_spec('crash', 20)}")
    (folder / "sick.toml").write_text(SICK.format(command=command))


@cache
def lines() -> tuple[bytes, ...]:
    """Return the lines of the log, without their ends."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-base-"))
    try:
        write_event(folder)
        done = run(["tournament", "base.toml", "--out", "out"], folder, seconds=120)
        assert done.code == 0, done
        text = (folder / "out" / "games.jsonl").read_bytes()
    finally:
        shutil.rmtree(folder)
    found = [_settled(json.loads(line)) for line in text.splitlines()]
    assert any(game["faults"] for game in found)
    found.sort(key=lambda game: [int(number) for number in game["id"].split(".")])
    return tuple(json.dumps(game, separators=(",", ":")).encode() for game in found)


def _settled(game: dict[str, Any]) -> dict[str, Any]:
    """Return the game with times that are the same in every run."""
    settled = [None if time is None else 1.5 for time in game["times"]]
    return {**game, "times": settled, "started": "2026-01-01T00:00:00+00:00"}
