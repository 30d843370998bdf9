"""Start the faulty engine, and find out which processes are left."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import sys
import time
import uuid
from pathlib import Path

from support.program import PATIENCE, wait_until

SCRIPT = Path(__file__).with_name("faulty_engine.py")


def faulty(fault: str = "none", at: int = 1, mark: str = "") -> list[str]:
    """Return the command of an engine with a fault at its AT-th `go`."""
    return [sys.executable, str(SCRIPT), fault, str(at), *([mark] if mark else [])]


def faulty_spec(fault: str = "none", at: int = 1, mark: str = "") -> str:
    """Return the same as a player's spec."""
    return shlex.join(faulty(fault, at, mark))


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


def wait_until_gone(mark: str) -> list[int]:
    """Return the processes with the word that do not end."""
    until = time.monotonic() + PATIENCE
    while (left := processes(mark)) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def wait_for(mark: str, count: int) -> list[int]:
    """Return the processes with the word once there are so many."""
    wait_until(lambda: len(processes(mark)) >= count)
    return processes(mark)
