"""joblib's Dask backend, made safe for lost tasks.

By default joblib waits for ever if a task ends in one of Dask's own errors, for example after
several workers died while running it. It also fixes the number of parallel tasks at the start,
which leaves workers that join later idle.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import TYPE_CHECKING, Any

from joblib._dask import DaskDistributedBackend  # it has no public import

if TYPE_CHECKING:
    from distributed import Client


class GivenUpError(Exception):
    """The task was abandoned: nobody waits for it any longer."""


class TaskBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Has workers do the tasks; a lost one is None among the results.

    What a task itself raises goes to the caller, as always with joblib.
    """

    def __init__(self, client: Client, on_loss: Callable[[BaseException], None]) -> None:
        """Use a cluster.

        Args:
            client: connected to it.
            on_loss: receives the error that lost a task, from any thread.
        """
        from distributed import KilledWorker  # noqa: PLC0415 (an extra)

        super().__init__(client=client)
        self._lost = (KilledWorker, CancelledError, GivenUpError)
        self._on_loss = on_loss
        self._under_way: set[Future[Any]] = set()

    def effective_n_jobs(self, n_jobs: int) -> int:  # noqa: ARG002 (joblib calls it so)
        """Return 2, the number of tasks that joblib takes at once: with 1 it would play here."""
        return 2

    def submit(
        self, func: Callable[[], Any], callback: Callable[[Any], None] | None = None
    ) -> Future[Any]:
        """Start a task, and call back on success and on failure."""
        future: Future[Any] = super().submit(func, callback)
        self._under_way.add(future)
        future.add_done_callback(partial(self._end, callback))
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return what joblib uses as the result, or in place of an error."""
        if isinstance(out, self._lost):
            self._on_loss(out)
            return [None]
        if isinstance(out, BaseException):
            raise out
        return super().retrieve_result_callback(out)

    def start_more(self, count: int) -> None:
        """Start this many additional tasks in parallel."""
        with self.parallel._lock:  # as joblib does when a task has ended
            for _ in range(count):
                if self.parallel._original_iterator is not None:
                    self.parallel.dispatch_next()

    def give_up(self) -> None:
        """Stop waiting for the tasks under way, in any state of the cluster.

        A task that is being sent right now may be missed: call this again until joblib has ended.
        """
        waiting = list(self.waiting_futures.futures)
        self.abort_everything()  # results that arrive from now on are ignored
        self.client.loop.add_callback(self._drop)
        with contextlib.suppress(Exception):  # the cluster may be gone
            self.client.cancel(waiting)

    def _drop(self) -> None:
        for future in list(self._under_way):
            future.set_exception(GivenUpError())

    def _end(self, callback: Callable[[Any], None] | None, future: Future[Any]) -> None:
        """Call back on an error too; joblib does so only for results."""
        self._under_way.discard(future)
        error = future.exception()
        if error is not None and callback is not None:
            callback(error)
