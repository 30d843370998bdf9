"""A person at a pipe and at a terminal, with the real program."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

from support.program import PATIENCE, PROGRAM, environment

from spyrium_ai import STRONGEST
from spyrium_ai.match.records.record_file import read_records

MATCH = (*PROGRAM, "match")
TERMINAL = {**environment(), "TERM": "xterm", "LC_ALL": "C.UTF-8"}


def run(*words: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MATCH, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=cwd,
        env=TERMINAL,
        check=False,
    )


def test_a_script_plays_one_whole_game_through_a_pipe(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    done = run("human", "random", "--seed", "5", "--out", str(out), typed="1\n" * 400)
    assert (done.returncode, done.stderr) == (0, "")
    assert "== Final scores" in done.stdout
    assert done.stdout.isascii()
    (record,) = read_records(out)
    assert [seat.name for seat in record.seats] == ["human", "random"]


def test_who_is_alone_meets_the_strongest_player() -> None:
    assert f"1 you, 2 {STRONGEST}" in run("human", "--seed", "5", typed="").stdout


def test_who_is_alone_may_name_a_level() -> None:
    done = run("human", "--level", "4", "--seed", "5", typed="")
    assert "1 you, 2 level:level=4" in done.stdout


def test_the_seed_is_new_each_time_and_too_large_to_be_guessed() -> None:
    first, second = (
        int(re.findall(r"Spyrium, seed (\d+):", run("human", "random").stdout)[0]) for _ in range(2)
    )
    assert first != second
    assert min(first, second) > 10**9  # by chance not so, once in 10**9 times


def test_a_game_is_left_saved_and_resumed(tmp_path: Path) -> None:
    left = run("human", "random", typed="1\n1\nsave my.json\n", cwd=tmp_path)
    assert left.returncode == 0
    assert left.stdout.endswith("To resume it: spyrium-ai match --resume my.json\n")
    assert (tmp_path / "my.json").stat().st_mode & 0o777 == 0o600
    done = run("--resume", "my.json", typed="1\n" * 400, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "== Final scores" in done.stdout


def test_the_file_of_records_is_not_made_in_vain(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert run("--resume", "none.json", "--out", str(out)).returncode == 2
    assert run("human", "random", "--out", str(out), typed="quit\n").returncode == 0
    assert not out.exists()
    out.write_text("mine")
    assert "already exists" in run("human", "random", "--out", str(out)).stderr


def test_bytes_that_are_no_text_are_no_move() -> None:
    done = subprocess.run(
        [*MATCH, "human", "human"],
        input=b"\xff\xfe\x00\n\n",
        capture_output=True,
        timeout=PATIENCE,
        env=TERMINAL,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is neither a legal move nor a command" in done.stdout


def test_options_without_a_meaning_here_are_refused() -> None:
    assert "--json cannot be used with human players" in run("human", "random", "--json").stderr
    refused = run("--resume", "x.json", "--seed", "3")
    assert refused.returncode == 2
    assert "--seed cannot be used with --resume" in refused.stderr
    assert "leave them out" in run("human", "random", "--resume", "x.json").stderr


def read_until(fd: int, pattern: str, seconds: float = PATIENCE) -> str:
    """Return what a terminal shows up to the pattern."""
    data = b""
    deadline = time.monotonic() + seconds
    while not re.search(pattern, text := data.decode(errors="ignore")):
        ready, _, _ = select.select([fd], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"no {pattern!r} in {text[-500:]!r}"
        try:
            more = os.read(fd, 65536)
        except OSError:  # the other end of the terminal is closed
            more = b""
        assert more, f"no {pattern!r} in {text[-500:]!r}"
        data += more
    return text


def test_a_terminal_has_colour_and_ctrl_c_leaves_nothing_behind() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*MATCH, "human", "random", "--seed", "5"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={key: value for key, value in TERMINAL.items() if key != "NO_COLOR"},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        screen = read_until(ours, r"or help\):")
        assert "\x1b[" in screen
        assert "£10" in screen
        os.write(ours, b"1\n")
        read_until(ours, r"or help\):")
        process.send_signal(signal.SIGINT)
        os.write(ours, b"\n")  # Python's `input` may notice a signal only with the next key
        assert "The game is kept" in read_until(ours, "--resume .*human-random")
        assert process.wait(PATIENCE) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
