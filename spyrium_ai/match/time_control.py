"""Time controls: the limits of all players of a series, or of one player."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from spyrium_ai.engine.limits import BOUNDS, CLOCK_BOUNDS, INC_BOUNDS, SearchLimits
from spyrium_ai.util.errors import UsageError

_WORD_BOUNDS = {**BOUNDS, "clock": CLOCK_BOUNDS, "inc": INC_BOUNDS}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True)
class TimeControl:
    """The limits of a player's search; without any, its own default holds.

    `clock` is the time for all moves of a game and `inc` the increment per move, both in ms like
    `movetime`.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: int | None = None
    inc: int = 0

    @property
    def is_timed(self) -> bool:
        """Whether the moves depend on the speed of the machine."""
        is_open = self.nodes is None and self.depth is None
        return is_open or self.movetime is not None or self.clock is not None

    def of_one_move(self) -> SearchLimits:
        """Return the limits of a single move, without the clock."""
        return SearchLimits(movetime=self.movetime, nodes=self.nodes, depth=self.depth)

    def __str__(self) -> str:
        """Return the limits in the words of the protocol; '' for none."""
        words = [f"{n} {getattr(self, n)}" for n in BOUNDS if getattr(self, n) is not None]
        if self.clock is not None:
            words.append(f"clock {self.clock} inc {self.inc}")
        return " ".join(words)

    @classmethod
    def from_words(cls, text: str) -> TimeControl:
        """Return the limits that `str` wrote; ValueError for any other text.

        >>> TimeControl.from_words("clock 60000 inc 500").clock
        60000
        """
        words, numbers = text.split(), {}
        for name, number in zip_longest(words[::2], words[1::2], fillvalue=""):
            if name not in _WORD_BOUNDS:
                raise ValueError(f"'{text}' is not a list of limits")
            try:
                numbers[name] = _number(name, number, *_WORD_BOUNDS[name])
            except UsageError as error:
                raise ValueError(str(error)) from None
        return cls(**numbers)


def parse_limit(name: str, text: str) -> int:
    """Return the value of `movetime`, `nodes` or `depth`; UsageError if it is wrong."""
    return _number(name, text, *BOUNDS[name])


def parse_own_limits(texts: Mapping[str, str]) -> TimeControl | None:
    """Return a player's own limits, or None if it has none."""
    if not texts:
        return None
    return TimeControl(**{name: parse_limit(name, text) for name, text in texts.items()})


def parse_clock(text: str) -> TimeControl:
    """Return the time control `MS` or `MS+INC`, both in milliseconds.

    >>> parse_clock("60000+500").inc
    500
    """
    base, plus, increment = text.partition("+")
    inc = _number("clock increment", increment, *INC_BOUNDS) if plus else 0
    return TimeControl(clock=_number("clock", base, *CLOCK_BOUNDS), inc=inc)


def parse_one_limit(texts: Mapping[str, str]) -> TimeControl:
    """Return the time control of a table with one limit or none; a clock is `MS+INC`.

    >>> str(parse_one_limit({"clock": "60000+500"})), str(parse_one_limit({}))
    ('clock 60000 inc 500', '')
    """
    check_one(texts)
    if "clock" in texts:
        return parse_clock(texts["clock"])
    return parse_own_limits(texts) or TimeControl()


def check_one(given: Mapping[str, object]) -> None:
    """Raise UsageError if more than one of these options is given, that is, not None."""
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise UsageError(f"{' and '.join(names)} exclude each other: give one of them")


def _number(name: str, text: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise UsageError(f"{name} {text[:40]!r} is not a whole number from {low} to {high}")
    return int(text)
