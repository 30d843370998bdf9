"""Calls that a training has made in parallel: by threads here, or by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from joblib import Parallel, delayed

Result = TypeVar("Result")
Call = Callable[[], Result]


class Compute(Protocol):
    """Makes calls in parallel."""

    def __call__(self, calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
        """Yield the number of each call, from 0, with its result, as they end."""


def in_threads(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
    """Make the calls in threads, as many as `joblib.parallel_config` says."""
    tasks = (delayed(numbered)(number, call) for number, call in enumerate(calls))
    yield from Parallel(backend="threading", return_as="generator_unordered")(tasks)


def numbered(number: int, call: Call[Result]) -> tuple[int, Result]:
    """Return the number with the result of the call."""
    return number, call()


def in_order(
    compute: Compute,
    calls: Sequence[Call[Result]],
    on_result: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Return the results in the order of the calls; `on_result` gets each as it comes."""
    found: dict[int, Result] = {}
    for number, result in compute(calls):
        found[number] = result
        on_result(result)
    return [found[number] for number in range(len(calls))]
