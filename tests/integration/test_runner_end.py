"""However the runner ends, no process of a player is left, and finished games are kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.faulty import faulty_spec, new_mark, processes, wait_for, wait_until_gone

from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify

ROOT = Path(__file__).parents[2]
WATCHDOG = ROOT / "spyrium_ai/match/process/watchdog.py"
MATCH = [sys.executable, "-m", "spyrium_ai", "match"]


def start(*words: object) -> subprocess.Popen[str]:
    """Start the runner in a session of its own, as a terminal would."""
    return subprocess.Popen(
        [*MATCH, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )


def parent_of(pid: int) -> int:
    """Return the parent of a process, 0 where it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def wait_for_games(path: Path, count: int) -> None:
    """Wait until so many games are on record."""
    until = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("fault", ["stall", "orphan", "stubborn"])
def test_sigkill_of_the_runner_leaves_no_process(fault: str) -> None:
    mark = new_mark()
    # The orphan's parent is gone when the runner dies; only its group shows where it belongs.
    spec = faulty_spec(fault, 1, mark)
    runner = start("random", spec, "--jobs", 2, "--games", 400, "--movetime", 30_000)
    wait_for(mark, 2)
    time.sleep(0.3)
    runner.kill()
    runner.communicate()
    assert wait_until_gone(mark) == []


def test_sigkill_while_engines_start_leaves_no_process() -> None:
    for pause in (0, 0.02, 0.1):
        mark = new_mark()
        runner = start(faulty_spec("silent", 1, mark), "random")
        wait_for(mark, 1)
        time.sleep(pause)
        runner.kill()
        runner.communicate()
        assert wait_until_gone(mark) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_series_keeps_its_games(tmp_path: Path, number: int) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    spec = faulty_spec("stall", 600, mark)
    words = ("--jobs", 2, "--games", 4000, "--movetime", 60_000, "--out", out, "--json")
    runner = start("random", spec, *words)
    wait_for_games(out, 5)
    runner.send_signal(number)
    stdout, stderr = runner.communicate(timeout=30)
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
    spec = faulty_spec("stall", 1, mark)
    runner = start("random", spec, "--movetime", 600_000, "--out", out, "--games", 4)
    wait_for(mark, 1)
    time.sleep(0.5)
    begin = time.monotonic()
    runner.send_signal(signal.SIGINT)
    stdout, stderr = runner.communicate(timeout=30)
    assert runner.returncode == 130
    assert time.monotonic() - begin < 15
    assert "0 games in 0 deal sets" in stdout
    assert out.read_bytes() == b""
    assert "Traceback" not in stderr
    assert wait_until_gone(mark) == []


def test_an_interruption_while_engines_start() -> None:
    mark = new_mark()
    runner = start("random", faulty_spec("silent", 1, mark))
    wait_for(mark, 1)
    runner.send_signal(signal.SIGINT)
    _, stderr = runner.communicate(timeout=30)
    assert runner.returncode == 130
    assert "Traceback" not in stderr
    assert wait_until_gone(mark) == []


def test_the_runner_ends_when_nobody_reads_it(tmp_path: Path) -> None:
    mark, out = new_mark(), tmp_path / "games.jsonl"
    runner = start("random", faulty_spec("none", 1, mark), "--games", 2, "--out", out)
    assert runner.stdout is not None
    runner.stdout.close()
    runner.wait(timeout=30)
    assert runner.stderr is not None
    assert "Traceback" not in runner.stderr.read()
    runner.stderr.close()
    assert len(list(read_records(out))) == 2
    assert wait_until_gone(mark) == []


def test_the_watchdog_goes_too() -> None:
    mark = new_mark()
    runner = start("random", faulty_spec("silent", 1, mark))
    wait_for(mark, 1)
    (watchdog,) = (pid for pid in processes(str(WATCHDOG)) if parent_of(pid) == runner.pid)
    runner.send_signal(signal.SIGINT)
    runner.communicate(timeout=30)
    assert watchdog not in processes(str(WATCHDOG))


def test_players_that_outlive_a_fault_are_gone_before_the_next_game() -> None:
    mark = new_mark()
    done = subprocess.run(
        [*MATCH, "random", faulty_spec("orphan", 2, mark), "--games", "2", "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout)["players"][1]["faults"] == {"crash": 2}
    assert processes(mark) == []
