"""Series of games with sick engines: every game is on record, and nothing is left behind."""

from __future__ import annotations

import json
import random
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from hostile.fuzzing import Fuzzer
from hostile.zygote import complaint, run
from support.processes import new_mark, processes

from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify

ENGINE = Path(__file__).with_name("sick_engine.py")
# What comes up at the AT-th `go` of a process, and what is wrong all the time.
ONCE = (
    *("crash", "segfault", "stall", "illegal", "error", "chatter", "flood", "longline", "garbage"),
    *("closes-output", "orphan", "half-line", "half-line-and-end", "hold", "hold", "hold"),
    *("stops-itself", "closes-input"),
)
ALWAYS = (
    *("silent", "stillborn", "banner", "one-game", "version-2", "stubborn", "child", "last-word"),
    *("option-twice", "bad-option", "exit-3", "babble", "values-short", "pv-illegal", "outlives"),
)
SECONDS = 120.0  # for a series
GONE = 10.0  # seconds that processes have to be gone after it
MOST_OPEN = 70  # descriptors of the runner: pipes, logs, and the watchdog of a few engines

Sick = tuple[str, int]


class SickEngines(Fuzzer):
    """Plays series; a part is an engine's way to be sick and when it comes up."""

    name = "sick"
    short: ClassVar[int] = 3

    def draw(self, luck: random.Random) -> list[Sick]:
        ways = [*ONCE, *ONCE, *ALWAYS]
        return [(luck.choice(ways), luck.randint(1, 30)) for _ in range(luck.randint(1, 4))]

    def check(self, parts: Sequence[Sick], folder: Path) -> str:
        mark = new_mark()
        engines = [shlex.join([sys.executable, str(ENGINE), w, str(at), mark]) for w, at in parts]
        players = [*engines, "random"] if len(engines) < 2 else engines
        games = 3 * len(players)
        words = ["match", *players, "--games", str(games), "--nodes", "1", "--jobs", "2"]
        words += ["--patience", "2", "--seed", "1", "--out", "games.jsonl"]
        opened = [0]
        ran = run(words, folder, seconds=SECONDS, watch=lambda x: opened.append(_open_files(x)))
        refused = ran.code == 2 and not (folder / "games.jsonl").exists()  # it cannot start
        if found := complaint(ran, codes=(0, 2) if refused else (0,)):
            return found
        left = _left(mark)
        if left:
            return f"processes are left behind\n  {left}"
        if max(opened) > MOST_OPEN:
            return f"descriptors are left open\n  {max(opened)}"
        return "" if refused else _wrong(folder / "games.jsonl", games)


def _open_files(process: int) -> int:
    try:
        return len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return 0


def _left(mark: str) -> list[int]:
    """Return the engines' processes that do not end."""
    end = time.monotonic() + GONE
    while (left := processes(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    return left


def _wrong(log: Path, games: int) -> str:
    """Return what is wrong with the log of a series."""
    records = list(read_records(log))
    ids = {record.id for record in records}
    if len(records) != games or len(ids) != games:
        return f"not every game is on record once\n  {len(records)} of {games}"
    for record in records:
        lost = {fault.seat for fault in record.faults}
        if problems := verify(record):
            return f"a game fails verification\n  {record.id}: {problems}"
        if lost & set(record.winners) or (record.outcome == "played") != (not lost):
            return f"a result does not follow from the faults\n  {json.dumps(sorted(lost))}"
    return ""
