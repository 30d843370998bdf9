"""The worker's side of a cluster: plays the games that it receives, with engines of its own.

Engines are reused from game to game. They end with the run, with the worker's process (the watchdog
sees to that, as everywhere), and when the runner no longer waits for their games, for example after
its death.
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

LOOK_EVERY = 0.25  # seconds between checks whether the games are still wanted
IDLE_SECONDS = 30.0  # without a game, after which engines end


@dataclass(frozen=True)
class Run:
    """What a worker needs for the games of a runner; `version` is that of the runner's program."""

    id: str
    version: str
    settings: MatchSettings


class Machine(NamedTuple):
    """The machine of a worker: its name, the cores it may use, the worker's threads for games."""

    name: str
    cores: int
    threads: int


class Task(NamedTuple):
    """A game under way, as the worker knows it."""

    worker: Worker
    key: Key

    def is_wanted(self) -> bool:
        """Return whether the runner still waits for it."""
        state = self.worker.state.tasks.get(self.key)
        return state is not None and state.state == "executing"


class WorkerSession:
    """The engines of one run in this process, and the games that they play.

    `tasks` are those games; None among them is a check of the players. When `is_closing`, no
    further tasks are accepted.
    """

    def __init__(self, run: Run) -> None:
        """Find the players' programs.

        Raises:
            UsageError: one of them is missing here, or this is another version of spyrium-ai.
        """
        here = full_version()
        if run.version != here:
            raise UsageError(f"it has spyrium-ai {here}, and the games are for {run.version}")
        players = tuple(player.found_here() for player in run.settings.players)
        self.run_id = run.id
        self.tasks: list[Task | None] = []
        self.idle_since = time.monotonic()
        self.is_closing = False
        self._workers = LocalRunner(replace(run.settings, players=players), jobs=-1)
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
        """Return the game, None if it was stopped; UsageError as in `check`."""
        try:
            self.check()
        except UsageError:
            if not self._workers.is_stopped:
                raise
        return self._workers.play_game(plan)

    @property
    def is_wanted(self) -> bool:
        """Whether the runner waits for the games under way, or may send others."""
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


_SESSIONS: list[WorkerSession] = []
_LOCK = threading.Lock()


def play_game(run: Run, plan: GamePlan) -> GameRecord | None:
    """Play a game as a task of the worker; None if it was stopped.

    Raises:
        UsageError: the worker cannot play for this run; the message names the worker and why.
    """
    from distributed import get_worker  # noqa: PLC0415 (an extra, which every worker has)

    worker = get_worker()
    try:
        with _worker_session(run, Task(worker, worker.get_current_task())) as session:
            return session.play(plan)
    except UsageError as error:
        raise UsageError(f"worker {worker.address}: {error}") from None


async def check_players(run: Run, dask_worker: Worker) -> Machine:
    """Start each player's engine on the worker, and return its machine.

    Raises:
        UsageError: the worker cannot play for this run.
    """

    def check() -> None:
        with _worker_session(run, None) as session:
            session.check()

    await asyncio.to_thread(check)
    return Machine(socket.gethostname(), cores(), dask_worker.state.nthreads)


async def end_run(run_id: str) -> None:
    """End the run's games on this worker, and its engines; return when they have ended."""
    with _LOCK:
        sessions = [session for session in _SESSIONS if session.run_id == run_id]
        for session in sessions:
            session.is_closing = True
    for session in sessions:
        await asyncio.to_thread(session.close)


@contextmanager
def _worker_session(run: Run, task: Task | None) -> Iterator[WorkerSession]:
    """Yield the run's session, a new one if there is none, for the duration of a task."""
    with _LOCK:
        found = (each for each in _SESSIONS if each.run_id == run.id and not each.is_closing)
        session = next(found, None) or _new_session(run)
        session.tasks.append(task)
    try:
        yield session
    finally:
        with _LOCK:
            session.tasks.remove(task)
            session.idle_since = time.monotonic()


def _new_session(run: Run) -> WorkerSession:
    """Return a new session, with a thread that watches it."""
    session = WorkerSession(run)
    _SESSIONS.append(session)
    threading.Thread(target=_watch, args=(session,), name="worker session", daemon=True).start()
    return session


def _watch(session: WorkerSession) -> None:
    """Close the session when its games are no longer wanted: the body of a thread."""
    while not session.is_closing:
        time.sleep(LOOK_EVERY)
        with _LOCK:
            session.is_closing = session.is_closing or not session.is_wanted
    session.close()
    _SESSIONS.remove(session)
