"""Find out which processes run, by a word among their arguments."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.program import wait_until

GONE = 10.0


def new_mark() -> str:
    """Return a word that no other process has among its arguments."""
    return f"mark-{uuid.uuid4().hex}"


def processes(mark: str) -> list[int]:
    """Return the processes that have the word among their arguments, zombies excluded."""
    if Path("/proc/self/cmdline").exists():
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark.encode() in (path / "cmdline").read_bytes().split(b"\0"):
                    found.append(int(path.name))
        return found
    command = ["/bin/ps", "-A", "-o", "pid=,command="]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(line.split()[0]) for line in listing.stdout.splitlines() if mark in line.split()]


@contextmanager
def killed_at_the_end(mark: str) -> Iterator[str]:
    """Kill the processes with the word at the end: those that outlive their runner."""
    try:
        yield mark
    finally:
        for pid in processes(mark):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has taken, in steps of a clock tick."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def descriptors() -> int:
    """Return the number of descriptors that this process has open."""
    return len(os.listdir("/proc/self/fd"))


def wait_until_gone(mark: str) -> list[int]:
    """Return the processes with the word that do not end.

    It waits for GONE seconds of processor time, which are longer on a busy machine (see
    `wait_busily`), and shorter than any of these processes takes to end by itself.
    """
    begin = time.thread_time()
    while (left := processes(mark)) and time.thread_time() - begin < GONE:
        pass
    return left


def wait_for(mark: str, count: int) -> list[int]:
    """Return the processes with the word once there are so many."""
    wait_until(lambda: len(processes(mark)) >= count)
    return processes(mark)
