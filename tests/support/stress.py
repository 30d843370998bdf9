"""What a tournament has to survive: SIGKILL at any moment, and engines that fail in every way.

In tests/, `python -m support.stress kills 100` kills a run 100 times at random moments, resumes it
each time, and compares the final journal with that of a run that was left alone.
`python -m support.stress faults 100` has an engine fail 100 times in every way and checks the
journal.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from support.misbehaving import misbehaving_spec

from spyrium_ai.match.process.faults import FAULT_KINDS
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify

TOURNAMENT = [sys.executable, "-P", "-m", "spyrium_ai", "tournament"]
# How the misbehaving engine brings about each kind of fault.
WAYS = {
    "crash": ("crash", "segfault", "closes-output"),
    "stall": ("stall", "chatter"),
    "flag": ("late",),
    "illegal": ("illegal",),
    "protocol": ("error", "wordy", "longline"),
}
assert set(WAYS) == set(FAULT_KINDS)
OPPONENT = "random:nodes=1"  # has no time to exceed
# A busy machine must not turn another fault into a flag fall.
LIMITS = {"stall": {"movetime": 1000}, "flag": {"movetime": 100}}


def event_file(folder: Path, players: list[str], **keys: object) -> Path:
    """Write an event and return its file."""
    path = folder / "event.toml"
    nodes, movetime = keys.pop("nodes", None), keys.pop("movetime", None)
    lines = [f"{key} = {json.dumps(value)}" for key, value in {"seed": 1, **keys}.items()]
    lines += ["[limits]", f"nodes = {nodes}" if nodes else f"movetime = {movetime}"]
    for player in players:
        lines += ["[[players]]", f"player = {json.dumps(player)}"]
    path.write_text("\n".join(lines) + "\n")
    return path


def run(event: Path, out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Play an event to its end."""
    command = [*TOURNAMENT, str(event), "--out", str(out), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def games(out: Path) -> dict[str, dict[str, Any]]:
    """Return the games on record by id without what depends on the clock; none may be twice."""
    found: dict[str, dict[str, Any]] = {}
    for line in (out / "games.jsonl").read_text().splitlines():
        data = json.loads(line)
        assert data["id"] not in found, f"game {data['id']} is on record twice"
        found[data["id"]] = {**data, "times": None, "started": None}
    return found


def killed(event: Path, out: Path, kills: int, seed: int, *words: str) -> tuple[int, int]:
    """Kill a run so many times, at random moments, and go on; then play to the end.

    Return how many runs were killed, those not counted that had ended before, and how many of the
    kills have torn a line.
    """
    luck = random.Random(seed)
    struck = torn = 0
    for _ in range(kills):
        command = [*TOURNAMENT, str(event), "--out", str(out), *words]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        time.sleep(luck.uniform(0.2, 1.6))
        process.send_signal(signal.SIGKILL)
        _, stderr = process.communicate()
        torn += b"ended within a line" in stderr
        assert process.returncode in {0, -signal.SIGKILL}, stderr.decode()
        struck += process.returncode != 0
    run(event, out, *words)
    return struck, torn


def faults(folder: Path, kind: str, count: int) -> Counter[str]:
    """Have an engine fail so many times in the ways of this kind; return the ways that it went.

    Every game has to be on record once, lost by the engine with a fault of this kind, and with all
    that is needed to find out why.
    """
    seen: Counter[str] = Counter()
    ways = WAYS[kind]
    for number, way in enumerate(ways):
        share = count * (number + 1) // len(ways) - count * number // len(ways)
        players = [OPPONENT, misbehaving_spec(way, 3)]
        place = folder / way
        place.mkdir()
        limits = LIMITS.get(kind, {"nodes": 1})
        event = event_file(place, players, deals=-(-share // 2), jobs=2, **limits)
        run(event, place / "out")
        records = list(read_records(place / "out" / "games.jsonl"))
        assert len(records) == len(games(place / "out")) == 2 * -(-share // 2)
        for record in records:
            (fault,) = record.faults
            assert fault.kind == kind, fault
            assert record.seats[fault.seat - 1].name != OPPONENT
            assert record.winners == (3 - fault.seat,)
            assert fault.position
            assert fault.command.startswith("go ")
            assert any(line.startswith("> go") for line in fault.log) or way == "chatter"
            assert verify(record) == []
            seen[way] += 1
    return seen


def main() -> None:
    """Do what the command line says, and print what came of it."""
    what, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if what == "kills":
            event = event_file(
                folder, ["random", "heuristic", "uct"], nodes=30, deals=max(4, count // 2), jobs=2
            )
            struck, torn = killed(event, folder / "killed", count, 1)
            run(event, folder / "whole")
            left, right = games(folder / "killed"), games(folder / "whole")
            print(
                f"{struck} kills, {torn} torn lines: {len(left)} games on record, each once; "
                f"{sum(left[i] == right.get(i) for i in left)} of them as in the {len(right)} "
                "of a run that nobody has disturbed"
            )
        else:
            for kind in FAULT_KINDS:
                seen = dict(faults(folder, kind, count))
                print(f"{kind}: {seen}: all on record, none twice", flush=True)


if __name__ == "__main__":
    main()
