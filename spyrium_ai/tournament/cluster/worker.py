"""The worker's side of a cluster: it plays the games that are sent there, with engines of its own.

Engines stay from game to game. They end with the run; with the worker's process, for the watchdog
looks after them there as it does everywhere; and when nobody wants their games any more, as after
the death of the runner.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from spyrium_ai.match.local_runner import LocalRunner, cores
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.util.errors import UsageError
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from dask.typing import Key
    from distributed import Worker

LOOK_EVERY = 0.25  # seconds: are the games still wanted?
IDLE_SECONDS = 30.0  # without a game, after which engines end


@dataclass(frozen=True)
class Run:
    """What a worker must know of those whose games it plays: `version` is their program's."""

    id: str
    version: str
    terms: MatchSettings


class Machine(NamedTuple):
    """Where a worker is: the name of its machine, the cores it may use, its threads for games."""

    name: str
    cores: int
    threads: int


class Task(NamedTuple):
    """A game under way, as the worker knows it."""

    worker: Worker
    key: Key

    def is_wanted(self) -> bool:
        """Return whether somebody still waits for it."""
        state = self.worker.state.tasks.get(self.key)
        return state is not None and state.state == "executing"


class WorkerSession:
    """The engines of one run in this process, and the games that they play.

    `tasks` are those games; None among them is a check of the players. No more of them may come
    when `is_closing`.
    """

    def __init__(self, run: Run) -> None:
        """Find the players' programs.

        Raises:
            UsageError: one of them is not here, or this is another version of spyrium-ai.
        """
        here = full_version()
        if run.version != here:
            raise UsageError(f"it has spyrium-ai {here}, and the games are for {run.version}")
        players = tuple(player.found_here() for player in run.terms.players)
        self.run_id = run.id
        self.tasks: list[Task | None] = []
        self.idle_since = time.monotonic()
        self.is_closing = False
        self._workers = LocalRunner(replace(run.terms, players=players), jobs=-1)
        self._is_open = False
        self._opening = threading.Lock()
        self._closing = threading.Lock()

    def check(self) -> None:
        """Start each player's engine once; UsageError where one does not start."""
        with self._opening:
            if not self._is_open:
                self._workers.check()
                self._is_open = True

    def play(self, plan: GamePlan) -> GameRecord | None:
        """Return the game, None where it was ended before its end; UsageError as in `check`."""
        try:
            self.check()
        except UsageError:
            if not self._workers.is_stopped:
                raise
        return self._workers.play_game(plan)

    @property
    def is_wanted(self) -> bool:
        """Whether the games under way are waited for, or others may come."""
        if not self.tasks:
            return time.monotonic() < self.idle_since + IDLE_SECONDS
        return all(task is None or task.is_wanted() for task in self.tasks)

    def close(self) -> None:
        """End the games under way and all engines; return when they have ended."""
        with self._closing:
            stopper = threading.Thread(target=self._workers.stop, daemon=True)
            stopper.start()
            while self.tasks:
                time.sleep(0.02)
            self._workers.close()
            stopper.join()


_OUTPOSTS: list[WorkerSession] = []
_LOCK = threading.Lock()


def play_game(run: Run, plan: GamePlan) -> GameRecord | None:
    """Play a game as a task of the worker; None where it was ended before its end.

    Raises:
        UsageError: the worker cannot play for this run; it says which worker and why.
    """
    from distributed import get_worker  # noqa: PLC0415 (an extra, which every worker has)

    worker = get_worker()
    try:
        with _worker_session(run, Task(worker, worker.get_current_task())) as outpost:
            return outpost.play(plan)
    except UsageError as error:
        raise UsageError(f"worker {worker.address}: {error}") from None


async def check_players(run: Run, dask_worker: Worker) -> Machine:
    """Start each player's engine on the worker, and return where it is.

    Raises:
        UsageError: the worker cannot play for this run.
    """

    def check() -> None:
        with _worker_session(run, None) as outpost:
            outpost.check()

    await asyncio.to_thread(check)
    return Machine(socket.gethostname(), cores(), dask_worker.state.nthreads)


async def end_run(run_id: str) -> None:
    """End the run's games on this worker, and its engines; return when they have ended."""
    with _LOCK:
        outposts = [outpost for outpost in _OUTPOSTS if outpost.run_id == run_id]
        for outpost in outposts:
            outpost.is_closing = True
    for outpost in outposts:
        await asyncio.to_thread(outpost.close)


@contextmanager
def _worker_session(run: Run, task: Task | None) -> Iterator[WorkerSession]:
    """Return the run's outpost, a new one if there is none, for the time of a task."""
    with _LOCK:
        found = (each for each in _OUTPOSTS if each.run_id == run.id and not each.is_closing)
        outpost = next(found, None) or _found(run)
        outpost.tasks.append(task)
    try:
        yield outpost
    finally:
        with _LOCK:
            outpost.tasks.remove(task)
            outpost.idle_since = time.monotonic()


def _found(run: Run) -> WorkerSession:
    """Return a new outpost, one that is watched."""
    outpost = WorkerSession(run)
    _OUTPOSTS.append(outpost)
    threading.Thread(target=_watch, args=(outpost,), name="outpost", daemon=True).start()
    return outpost


def _watch(outpost: WorkerSession) -> None:
    """Close the outpost when nobody wants its games any more: the body of a thread."""
    while not outpost.is_closing:
        time.sleep(LOOK_EVERY)
        with _LOCK:
            outpost.is_closing = outpost.is_closing or not outpost.is_wanted
    outpost.close()
    _OUTPOSTS.remove(outpost)
