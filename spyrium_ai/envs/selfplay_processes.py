"""Games of self-play in processes of their own, by joblib."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Self

import joblib
from joblib.externals.loky.process_executor import BrokenProcessPool

from spyrium_ai.envs.selfplay import SelfplaySettings, play_game
from spyrium_ai.envs.shards import Shard
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError
from spyrium_ai.util.joblib_results import finished
from spyrium_ai.util.processors import at_a_time

LOOK_EVERY = 0.1  # seconds


class SelfplayProcesses:
    """Plays games of self-play on this machine; use it as a context manager."""

    warnings: tuple[str, ...] = ()  # a cluster has some

    def __init__(self, settings: SelfplaySettings, jobs: int = 1) -> None:
        """Get ready.

        Args:
            settings: of all games.
            jobs: with 1 the games are played in this process, else in so many others; -1: one per
                core.
        """
        self._settings, self._jobs = settings, at_a_time(jobs)
        self._stop = StopFlag()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """End the games under way, from any thread; they are lost."""
        self._stop.set()

    def play(self, numbers: Iterable[int]) -> Iterator[Shard]:
        """Yield the games with these numbers as they end, each a shard of one.

        Raises:
            HaltError: a process died.
        """
        if self._jobs > 1:
            yield from _in_processes(self._settings, numbers, self._jobs, self._stop)
            return
        for number in numbers:
            game = None if self.is_stopped else play_game(self._settings, number, self._stop)
            if game is None:
                return
            yield game


def _in_processes(
    settings: SelfplaySettings, numbers: Iterable[int], jobs: int, stop: StopFlag
) -> Iterator[Shard]:
    parallel = joblib.Parallel(
        n_jobs=jobs,
        backend="loky",
        return_as="generator_unordered",
        pre_dispatch="n_jobs",
        batch_size=1,
    )
    with _lease(stop) as lease:
        wanted = itertools.takewhile(lambda _: not stop.is_set(), numbers)
        tasks = (joblib.delayed(_play_for)(lease, settings, number) for number in wanted)
        with _unreached_by_ctrl_c():
            games = parallel(tasks)
        try:
            yield from finished(games)
        except BrokenProcessPool as error:
            raise HaltError(f"a process that plays games has died: {error}") from None


class Lease(NamedTuple):
    """How long the other processes play: while this file and their parent are there."""

    path: Path
    parent: int


@contextlib.contextmanager
def _lease(stop: StopFlag) -> Iterator[Lease]:
    """Yield a lease that ends with the context, or when `stop` is set."""
    over = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lease"
        path.touch()

        def end_at_stop() -> None:
            while not over.wait(LOOK_EVERY) and not stop.is_set():
                pass
            path.unlink()

        watch = threading.Thread(target=end_at_stop, daemon=True)
        watch.start()
        try:
            yield Lease(path, os.getpid())
        finally:
            over.set()
            watch.join()


@contextlib.contextmanager
def _unreached_by_ctrl_c() -> Iterator[None]:
    """Have the processes that are started here inherit that SIGINT is blocked.

    Ctrl-C goes to all processes of a terminal; it is this one that ends the others.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_for(lease: Lease, settings: SelfplaySettings, number: int) -> Shard | None:
    """Play a game in another process; None if the lease ended before it."""
    stop = _STOPS.get(lease.path)
    if stop is None:
        stop = _STOPS[lease.path] = StopFlag()
        threading.Thread(target=_end_with, args=(lease, stop), daemon=True).start()
    return play_game(settings, number, stop)


_STOPS: dict[Path, StopFlag] = {}  # of the leases that this process has played for


def _end_with(lease: Lease, stop: StopFlag) -> None:
    """Stop the game when the lease ends, and this process with its parent: the body of a thread."""
    while lease.path.exists():
        if os.getppid() != lease.parent:
            os._exit(1)
        time.sleep(LOOK_EVERY)
    stop.set()
