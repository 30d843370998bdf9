"""A training that is cut off: what computes so many of its pieces and then breaks off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spyrium_ai.tools.training.calls import Call, Compute, Result


class CutOffError(Exception):
    """Stands for a power cut."""


def cut_off(most: int) -> Compute:
    """Return what computes so many pieces and then breaks off."""
    made = 0

    def compute(calls: Sequence[Call[Result]]) -> Iterator[tuple[int, Result]]:
        nonlocal made
        for number, call in enumerate(calls):
            if made == most:
                raise CutOffError
            made += 1
            yield number, call()

    return compute
