"""A Dask cluster for tests: a scheduler and workers, each a process of its own on loopback."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from support.certificates import Certificates
from support.program import PATIENCE, wait_until

from spyrium_ai.match.process.process_guard import GUARD


class DaskCluster:
    """A scheduler, and workers in the order in which they were started; a context."""

    def __init__(
        self,
        folder: Path,
        tls: Certificates | None = None,
        **settings: object,
    ) -> None:
        """Start the scheduler.

        Args:
            folder: where all of them put their files.
            tls: certificates of all; None: nothing is encrypted.
            settings: Dask's settings of the scheduler, as in `scheduler__allowed_failures`.
        """
        from distributed import Client  # noqa: PLC0415 (an extra)

        self._folder = folder
        self._environ = {
            **os.environ,
            **{f"DASK_DISTRIBUTED__{name.upper()}": str(value) for name, value in settings.items()},
            **(tls.environ() if tls else {}),
        }
        self._protocol = "tls" if tls else "tcp"
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--port", "0", "--scheduler-file", str(file), "--protocol", self._protocol
        )
        self.address = _address(file)
        security = tls.security() if tls else None
        self.client = Client(self.address, security=security, set_as_default=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self.client.close(timeout=1)
        for process in self.processes:
            kill(process)

    def worker(self, threads: int = 1, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker, with a nanny that starts it again; it comes in a while."""
        folder = str(self._folder / f"worker-{len(self.processes)}")
        words = ["--nthreads", str(threads), "--memory-limit", "0", "--local-directory", folder]
        return self._start("worker", self.address, *words, *options)

    def wait_for(self, workers: int) -> None:
        """Wait until so many workers are there."""
        self.client.wait_for_workers(workers, timeout=PATIENCE)

    def busy(self) -> dict[str, int]:
        """Return how many games are under way on each worker that has one, by its address."""
        under_way: dict[str, tuple[str, ...]] = self.client.processing()
        return {address: len(keys) for address, keys in under_way.items() if keys}

    def pids(self) -> dict[str, int]:
        """Return the processes of the workers by their addresses; nannies are others."""
        found: dict[str, int] = self.client.run(os.getpid)
        return found

    def kill_within_a_game(self, address: str, group: bool) -> None:
        """Kill a worker while it plays, the nanny too if its whole group is meant."""
        pid = self.pids()[address]
        send = os.killpg if group else os.kill
        number = os.getpgid(pid) if group else pid

        def is_caught_playing() -> bool:
            send(number, signal.SIGSTOP)
            wait_until(lambda: _is_halted(pid))
            # What it has sent before comes to the scheduler's event loop no later than these.
            for _ in range(5):
                self.busy()
            if address in self.busy():
                return True
            send(number, signal.SIGCONT)
            return False

        wait_until(is_caught_playing)
        send(number, signal.SIGKILL)

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
        with (self._folder / f"{what}-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=self._environ,
                start_new_session=True,
            )
        GUARD.add(process.pid)  # should this process be killed
        self.processes.append(process)
        return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    GUARD.remove(process.pid)


def _is_halted(pid: int) -> bool:
    """Return whether a process has been stopped by SIGSTOP."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    return stat.rpartition(")")[2].split()[0] == "T"


def _address(file: Path) -> str:
    """Return the scheduler's address once it has written it down."""
    found: list[str] = []

    def is_written() -> bool:
        with contextlib.suppress(OSError, ValueError):
            found.append(json.loads(file.read_text())["address"])
        return bool(found)

    wait_until(is_written)
    return found[0]
