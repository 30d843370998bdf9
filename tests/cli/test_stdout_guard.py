"""Where the standard output cannot be written to: a full disk, a pipe that nobody reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.program import PATIENCE
from support.run_command import invoke

from spyrium_ai.cli.stdout_guard import checked_output

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "spyrium_ai"]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")

# Written by click, by click line by line, and by rich.
COMMANDS = ("--help", "replay --game 1 {journal}", "luck {journal}")
TOLD = "spyrium-ai: cannot write to the standard output: No space left on device\n"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "games.jsonl"
    words = ("match", "random", "random", "--games", 2, "--seed", 1, "--out", path)
    assert invoke(*words).exit_code == 0
    return path


def into_full_disk(command: list[str]) -> tuple[int, str]:
    """Return the exit code and the errors of a command whose output cannot be stored."""
    with FULL.open("w") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False
        )
    return result.returncode, result.stderr


def into_closed_pipe(*words: str, stdin: int | None = None) -> tuple[int, str]:
    """Return the exit code and the errors of a command whose output nobody reads."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        if process.stdin:
            process.stdin.write("spyrium\n")
            process.stdin.flush()
        errors = process.stderr.read()
        return process.wait(PATIENCE), errors


@needs_full
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told_in_a_line(command: str, journal: Path) -> None:
    words = [word.format(journal=journal) for word in command.split()]
    assert into_full_disk([*PROGRAM, *words]) == (2, TOLD)


@pytest.mark.parametrize("unbuffered", ["", "1"])  # as Python reads it: no and yes
@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_pipe_ends_a_command_silently(
    command: str, journal: Path, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    words = [word.format(journal=journal) for word in command.split()]
    assert into_closed_pipe(*words) == (1, "")


def test_an_engine_that_nobody_listens_to_ends_in_order() -> None:
    assert into_closed_pipe("engine", "random", stdin=subprocess.PIPE) == (0, "")


@needs_full
def test_what_is_still_buffered_is_written_before_the_end() -> None:
    script = (
        "from spyrium_ai.cli.stdout_guard import checked_output\n"
        "with checked_output():\n"
        "    print('a line', flush=False)\n"
    )
    assert into_full_disk([sys.executable, "-c", script]) == (2, TOLD)


@needs_full
def test_another_file_that_is_full_is_not_taken_for_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    with (
        pytest.raises(OSError, match="No space left") as caught,
        checked_output(),
        FULL.open("w") as full,
    ):
        full.write("a line")
    assert type(caught.value) is OSError


def test_what_the_encoding_lacks_is_written_out() -> None:
    script = (
        "from spyrium_ai.cli.stdout_guard import checked_output\n"
        "with checked_output():\n"
        "    print('caf\\xe9')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"caf\\xe9\n", b"")
