"""Tasks on the workers of a Dask cluster: whoever joins gets some, and what is lost is told."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

import joblib

from spyrium_ai.util.closing import Closing
from spyrium_ai.util.cluster.dask_backend import TaskBackend
from spyrium_ai.util.cluster.dask_client import (
    connect,
    is_gone,
    loss_text,
    open_without_tls,
    quiet_dask,
)
from spyrium_ai.util.cluster.worker import (
    Machine,
    Run,
    TaskRunner,
    check_worker,
    end_run,
    run_task,
)
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.joblib_results import finished
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 5.0  # to reach the scheduler, at the start and after a lost connection
ANSWER_SECONDS = 5.0  # for an answer from the scheduler, or from all workers at the end
CHECK_SECONDS = 30.0  # for a worker to load the program, and the weights
LOOK_EVERY = 0.25
WAIT_SECONDS = 60.0  # for a worker to appear when there is none

Say = Callable[[str], None]
Task = TypeVar("Task")
Result = TypeVar("Result")


class Cluster(Closing, Generic[Task, Result]):
    """Has the workers of a cluster do tasks, each of them a game; use it as a context manager.

    If a worker dies, another worker plays its games again. Workers that join later get games too.
    `task` is what messages call a task.
    """

    task = "game"

    def __init__(
        self,
        address: str,
        make_runner: Callable[[], TaskRunner[Task, Result]],
        jobs: int = -1,
        say: Say = print,
        check_seconds: float = CHECK_SECONDS,
    ) -> None:
        """Prepare a run without connecting.

        Args:
            address: the scheduler's, as in tls://10.0.0.1:8786.
            make_runner: is sent to the workers and makes what plays there.
            jobs: number of games in parallel; -1: one per thread of the workers.
            say: receives messages about the cluster's state, from any thread.
            check_seconds: how long the check of a task runner may take.
        """
        self.address = address
        self.jobs = jobs
        self.warnings: list[str] = []  # of open addresses; filled on entry
        self.machines: list[Machine] = []  # one for each worker; filled on entry
        self._run = Run(uuid.uuid4().hex, full_version(), make_runner)
        self._say = say
        self._check_seconds = check_seconds
        self._client: Client | None = None
        self._quiet = contextlib.ExitStack()
        self._stopped = threading.Event()
        self._closed = threading.Event()
        self._failure = ""
        self._loss = ""

    def _begin(self) -> None:
        """Connect, wait for a worker, and check every worker.

        Raises:
            UsageError: no scheduler answers, no worker joins, or a worker cannot play.
        """
        self._quiet.enter_context(quiet_dask())
        self._client = connect(self.address, CONNECT_SECONDS)
        self._wait_for_workers()
        self._warn_of_strangers()
        self.machines = self._check()

    def play(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the games as they end, without those that were stopped or lost.

        Raises:
            HaltError: no worker is left, or one that joined later cannot play.
        """
        backend = TaskBackend(self._connected(), self._note_loss)
        room = max(1, self._room())
        parallel = joblib.Parallel(
            backend=backend, return_as="generator_unordered", pre_dispatch=room, batch_size=1
        )
        wanted = self._wanted(tasks)
        results = parallel(joblib.delayed(run_task)(self._run, task) for task in wanted)
        self._loss, played = "", 0
        with self._watched(backend, room):
            for result in finished(results):
                played += 1
                yield result
        if not played and self._loss and not self.is_stopped:
            raise HaltError(f"no {self.task} could be finished: {self._loss}")

    def stop(self) -> None:
        """Stop the games under way; return when they have ended."""
        self._stopped.set()
        self._end_run()
        self._closed.wait()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._stopped.is_set()

    def close(self) -> None:
        """End all that runs on the workers, and leave the cluster."""
        try:
            self._end_run()
            if self._client is not None:
                with contextlib.suppress(Exception):
                    self._client.close(timeout=ANSWER_SECONDS)
            self._quiet.close()
        finally:
            self._closed.set()

    def _wait_for_workers(self) -> None:
        absence = WorkerWatch(self.address, self._say)
        while absence.lasts(self._threads()):
            if absence.is_too_long:
                raise UsageError(absence.reason())
            if self._stopped.wait(LOOK_EVERY):
                raise UsageError("stopped before a worker was available")

    def _warn_of_strangers(self) -> None:
        """Warn if others can reach the scheduler or a worker, which do what they are sent."""
        info = self._connected().scheduler_info(n_workers=-1)
        found = open_without_tls([info["address"], *info["workers"]])
        if found:
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            self.warnings.append(
                f"{found[0]}{more}: whoever can reach this address can run programs there; "
                "use TLS, or bind to 127.0.0.1 (docs/cluster.md)"
            )

    def _check(self) -> list[Machine]:
        """Return all workers' machines; UsageError with the worker's message if one cannot play."""
        try:
            answers: Mapping[str, Machine | Exception] = self._connected().run(
                check_worker,
                self._run,
                on_error="return",
                callback_timeout=self._check_seconds + CONNECT_SECONDS,
            )
        except OSError as error:
            raise UsageError(f"the workers at {self.address} do not answer: {error}") from None
        machines = []
        for worker, answer in answers.items():
            if is_gone(answer):
                continue
            if isinstance(answer, UsageError):
                raise UsageError(f"worker {worker}: {answer}")
            if isinstance(answer, Exception):
                reason = f"{type(answer).__name__}: {answer}"
                raise UsageError(
                    f"worker {worker} cannot use spyrium-ai {full_version()}: {reason}"
                )
            machines.append(answer)
        return machines

    @contextlib.contextmanager
    def _watched(self, backend: TaskBackend, room: int) -> Iterator[None]:
        """Watch the cluster while games are under way.

        Raises:
            HaltError: the remaining games were abandoned, or a worker refused them.
        """
        over = threading.Event()
        watch = threading.Thread(target=self._watch, args=(backend, room, over), daemon=True)
        watch.start()
        try:
            yield
        except UsageError as error:
            raise HaltError(str(error)) from None
        finally:
            over.set()
            watch.join()
        if self._failure:
            raise HaltError(self._failure)

    def _watch(self, backend: TaskBackend, begun: int, over: threading.Event) -> None:
        """Send games to workers that join; give up when none is left: the body of a thread."""
        absence = WorkerWatch(self.address, self._say)
        while not over.wait(LOOK_EVERY):
            if self._is_at_its_end:
                backend.give_up()
                continue
            room = self._room()
            if absence.lasts(room) and absence.is_too_long:
                self._failure = absence.reason()
            elif self._connected().status == "closed":
                self._failure = f"the scheduler at {self.address} has shut down"
            elif room > begun:
                backend.start_more(room - begun)
                begun = room

    def _wanted(self, tasks: Iterable[Task]) -> Iterator[Task]:
        for task in tasks:
            if self._is_at_its_end:
                return
            yield task

    @property
    def _is_at_its_end(self) -> bool:
        return self.is_stopped or bool(self._failure)

    def _note_loss(self, error: BaseException) -> None:
        """Report a lost game, unless the run is ending anyway."""
        if not self._is_at_its_end:
            self._loss = loss_text(error)
            self._say(f"a {self.task} was lost and will be played again: {self._loss}")

    def _room(self) -> int:
        return self.in_parallel(self._threads())

    def in_parallel(self, threads: int) -> int:
        """Return how many games so many threads of workers play in parallel."""
        return threads if self.jobs < 0 else min(threads, self.jobs)

    def _threads(self) -> int:
        """Return the number of the workers' threads, 0 if the scheduler does not answer."""
        with contextlib.suppress(Exception):
            return sum(self._connected().nthreads(callback_timeout=ANSWER_SECONDS).values())
        return 0

    def _end_run(self) -> None:
        """Have all workers that answer end their games."""
        if self._client is not None:
            with contextlib.suppress(Exception):
                self._client.run(end_run, self._run.id, callback_timeout=ANSWER_SECONDS)

    def _connected(self) -> Client:
        if self._client is None:
            raise RuntimeError("not connected: use the cluster as a context manager")
        return self._client


class WorkerWatch:
    """Times how long no worker has answered; reports when that begins and when it ends."""

    def __init__(self, address: str, say: Say) -> None:
        self._address = address
        self._say = say
        self._since: float | None = None

    def lasts(self, threads: int) -> bool:
        """Note how many threads there are now; return whether there are none."""
        if not threads and self._since is None:
            self._since = time.monotonic()
            self._say(f"no worker answers at {self._address}: waiting up to {WAIT_SECONDS:g} s")
        elif threads and self._since is not None:
            self._since = None
            self._say(f"a worker answers at {self._address}")
        return self._since is not None

    @property
    def is_too_long(self) -> bool:
        """Whether it has lasted longer than the limit."""
        return self._since is not None and time.monotonic() > self._since + WAIT_SECONDS

    def reason(self) -> str:
        """Return the message for a wait that was too long."""
        return f"no worker at {self._address} has answered for {WAIT_SECONDS:g} s"
