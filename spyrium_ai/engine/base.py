"""What a player is, without text: its options, its limits, its choice.

An engine is a class that derives from `Engine` and chooses a legal move;
`spyrium_ai.engine.protocol.server.serve` makes a program of it that any runner can drive.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import Option
from spyrium_ai.util.errors import suggest
from spyrium_ai.util.text import shown

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag


# What an engine thinks where nothing at all limits it, in ms: it must answer some day.
FALLBACK_MOVETIME = 1000


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
    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return a legal move of the position, as text.

        Args:
            position: where `position.to_move` decides; the engine's own copy.
            limits: as they were asked for; `self.limits(limits)` adds the engine's defaults.
            stop: to be polled often; once it is set, the best move so far is due within 20 ms.
            report: takes an `Info` whenever there is something new to say.
        """

    def limits(self, asked: SearchLimits) -> SearchLimits:
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
