"""The base class of engines.

An engine is a class that derives from `Engine` and chooses a legal move. The function
`spyrium_ai.engine.protocol.server.serve` turns it into a program that speaks the text protocol.
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


# Time for a move, in ms, if neither the runner nor the engine sets a limit.
FALLBACK_MOVETIME = 1000


@dataclass(frozen=True)
class Info:
    """What a search has found so far.

    Attributes:
        nodes: nodes searched.
        time: ms since the search began.
        values: win share by seat in thousandths; they add up to 1000 (see `thousandths`).
        depth: depth in plies.
        seldepth: greatest depth of a single line, in plies.
        multipv: rank of this line, if several are reported.
        points: expected final scores by seat.
        pv: the principal variation; it ends before chance decides.
        string: free text.
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
    """An engine: derive a class, set its names and options, and write `choose`.

    `self.values` holds the values of the options by name, as `Option.parse` returns them.
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
        """Set the option to the value of the text; None presses a button.

        Raises:
            ValueError: there is no such option, or it rejects the value; nothing has changed.
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
        """React to an option that was just set or pressed: a hook, empty here.

        Raise ValueError to reject the value; the old one is then restored.
        """

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: B027 (a hook)
        """Prepare for a new game and forget the last one: a hook, empty here.

        Args:
            players: number of players, 2 to 5.
            seat: the seat that this engine will play, from 1; None if unknown.
        """

    @abstractmethod
    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return a legal move of the position, as text.

        Args:
            position: `position.to_move` decides; a copy that belongs to the engine.
            limits: the limits of `go`; `self.limits(limits)` adds the engine's own default.
            stop: to be polled often; once it is set, return the best move so far within 20 ms.
            report: call it with an `Info` whenever there is something new.
        """

    def limits(self, asked: SearchLimits) -> SearchLimits:
        """Return the limits of `go`, or this engine's own default if there are none.

        The default is what the options `nodes` and `movetime` say, if the engine has them and they
        are not 0; without either it is one second.
        """
        if not asked.is_open:
            return asked
        nodes = self.values.get("nodes") or None
        movetime = self.values.get("movetime") or None
        if nodes is None and movetime is None:
            movetime = FALLBACK_MOVETIME
        return replace(asked, nodes=nodes, movetime=movetime)

    def _suggest(self, name: str) -> str:
        """Return a suggestion for a mistyped name, or all names."""
        names = [option.name for option in self.options]
        return suggest(name, names) if names else f"{self.name} has no options"


def thousandths(shares: Sequence[float]) -> tuple[int, ...]:
    """Return win shares as whole thousandths that add up to exactly 1000.

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
