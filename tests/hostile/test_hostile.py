"""The short run: a few cases of every fuzzer. CONTRIBUTING.md says how to make a long one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from hostile.catalogue import FUZZERS
from hostile.fuzzing import Fuzzer, drawn, failures

SEED = 1


@pytest.mark.parametrize("name", FUZZERS)
def test_nothing_hostile_does_harm(name: str) -> None:
    fuzzer = FUZZERS[name]
    found = failures(fuzzer, SEED, fuzzer.short)
    assert not found, "\n\n".join(map(str, found))


class Digits(Fuzzer):
    """Cases of digits; a 7 is wrong, and so are a 3 and a 5 together."""

    name = "digits"
    short: ClassVar[int] = 0

    def draw(self, luck: random.Random) -> list[int]:
        return [luck.randrange(10) for _ in range(4)]

    def check(self, parts: Sequence[int], folder: Path) -> str:
        assert not list(folder.iterdir())
        (folder / "file").touch()
        if 7 in parts:
            return "a seven\nin it"
        return "a pair" if {3, 5} <= set(parts) else ""


def test_failures_are_made_small_and_told_once_each() -> None:
    told: list[int] = []
    found = failures(Digits(), SEED, 40, told=told.append)
    assert sorted(failure.kind for failure in found) == ["a pair", "a seven"]
    parts = {failure.kind: sorted(failure.parts) for failure in found}
    assert parts == {"a pair": [3, 5], "a seven": [7]}
    assert told == list(range(1, 41))
    assert f"--seed {SEED} --case {found[0].number} digits" in str(found[0])


def test_a_case_is_the_same_in_every_run() -> None:
    assert drawn(Digits(), SEED, 5) == drawn(Digits(), SEED, 5)
    assert drawn(Digits(), SEED, 5) != drawn(Digits(), SEED, 6)
    assert drawn(Digits(), SEED, 5) != drawn(Digits(), SEED + 1, 5)


def test_a_run_that_has_no_time_checks_nothing() -> None:
    assert failures(Digits(), SEED, seconds=0.0) == []
