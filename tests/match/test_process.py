from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import descriptors, killed_at_the_end, new_mark, processes

from spyrium_ai import GameRecord, play_series
from spyrium_ai.match.process.engine_process import EngineProcess
from spyrium_ai.match.process.process_guard import GUARD

NAMELESS = signal.SIGRTMIN + 1


@pytest.fixture
def process() -> Iterator[EngineProcess]:
    """Give a process that ends when it is told to."""
    process = EngineProcess(["cat"])
    yield process
    process.close()


def test_two_threads_that_close_end_it_once(
    process: EngineProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, both = [], threading.Barrier(2)

    def kill() -> None:
        time.sleep(0.2)  # for the other thread to come in
        ended.append(process.pid)

    def close() -> None:
        both.wait(20)
        process.close(5)

    monkeypatch.setattr(process, "kill", kill)
    threads = [threading.Thread(target=close) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == [process.pid]


def test_a_status_that_another_thread_has_reaped(
    process: EngineProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def waitid(*_: object) -> None:
        process._popen.wait()
        raise ChildProcessError

    process.close_input()
    monkeypatch.setattr(os, "waitid", waitid)
    assert process.exit_status(5) == "ended with exit status 0"


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGSEGV, "SIGSEGV"), (NAMELESS, f"signal {NAMELESS}")]
)
def test_the_signal_that_killed_it_is_told(process: EngineProcess, number: int, name: str) -> None:
    os.kill(process.pid, number)
    assert process.exit_status(5) == f"was killed by {name}"


def test_a_program_whose_watchdog_cannot_be_started_is_not_looked_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tell(_line: str) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    before = set(GUARD._groups)
    monkeypatch.setattr(GUARD, "_tell", tell)
    with pytest.raises(BlockingIOError):
        EngineProcess(["cat"])
    assert before == GUARD._groups


def test_a_program_that_cannot_be_killed_does_not_block_its_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def killpg(_group: int, _number: int) -> None:
        raise PermissionError

    sleeper = EngineProcess(["sleep", "60"])
    try:
        with monkeypatch.context() as patched:
            patched.setattr("spyrium_ai.match.process.engine_process.KILL_SECONDS", 0.1)
            patched.setattr(os, "killpg", killpg)
            sleeper.close(0, 0.1)
        assert sleeper._popen.poll() is None
    finally:
        sleeper._popen.kill()
        sleeper._popen.wait()
        GUARD.remove(sleeper.pid)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
def test_games_that_leave_processes_behind_cost_no_descriptor_and_no_thread() -> None:
    counts = []

    def count(_: GameRecord) -> None:
        counts.append((descriptors(), threading.active_count()))

    with killed_at_the_end(new_mark()) as mark:
        players = ["random", misbehaving_spec("daemon", 1, mark)]
        play_series(players, games=6, nodes=1, on_game=count)
        assert len(processes(mark)) == 6  # they hold the output of ended engines open
        assert max(counts[2:]) <= max(counts[:2])
