"""The games and labels of a training on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from spyrium_ai.tools.training.calls import Call, numbered
from spyrium_ai.util.cluster.cluster import Cluster, Say
from spyrium_ai.util.errors import HaltError

Result = TypeVar("Result")
NumberedCall = tuple[int, Callable[[], Any]]


class TrainingCluster(Cluster[NumberedCall, tuple[int, Any]]):
    """Makes calls, each of which plays a batch of games; use it as a context manager."""

    task = "batch of games"

    def __init__(self, address: str, jobs: int = -1, say: Say = print) -> None:
        """Prepare a run as `Cluster` does."""
        super().__init__(address, WorkerRunner, jobs, say)

    def compute(self, calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
        """Yield the number of each call, from 0, with its result, as they end.

        Raises:
            HaltError: no worker is left, or one that joined later cannot play.
        """
        waiting: dict[int, Call[Result]] = dict(enumerate(calls))
        while waiting:
            before = len(waiting)
            for number, result in self.play(list(waiting.items())):
                del waiting[number]
                yield number, result
            if len(waiting) == before:
                raise HaltError("no batch of games was finished")


class WorkerRunner:
    """Makes a training's calls on a worker. One that is under way cannot be stopped."""

    def check(self) -> None:
        """Do nothing: what a call needs comes with it."""

    def run(self, task: NumberedCall) -> tuple[int, Any]:
        """Return the call's number with its result."""
        return numbered(*task)

    def stop(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
