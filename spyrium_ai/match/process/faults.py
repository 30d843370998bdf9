"""The kinds of faults that a player can commit in a game, and their names in messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Protocol


class PlayerFault(Exception):  # noqa: N818 (the field's word)
    """A fault that ends the game for the player's seat.

    `kind` is its name in records and `words` its name in messages. `reason` is one line that says
    what happened. `command` is the last command to the player. `log` has the last lines of its
    stdin (`> `), stdout (`< `) and stderr (`! `), if there are any.
    """

    kind: ClassVar[str]
    words: ClassVar[str]

    def __init__(self, reason: str, command: str = "", log: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.command = command
        self.log = tuple(log)


class EngineCrash(PlayerFault):
    """The process has ended, or has closed its output."""

    kind = "crash"
    words = "crash"


class EngineStall(PlayerFault):
    """No answer within the timeout."""

    kind = "stall"
    words = "unresponsive engine"


class FlagFall(PlayerFault):
    """An answer later than the movetime or the clock plus the time margin."""

    kind = "flag"
    words = "time forfeit"


class IllegalChoice(PlayerFault):
    """A `bestmove` that is not a legal move."""

    kind = "illegal"
    words = "illegal move"


class ProtocolFault(PlayerFault):
    """An `error` in reply, a flood, a line too long, or an unreadable answer."""

    kind = "protocol"
    words = "protocol error"


_FAULTS = (EngineCrash, EngineStall, FlagFall, IllegalChoice, ProtocolFault)
FAULT_KINDS = tuple(fault.kind for fault in _FAULTS)
_WORDS = {fault.kind: fault.words for fault in _FAULTS}


class FaultLike(Protocol):
    """The attributes that a fault and its record share."""

    @property
    def kind(self) -> str:
        """The name in records."""

    @property
    def reason(self) -> str:
        """What happened, in one line."""

    @property
    def command(self) -> str:
        """The last command to the player."""

    @property
    def log(self) -> tuple[str, ...]:
        """The last lines of stdio."""


def fault_words(fault: FaultLike) -> str:
    """Return a fault in one line: its kind and its reason."""
    return f"{_WORDS[fault.kind]}: {fault.reason}"


def protocol_lines(fault: FaultLike) -> list[str]:
    """Return the last command and the last lines of stdio, if there are any."""
    lines = [f"after the command: {fault.command}"] if fault.command else []
    if fault.log:
        lines.append("last lines ('>' stdin, '<' stdout, '!' stderr):")
        lines += [f"  {line}" for line in fault.log]
    return lines


def counted_faults(counts: Mapping[str, int]) -> str:
    """Return the number of faults of each kind, in words, the most frequent first.

    >>> counted_faults({"flag": 2, "crash": 1, "stall": 0})
    '2 time forfeits, 1 crash'
    """
    ranked = sorted((-count, kind) for kind, count in counts.items() if count)
    return ", ".join(f"{-n} {_plural(_WORDS[kind], -n)}" for n, kind in ranked)


def _plural(words: str, number: int) -> str:
    return words if number == 1 else f"{words}es" if words == "crash" else f"{words}s"
