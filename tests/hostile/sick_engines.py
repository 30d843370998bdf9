"""Series of games with sick engines: every game is on record, and nothing is left behind."""

from __future__ import annotations

import os
import random
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from hostile.fuzzing import Fuzzer
from hostile.zygote import complaint, run
from support.processes import new_mark, processes

from spyrium_ai.match.records.record import Fault, SeatRecord
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify

ENGINE = Path(__file__).with_name("sick_engine.py")
# What comes up at the AT-th `go` of a process, and the fault that it is.
ONCE = {
    **dict.fromkeys(("crash", "segfault", "closes-output", "orphan", "hold"), "crash"),
    **dict.fromkeys(("half-line-and-end",), "crash"),
    **dict.fromkeys(("stall", "chatter", "half-line", "stops-itself"), "stall"),
    **dict.fromkeys(("error", "flood", "longline"), "protocol"),
    "illegal": "illegal",
    "late": "flag",
}
# What is wrong in other ways or all the time, whatever fault comes of it, if any.
ALWAYS = (
    *("stillborn", "banner", "one-game", "version-2", "stubborn", "child", "last-word"),
    *("option-twice", "bad-option", "exit-3", "babble", "values-short", "pv-illegal", "outlives"),
    *("garbage", "closes-input", "wordy"),
)
SECONDS = 120.0  # for a series
GONE = 10.0  # seconds that processes have to be gone after it
# Descriptors of the runner: its own, and those of each player's engines in two games, with others
# that are about to end. A series in which pipes are held is long enough to have more.
MOST_OPEN, MOST_OPEN_EACH = 20, 16
GAMES, GAMES_HELD = 3, 9  # for each player

Sick = tuple[str, int]


class SickEngines(Fuzzer):
    """Plays series; a part is an engine's way to be sick and when it comes up."""

    name = "sick"
    short: ClassVar[int] = 1

    def draw(self, luck: random.Random) -> list[Sick]:
        ways = [*ONCE, *ONCE, "hold", "hold", *ALWAYS]
        return [(luck.choice(ways), luck.randint(1, 30)) for _ in range(luck.randint(1, 4))]

    def check(self, parts: Sequence[Sick], folder: Path) -> str:
        mark = new_mark()
        engines = [shlex.join([sys.executable, str(ENGINE), w, str(at), mark]) for w, at in parts]
        players = [*engines, "random"] if len(engines) < 2 else engines
        is_held = any(way == "hold" for way, _ in parts)
        games = (GAMES_HELD if is_held else GAMES) * len(players)
        words = ["match", *players, "--games", str(games), "--movetime", "1000", "--jobs", "2"]
        words += ["--seed", "1", "--out", "games.jsonl"]
        opened = [0]
        ran = run(words, folder, seconds=SECONDS, watch=lambda x: opened.append(_open_files(x)))
        for process in processes(f"{mark}-held"):  # they have left on purpose
            os.kill(process, signal.SIGKILL)
        refused = ran.code == 2 and not (folder / "games.jsonl").exists()  # it cannot start
        if found := complaint(ran, codes=(0, 2) if refused else (0,)):
            return found
        left = _left(mark)
        if left:
            return f"processes are left behind\n  {left}"
        if max(opened) > MOST_OPEN + MOST_OPEN_EACH * len(players):
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
            return f"a result does not follow from the faults\n  {record.id}: {sorted(lost)}"
        for fault in record.faults:
            if found := _wrong_fault(fault, record.seats[fault.seat - 1]):
                return f"{found}\n  {record.id}: {fault!r:.1500}"
    return ""


def _wrong_fault(fault: Fault, seat: SeatRecord) -> str:
    """Return what is wrong with what is on record of a fault."""
    if str(ENGINE) not in seat.spec:
        return "a fault of an engine that is in order"
    way = seat.command[2]
    if way not in ONCE or not fault.command.startswith("go "):
        return ""
    if fault.kind != ONCE[way]:
        return f"{way} is on record as {fault.kind}"
    told = any(line.startswith("> go") for line in fault.log) or way in {"chatter", "flood"}
    return "" if fault.position and told else "a fault without its traces"
