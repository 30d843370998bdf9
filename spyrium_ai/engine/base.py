"""What a player is, without text: its options, its limits, its choice.

An engine is a class that derives from `Engine` and chooses a legal move;
`spyrium_ai.engine.protocol.server.serve` makes a program of it that any runner can drive.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from spyrium_ai.engine.options import (
    MEBIBYTE,
    SEED,
    Option,
    limit_options,
    memory_option,
    shown,
    threads_option,
)
from spyrium_ai.game.rules.cards import LAST_TURN
from spyrium_ai.util.errors import suggest

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

__all__ = [
    "MEBIBYTE",
    "SEED",
    "Engine",
    "Info",
    "Limits",
    "Option",
    "Report",
    "limit_options",
    "memory_option",
    "thinking_seconds",
    "thousandths",
    "threads_option",
]

# What an engine thinks where nothing at all limits it, in ms: it must answer some day.
FALLBACK_MOVETIME = 1000
# Between the runner's clock and ours lie two pipes and the scheduler, in ms per move.
OVERHEAD = 5
# What is never planned with, in ms of the clock: it is for moves nobody expected.
RESERVE = 100
# Decisions of one player in one turn, on the generous side: time kept is lost less than a flag.
DECISIONS_PER_TURN = 10


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit that is reached. Times are in milliseconds.

    `clock` is the time left by seat and `inc` what each move adds to it. `infinite` searches until
    it is stopped, `multipv` is the number of best lines to report.
    """

    movetime: int | None = None
    clock: tuple[int, ...] | None = None
    inc: int = 0
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    multipv: int = 1

    @property
    def is_open(self) -> bool:
        """True where no limit is named, so that the engine's own default holds."""
        named = (self.movetime, self.clock, self.nodes, self.depth)
        return not self.infinite and all(limit is None for limit in named)


@dataclass(frozen=True)
class Info:
    """What a search has found so far.

    `time` is in ms; `values` is each player's expected share of the win in thousandths, adding up
    to 1000 (see `thousandths`); `points` the expected final scores; `pv` ends before chance;
    `multipv` is the rank of this line where several are reported.
    """

    nodes: int
    time: int
    values: tuple[int, ...]
    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    points: tuple[float, ...] | None = None
    pv: tuple[str, ...] = ()
    string: str | None = None


Report = Callable[[Info], None]


class Engine(ABC):
    """A player. Derive, set the names and the options, and write `choose`.

    The values of the options stand in `self.values`, by name, as `Option.parse` returned them.
    """

    name: ClassVar[str] = "unnamed"
    author: ClassVar[str] = "unknown"
    version: ClassVar[str] = "0"
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self) -> None:
        self.values: dict[str, Any] = {option.name: option.default for option in self.options}
        if len(self.values) < len(self.options):
            raise TypeError(f"{type(self).__name__} declares an option twice")

    def set_option(self, name: str, text: str | None = None) -> None:
        """Set the option to the value that the text stands for; None presses a button.

        Raises:
            ValueError: no such option, or not a value of it; nothing has changed then.
        """
        option = next((option for option in self.options if option.name == name), None)
        if option is None:
            raise ValueError(f"no option {shown(name)}; {self._suggest(name)}")
        try:
            value = option.parse(text)
        except ValueError as error:
            raise ValueError(f"{name} {error}") from None
        before = self.values[name]
        self.values[name] = value
        try:
            self.option_set(name)
        except Exception:
            self.values[name] = before
            raise

    def option_set(self, name: str) -> None:  # noqa: B027 (a hook)
        """Act on an option that has just been set or pressed: a hook, empty here.

        A ValueError refuses the value; the old one is put back.
        """

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: B027 (a hook)
        """Forget the last game; the next one is for so many players: a hook, empty here.

        Args:
            players: 2 to 5.
            seat: the seat that this engine will play, or None where it was not told.
        """

    @abstractmethod
    def choose(self, position: Position, limits: Limits, stop: StopFlag, report: Report) -> str:
        """Return a legal move of the position, as text.

        Args:
            position: where `position.to_move` decides; the engine's own copy.
            limits: as they were asked for; `self.limits(limits)` adds the engine's defaults.
            stop: to be polled often; once it is set, the best move so far is due within 20 ms.
            report: takes an `Info` whenever there is something new to say.
        """

    def limits(self, asked: Limits) -> Limits:
        """Return the limits to search by: those asked for, else this engine's own default.

        The default are the options `nodes` and `movetime` where the engine has them and they are
        not 0, and a second where there is neither.
        """
        if not asked.is_open:
            return asked
        nodes = self.values.get("nodes") or None
        movetime = self.values.get("movetime") or None
        if nodes is None and movetime is None:
            movetime = FALLBACK_MOVETIME
        return replace(asked, nodes=nodes, movetime=movetime)

    def _suggest(self, name: str) -> str:
        """Return what the name may have been meant to be, or all the names there are."""
        names = [option.name for option in self.options]
        return suggest(name, names) if names else f"{self.name} has no options"


def thinking_seconds(limits: Limits, seat: int, turn: int = 1) -> float | None:
    """Return how long to think about this decision, in seconds, or None where nothing says.

    `movetime` is used up but for a margin of a tenth and at most 10 ms. Of a clock the seat takes
    an even share for every decision that may still come by the game's end, and most of the
    increment, but never half of what is left, since the increment comes after the move. What the
    pipes take is kept back too, so that no flag falls on a machine that keeps up, however many
    decisions there are. The answer is never below a millisecond.

    Args:
        limits: with `movetime`, `clock`, both (the shorter time holds) or neither.
        seat: the player that decides, 1 for the first number of the clock.
        turn: the turn of the position, 1 to 6: the later, the larger the share.
    """
    times: list[float] = []
    if limits.movetime is not None:
        times.append(limits.movetime - min(2 * OVERHEAD, limits.movetime / 10))
    if limits.clock is not None:
        left = limits.clock[seat - 1]
        decisions = DECISIONS_PER_TURN * (LAST_TURN + 1 - min(max(turn, 1), LAST_TURN))
        share = (left - RESERVE) / decisions + 0.8 * limits.inc
        times.append(min(share, left / 2) - OVERHEAD)
    return max(min(times), 1.0) / 1000 if times else None


def thousandths(shares: Sequence[float]) -> tuple[int, ...]:
    """Return the shares of the win as whole thousandths that add up to 1000 exactly.

    Args:
        shares: not negative, adding up to more than 0; they are scaled to add up to 1.

    >>> thousandths([1 / 3, 1 / 3, 1 / 3])
    (334, 333, 333)
    """
    total = sum(shares)
    exact = [1000 * share / total for share in shares]
    whole = [int(value) for value in exact]
    by_rest = sorted(range(len(exact)), key=lambda seat: whole[seat] - exact[seat])
    for seat in by_rest[: 1000 - sum(whole)]:
        whole[seat] += 1
    return tuple(whole)
