"""Axes of charts: from numbers to per cent of the width, so that a chart fits every window."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

PARTS = 4  # about as many between the ticks, so that they have room in a narrow window
STEPS = (1, 2, 2.5, 5, 10)
_NEARLY = 1e-9


@dataclass(frozen=True)
class Axis:
    """A range of numbers with the ticks in it."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Return where the number is, between 0 and 100; what is outside is at the end.

        >>> axis_of([0, 40]).at(10)
        25.0
        """
        part = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, part)), 2)


def axis_of(values: Iterable[float | None], least: float = 1, parts: int = PARTS) -> Axis:
    """Return an axis of round numbers with all values on it, None left out.

    Args:
        values: what is to be seen.
        least: the axis is at least so long.
        parts: how many there are about between the ticks.

    >>> axis_of([-32, 148]).ticks
    (-50.0, 0.0, 50.0, 100.0, 150.0)
    """
    known = [value for value in values if value is not None] or [0.0]
    low, high = min(known), max(known)
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    step = _step((high - low) / parts)
    first, last = math.floor(low / step + _NEARLY), math.ceil(high / step - _NEARLY)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def exact_axis(low: float, high: float, parts: int = PARTS) -> Axis:
    """Return the axis from one number to another, with round ticks between them.

    >>> exact_axis(0, 1720).ticks
    (0.0, 500.0, 1000.0, 1500.0)
    """
    ticks = axis_of([low, high], parts=parts).ticks
    return Axis(low, high, tuple(tick for tick in ticks if low <= tick <= high))


def _step(least: float) -> float:
    """Return the next round number: 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least))
    return power * next(step for step in STEPS if step >= least / power - _NEARLY)


def apart(positions: list[float], gap: float, end: float) -> list[float]:
    """Return the positions, moved so that each two are at least `gap` apart, in the same order.

    They stay between 0 and `end` where there is room.

    >>> apart([50, 52, 90], 10, 100)
    [50, 60, 90]
    >>> apart([99, 98], 10, 100)
    [100, 90]
    """
    order = sorted(range(len(positions)), key=positions.__getitem__)
    moved = list(positions)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    limit = end
    for number in reversed(order):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - gap
    return moved
