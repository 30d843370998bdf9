"""What a fuzzer is: it draws cases from a seed, checks each, and makes a failing one smaller.

A case is a list of parts: lines, words, damages, games. Case number K of a seed is the same in
every run, whichever other cases are tried.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

SHRINKS = 200  # the most tries to make a failing case smaller


class Fuzzer(ABC):
    """Draws cases and says what is wrong with what came of one."""

    name: str
    short: ClassVar[int]  # the cases of the short run

    @abstractmethod
    def draw(self, luck: random.Random) -> list[Any]:
        """Return the parts of a case, which depend on nothing but the random numbers."""

    @abstractmethod
    def check(self, parts: Sequence[Any], folder: Path) -> str:
        """Return what is wrong, its kind in the first line; "" if nothing is.

        Args:
            parts: those of a case, or some of them.
            folder: an empty one for the case's files.
        """


@dataclass(frozen=True)
class Failure:
    """A case that failed, with what is left of it after making it smaller."""

    fuzzer: str
    seed: int
    number: int
    complaint: str
    parts: Sequence[Any]

    @property
    def kind(self) -> str:
        """What is wrong in one line, the same for many cases of one defect."""
        return self.complaint.partition("\n")[0]

    def __str__(self) -> str:
        shown = "\n".join(f"    {part!r}" for part in self.parts)
        again = f"python -m hostile --seed {self.seed} --case {self.number} {self.fuzzer}"
        return f"{self.fuzzer}: {self.complaint}\n  case ({again}):\n{shown}"


@contextmanager
def _folder() -> Iterator[Path]:
    name = tempfile.mkdtemp(prefix="hostile-")
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name, ignore_errors=True)


def checked(fuzzer: Fuzzer, parts: Sequence[Any]) -> str:
    """Return what is wrong with the case, tried in a folder of its own."""
    with _folder() as folder:
        return fuzzer.check(parts, folder)


def drawn(fuzzer: Fuzzer, seed: int, number: int) -> list[Any]:
    """Return the parts of case NUMBER of the seed."""
    return fuzzer.draw(random.Random(f"{fuzzer.name} {seed} {number}"))


def tried(fuzzer: Fuzzer, seed: int, number: int, *, smaller: bool = True) -> Failure | None:
    """Check one case; return the failure, if there is one, with as few parts as can be."""
    parts = drawn(fuzzer, seed, number)
    complaint = checked(fuzzer, parts)
    if not complaint:
        return None
    if smaller:
        complaint, parts = _smaller(fuzzer, complaint, parts)
    return Failure(fuzzer.name, seed, number, complaint, parts)


def _smaller(fuzzer: Fuzzer, complaint: str, parts: list[Any]) -> tuple[str, list[Any]]:
    """Leave out parts, many at once at first, while what is wrong stays of the same kind."""
    kind = complaint.partition("\n")[0]
    size, tries = max(1, len(parts) // 2), 0
    while tries < SHRINKS:
        at = 0
        before = len(parts)
        while at < len(parts) and tries < SHRINKS:
            fewer = parts[:at] + parts[at + size :]
            tries += 1
            found = checked(fuzzer, fewer)
            if found.partition("\n")[0] == kind:
                complaint, parts = found, fewer
            else:
                at += size
        if size == 1 and len(parts) == before:
            break
        size = max(1, size // 2)
    return complaint, parts


def failures(
    fuzzer: Fuzzer,
    seed: int,
    count: int | None = None,
    seconds: float | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> list[Failure]:
    """Check the first cases of a seed; return one failure of each kind, made smaller.

    Args:
        fuzzer: what draws and checks.
        seed: of the cases.
        count: how many cases, None: no limit.
        seconds: after which no other case is begun, None: no limit.
        told: is called with the number of cases after each.
    """
    found: dict[str, Failure] = {}
    number, end = 0, None if seconds is None else time.monotonic() + seconds
    while (count is None or number < count) and (end is None or time.monotonic() < end):
        first = tried(fuzzer, seed, number, smaller=False)
        if first is not None and first.kind not in found:
            smaller = tried(fuzzer, seed, number)
            found[first.kind] = smaller or first  # it may depend on the clock
        number += 1
        told(number)
    return list(found.values())
