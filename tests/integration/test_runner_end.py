"""However the runner ends, no process of a player is left, and finished games are kept."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import killed_at_the_end, new_mark, processes, wait_for, wait_until_gone
from support.program import (
    ROOT,
    end_of,
    end_of_busy_wait,
    started,
    wait_busily,
    wait_for_games,
)

from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify

SOON = 15.0  # seconds that a busy wait for the end gets, if the runner does not wait for engines
LATEST = 30.0  # and if it does
WATCHDOG = ROOT / "spyrium_ai/match/process/watchdog.py"


def run_of(*words: object) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start the runner of a match."""
    return started("match", *words)


def parent_of(pid: int) -> int:
    """Return the parent of a process, 0 where it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


@pytest.mark.parametrize("fault", ["stall", "orphan", "stubborn"])
def test_sigkill_of_the_runner_leaves_no_process(fault: str, tmp_path: Path) -> None:
    mark = new_mark()
    # The orphan's parent is gone when the runner dies; only its group shows where it belongs.
    spec = misbehaving_spec(fault, 1, mark)
    out = tmp_path / "games.jsonl"
    limits = ("--movetime", 600_000, "--out", out)
    with run_of("random", spec, "--jobs", 2, "--games", 4000, *limits) as runner:
        wait_for(mark, 2)
        # Then it does what it does. One that ends with every game must have begun another.
        wait_for_games(out, {"stall": 0, "orphan": 2, "stubborn": 2}[fault])
        runner.kill()
        end_of(runner)
    assert wait_until_gone(mark) == []


def test_sigkill_while_engines_start_leaves_no_process() -> None:
    for pause in (0, 0.02, 0.1):
        mark = new_mark()
        with run_of(misbehaving_spec("silent", 1, mark), "random") as runner:
            wait_for(mark, 1)
            time.sleep(pause)  # to come upon it in various places
            runner.kill()
            end_of(runner)
        assert wait_until_gone(mark) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_series_keeps_its_games(tmp_path: Path, number: int) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    spec = misbehaving_spec("stall", 600, mark)
    words = ("--jobs", 2, "--games", 4000, "--movetime", 600_000, "--out", out, "--json")
    with run_of("random", spec, *words) as runner:
        wait_for_games(out, 5)
        runner.send_signal(number)
        stdout, stderr = end_of_busy_wait(runner, LATEST)
        assert runner.returncode == 128 + number
    assert wait_until_gone(mark) == []
    data = json.loads(stdout)
    assert data["interrupted"]
    records = list(read_records(out))
    assert data["finished"] == len(records) >= 5
    assert all(record.outcome == "played" and not verify(record) for record in records)
    assert "Traceback" not in stderr


def test_an_interruption_while_all_engines_hang(tmp_path: Path) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    spec = misbehaving_spec("hangs", 1, mark)
    with run_of("random", spec, "--movetime", 600_000, "--out", out, "--games", 4) as runner:
        wait_for(f"{mark}-hangs", 1)
        runner.send_signal(signal.SIGINT)
        stdout, stderr = end_of_busy_wait(runner, SOON)
        assert runner.returncode == 130
    assert "0 games in 0 deal sets" in stdout
    assert out.read_bytes() == b""
    assert "Traceback" not in stderr
    assert wait_until_gone(mark) == []


def test_an_interruption_while_engines_start() -> None:
    mark = new_mark()
    with run_of("random", misbehaving_spec("silent", 1, mark)) as runner:
        wait_for(mark, 1)
        runner.send_signal(signal.SIGINT)
        _, stderr = end_of_busy_wait(runner, LATEST)
        assert runner.returncode == 130
    assert "Traceback" not in stderr
    assert wait_until_gone(mark) == []


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGALRM, signal.SIGKILL])
def test_a_runner_that_a_signal_kills_keeps_its_finished_games(tmp_path: Path, number: int) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    words = ("--jobs", 2, "--games", 4000, "--nodes", 1, "--out", out)
    with run_of("random", misbehaving_spec("none", 1, mark), *words) as runner:
        wait_for_games(out, 3)
        runner.send_signal(number)  # as an engine can
        end_of_busy_wait(runner, LATEST)
        assert runner.returncode == -number
    assert wait_until_gone(mark) == []
    whole = [line for line in out.read_text().splitlines(keepends=True) if line.endswith("\n")]
    records = list(read_records(out))
    assert len(records) == len(whole) >= 3
    assert all(record.outcome == "played" and not verify(record) for record in records)


NAMESPACES = ("unshare", "-r", "-n", "-p", "-f", "--kill-child", "--mount-proc")  # of strangers.md


def has_namespaces() -> bool:
    """Return whether this system lets a user make namespaces."""
    if not shutil.which(NAMESPACES[0]):
        return False
    return subprocess.run([*NAMESPACES, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_namespaces(), reason="no user namespaces here")
def test_an_engine_in_namespaces_leaves_nothing_behind() -> None:
    with killed_at_the_end(new_mark()) as mark:
        spec = f"{' '.join(NAMESPACES)} {misbehaving_spec('daemon', 1, mark)}"
        with run_of("random", spec, "--games", 2, "--json") as runner:
            stdout, _ = end_of_busy_wait(runner, 2 * LATEST)
        assert json.loads(stdout)["players"][1]["faults"] == {"crash": 2}
        assert wait_until_gone(mark) == []


def test_the_runner_ends_when_nobody_reads_it(tmp_path: Path) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    with run_of("random", misbehaving_spec("none", 1, mark), "--games", 2, "--out", out) as runner:
        assert runner.stdout
        assert runner.stderr
        runner.stdout.close()
        assert "Traceback" not in runner.stderr.read()
        wait_busily(runner, LATEST)
    assert len(list(read_records(out))) == 2
    assert wait_until_gone(mark) == []


def test_the_watchdog_goes_too() -> None:
    mark = new_mark()
    with run_of("random", misbehaving_spec("silent", 1, mark)) as runner:
        wait_for(mark, 1)
        (watchdog,) = (pid for pid in processes(str(WATCHDOG)) if parent_of(pid) == runner.pid)
        runner.send_signal(signal.SIGINT)
        end_of_busy_wait(runner, LATEST)
    assert watchdog not in processes(str(WATCHDOG))


def test_players_that_outlive_a_fault_are_gone_before_the_next_game() -> None:
    mark = new_mark()
    with run_of("random", misbehaving_spec("orphan", 2, mark), "--games", 2, "--json") as runner:
        stdout, _ = end_of_busy_wait(runner, 2 * LATEST)
    assert json.loads(stdout)["players"][1]["faults"] == {"crash": 2}
    assert processes(mark) == []
