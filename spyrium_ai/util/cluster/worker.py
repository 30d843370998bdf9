"""The worker's side of a cluster: does the tasks that it receives, with a task runner of its own.

A task runner serves one run, from task to task. It ends with the run, with the worker's process,
and when nobody waits for its tasks any longer, for example after the death of the command.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.processors import cores
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from dask.typing import Key
    from distributed import Worker

LOOK_EVERY = 0.25  # seconds between checks whether the tasks are still wanted
IDLE_SECONDS = 30.0  # without a task, after which a task runner ends

Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)


class TaskRunner(Protocol[Task_contra, Result_co]):
    """Does the tasks of one run in a worker's process, several at a time in threads."""

    def check(self) -> None:
        """Raise UsageError if tasks cannot be done here."""

    def run(self, task: Task_contra) -> Result_co | None:
        """Return the result of a task; None if it was stopped."""

    def stop(self) -> None:
        """End the tasks under way; may wait for `close`, which is called when they have ended."""

    def close(self) -> None:
        """Give back whatever the tasks needed."""


@dataclass(frozen=True)
class Run:
    """What a worker needs for a command's tasks; `version` is that of the command's program."""

    id: str
    version: str
    make_runner: Callable[[], TaskRunner[Any, Any]]


class Machine(NamedTuple):
    """The machine of a worker: its name, the cores it may use, the worker's threads for tasks."""

    name: str
    cores: int
    threads: int


class UnderWay(NamedTuple):
    """A task under way, as the worker knows it."""

    worker: Worker
    key: Key

    def is_wanted(self) -> bool:
        """Return whether somebody still waits for it."""
        state = self.worker.state.tasks.get(self.key)
        return state is not None and state.state == "executing"


class WorkerSession:
    """The task runner of one run in this process, and its tasks.

    None among the `tasks` is a check. When `is_closing`, no further tasks are accepted.
    """

    def __init__(self, run: Run) -> None:
        """Make the task runner.

        Raises:
            UsageError: it cannot be made here, or this is another version of spyrium-ai.
        """
        here = full_version()
        if run.version != here:
            raise UsageError(f"it has spyrium-ai {here}, and the games are for {run.version}")
        self.run_id = run.id
        self.tasks: list[UnderWay | None] = []
        self.idle_since = time.monotonic()
        self.is_closing = False
        self._runner = run.make_runner()
        self._is_checked = False
        self._checking = threading.Lock()
        self._closing = threading.Lock()

    def check(self) -> None:
        """Check once that tasks can be done here; UsageError if not."""
        with self._checking:
            if not self._is_checked:
                self._runner.check()
                self._is_checked = True

    def run(self, task: Any) -> Any:
        """Return the result, None if the task was stopped; UsageError as in `check`."""
        try:
            self.check()
        except UsageError:
            if self.is_closing:
                return None
            raise
        return self._runner.run(task)

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for the tasks under way, or may send others."""
        if not self.tasks:
            return time.monotonic() < self.idle_since + IDLE_SECONDS
        return all(task is None or task.is_wanted() for task in self.tasks)

    def close(self) -> None:
        """End the tasks under way and the task runner; return when they have ended."""
        with self._closing:
            stopper = threading.Thread(target=self._runner.stop, daemon=True)
            stopper.start()
            while self.tasks:
                time.sleep(0.02)
            self._runner.close()
            stopper.join()


_SESSIONS: list[WorkerSession] = []
_LOCK = threading.Lock()


def run_task(run: Run, task: Any) -> Any:
    """Do a task of the run as a task of the worker; None if it was stopped.

    Raises:
        UsageError: the worker cannot do it; the message names the worker and why.
    """
    from distributed import get_worker  # noqa: PLC0415 (an extra, which every worker has)

    worker = get_worker()
    try:
        with _worker_session(run, UnderWay(worker, worker.get_current_task())) as session:
            return session.run(task)
    except UsageError as error:
        raise UsageError(f"worker {worker.address}: {error}") from None


async def check_worker(run: Run, dask_worker: Worker) -> Machine:
    """Check that the worker can do the run's tasks, and return its machine.

    Raises:
        UsageError: it cannot.
    """

    def check() -> None:
        with _worker_session(run, None) as session:
            session.check()

    await asyncio.to_thread(check)
    return Machine(socket.gethostname(), cores(), dask_worker.state.nthreads)


async def end_run(run_id: str) -> None:
    """End the run's tasks on this worker, and its task runner; return when they have ended."""
    with _LOCK:
        sessions = [session for session in _SESSIONS if session.run_id == run_id]
        for session in sessions:
            session.is_closing = True
    for session in sessions:
        await asyncio.to_thread(session.close)


@contextmanager
def _worker_session(run: Run, task: UnderWay | None) -> Iterator[WorkerSession]:
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
    """Close the session when its tasks are no longer wanted: the body of a thread."""
    while not session.is_closing:
        time.sleep(LOOK_EVERY)
        with _LOCK:
            session.is_closing = session.is_closing or not session.is_wanted
    session.close()
    _SESSIONS.remove(session)
