"""joblib's Dask backend, made safe for games of which nothing comes.

By itself joblib waits for ever where a task ends in an error of Dask's own, as one does that has
been under way on several workers that died; and the number of tasks at a time is settled when it
begins, so that workers who come later stand idle.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import TYPE_CHECKING, Any

from joblib._dask import DaskDistributedBackend  # there is no public way to it

if TYPE_CHECKING:
    from distributed import Client


class GivenUpError(Exception):
    """A game is not waited for any longer."""


class GameBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Plays games as tasks; a game of which nothing comes is None among the results.

    What a task itself raises goes to the caller, as always with joblib.
    """

    def __init__(self, client: Client, on_loss: Callable[[BaseException], None]) -> None:
        """Use a cluster.

        Args:
            client: connected to it.
            on_loss: is told why nothing comes of a game, by any thread.
        """
        from distributed import KilledWorker  # noqa: PLC0415 (an extra)

        super().__init__(client=client)
        self._lost = (KilledWorker, CancelledError, GivenUpError)
        self._on_loss = on_loss
        self._under_way: set[Future[Any]] = set()

    def effective_n_jobs(self, n_jobs: int) -> int:  # noqa: ARG002 (joblib calls it so)
        """Return 2, the number of plans that joblib takes at once: with 1 it would play here."""
        return 2

    def submit(
        self, func: Callable[[], Any], callback: Callable[[Any], None] | None = None
    ) -> Future[Any]:
        """Begin a game, and call back in any case."""
        future: Future[Any] = super().submit(func, callback)
        self._under_way.add(future)
        future.add_done_callback(partial(self._end, callback))
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return what joblib shall make of a result, or of the error in its place."""
        if isinstance(out, self._lost):
            self._on_loss(out)
            return [None]
        if isinstance(out, BaseException):
            raise out
        return super().retrieve_result_callback(out)

    def play_more(self, count: int) -> None:
        """Begin so many games beyond those at a time so far."""
        with self.parallel._lock:  # as joblib does when a task has ended
            for _ in range(count):
                if self.parallel._original_iterator is not None:
                    self.parallel.dispatch_next()

    def give_up(self) -> None:
        """Wait no longer for the games under way, whatever has become of the cluster.

        One that is being sent just now may be left out: call it again until joblib has ended.
        """
        waiting = list(self.waiting_futures.futures)
        self.abort_everything()  # of the results: what comes now is not listened to
        self.client.loop.add_callback(self._drop)
        with contextlib.suppress(Exception):  # the cluster need not be there any more
            self.client.cancel(waiting)

    def _drop(self) -> None:
        for future in list(self._under_way):
            future.set_exception(GivenUpError())

    def _end(self, callback: Callable[[Any], None] | None, future: Future[Any]) -> None:
        """Do for an error what joblib does for a result only."""
        self._under_way.discard(future)
        error = future.exception()
        if error is not None and callback is not None:
            callback(error)
