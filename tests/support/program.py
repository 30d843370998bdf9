"""Start the program as a process that no test leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from spyrium_ai.match.process.process_guard import GUARD

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-P", "-m", "spyrium_ai")
# Seconds that a process has to end or to answer. Only a test that fails waits for so long.
PATIENCE = 120.0


def environment() -> dict[str, str]:
    """Return the variables for the program, those of now: it keeps to the folders of the tests."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


@contextmanager
def started(
    *words: object, cwd: Path | None = None, before: tuple[str, ...] = ()
) -> Iterator[subprocess.Popen[str]]:
    """Start the program in a session of its own, as a terminal would; kill it at the end.

    Args:
        words: the command line after the program's name.
        cwd: the working directory, by default this one.
        before: words that start the command line, to run the program with them.
    """
    with subprocess.Popen(
        [*before, *PROGRAM, *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env=environment(),
        start_new_session=True,
    ) as process:
        GUARD.add(process.pid)  # should this process be killed
        try:
            yield process
        finally:
            process.kill()
            GUARD.remove(process.pid)


def wait_until(is_true: Callable[[], bool]) -> None:
    """Ask again and again; AssertionError where it does not become true."""
    until = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < until, is_true
        time.sleep(0.02)


def wait_for_games(path: Path, count: int) -> None:
    """Wait until so many games are on record."""
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= count)


def wait_busily(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait for the end of a process; AssertionError if it does not come soon.

    The limit is on the processor time that the busy wait gets. On an idle machine that is the time
    of a clock. On a busy one the wait is slowed down as much as what it waits for.
    """
    begin = time.thread_time()
    while process.poll() is None:
        assert time.thread_time() - begin < seconds


def end_of_busy_wait(process: subprocess.Popen[str], seconds: float) -> tuple[str, str]:
    """Return stdout and stderr, both short, after `wait_busily`."""
    wait_busily(process, seconds)
    return end_of(process)


def end_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return stdout and stderr once the process has ended by itself."""
    return process.communicate(timeout=PATIENCE)
