"""Signals that are ignored: the tests do not inherit that, and the program leaves it so."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_for, wait_until_gone
from support.program import PATIENCE, ROOT, end_of, environment, started
from support.signals import ENDING

SHOW = (
    f"import signal; print([signal.getsignal(n) == signal.SIG_IGN for n in {[*map(int, ENDING)]}])"
)


def ignoring(*names: str) -> tuple[str, ...]:
    """Return the words before a command that start it with these signals ignored."""
    return ("sh", "-c", f"trap '' {' '.join(names)}; exec \"$@\"", "sh")


def test_what_a_test_starts_ignores_no_signal() -> None:
    done = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[False] * len(ENDING)}\n"


def test_nor_does_it_where_the_tests_were_started_so() -> None:
    this = f"{Path(__file__)}::{test_what_a_test_starts_ignores_no_signal.__name__}"
    words = [*ignoring("INT", "TERM", "HUP", "QUIT"), sys.executable, "-m", "pytest", "-q", this]
    done = subprocess.run(
        [*words, "-p", "no:cacheprovider"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_a_match_in_the_background_goes_on_after_an_interrupt() -> None:
    mark = new_mark()
    match = ("match", "random", misbehaving_spec("stall", 1, mark), "--movetime", 600_000)
    with started(*match, before=ignoring("INT", "HUP")) as runner:
        wait_for(mark, 1)
        # Of signals that wait together a process gets the lowest number first: were SIGHUP or
        # SIGINT not ignored, the exit code would be theirs.
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            runner.send_signal(number)
        end_of(runner)
        assert runner.returncode == 128 + signal.SIGTERM
    assert wait_until_gone(mark) == []
