"""Games of self-play in processes of their own, by joblib."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import joblib
from joblib.externals.loky.process_executor import BrokenProcessPool

from spyrium_ai.envs.selfplay import SelfplaySettings, play_game
from spyrium_ai.envs.shards import Shard
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError

LOOK_EVERY = 0.1  # seconds


def play_games(
    settings: SelfplaySettings, numbers: Iterable[int], jobs: int, stop: StopFlag
) -> Iterator[Shard]:
    """Yield games as they end, each a shard of one; `stop` ends those under way.

    Args:
        settings: of all games.
        numbers: of the games to play.
        jobs: with 1 they are played in this process, else in so many others.
        stop: can be set from another thread.

    Raises:
        HaltError: a process died.
    """
    if jobs == 1:
        for number in numbers:
            if stop.is_set():
                return
            game = play_game(settings, number, stop)
            if game is None:
                return
            yield game
    else:
        yield from _in_processes(settings, numbers, jobs, stop)


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
            yield from (game for game in games if game is not None)
        except BrokenProcessPool as error:
            raise HaltError(f"a process that plays games has died: {error}") from None
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib warns of games that nobody has taken
                games.close()


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
