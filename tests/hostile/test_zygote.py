"""What the fuzzers see of a run, and that they see what is wrong."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from hostile.zygote import Ran, complaint, control_characters, run

MISDEEDS = "@hostile.test_zygote:misdeed"


def misdeed(what: str) -> None:
    """Do what no command may do; the name says what."""
    match what:
        case "traceback":
            raise KeyError("lost")
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "code":
            sys.exit(3)
        case "silent":
            sys.exit(2)
        case "escape":
            sys.stderr.write("\x1b[2J")
        case "memory":
            bytearray(100 << 30)
        case "hang":
            time.sleep(1000)


def test_the_program_runs_as_it_does_alone(tmp_path: Path) -> None:
    ran = run(["engine", "random"], tmp_path, b"isready\nquit\n")
    assert (ran.code, ran.out, ran.err) == (0, b"readyok\n", b"")
    assert complaint(ran) == ""
    assert run(["--nonsense"], tmp_path).code == 2


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("traceback", "traceback: KeyError (nowhere)"),
        ("crash", "exit code -11"),
        ("code", "exit code 3"),
        ("silent", "exit code 2 without a word"),
        ("escape", "stderr has characters that act on a terminal"),
        ("memory", "traceback: MemoryError (nowhere)"),
    ],
)
def test_a_misdeed_is_seen(what: str, kind: str, tmp_path: Path) -> None:
    assert complaint(run([MISDEEDS, what], tmp_path)).splitlines()[0] == kind


def test_what_does_not_end_is_ended(tmp_path: Path) -> None:
    ran = run([MISDEEDS, "hang"], tmp_path, seconds=0.1)
    assert ran.was_stopped
    assert complaint(ran, may_last=True) == ""
    assert complaint(ran).startswith("it does not end by itself")


def test_what_acts_on_a_terminal_is_named() -> None:
    assert control_characters("a\n\u202eb\x1b\x9b".encode()) == ["'\\u202e'", "'\\x1b'", "'\\x9b'"]
    assert control_characters("caf\u00e9 \u25b2".encode()) == []
    assert control_characters(b"\xff") == ["'\\udcff'"]


def test_a_complaint_has_the_command_and_its_last_words() -> None:
    err = b"Traceback (most recent call last):\n  x\nKeyError: 1\n"
    told = complaint(Ran(["rate", "x"], 1, b"", err, was_stopped=False))
    assert told.startswith("traceback: KeyError (nowhere)\n  ['rate', 'x']: exit code 1")
