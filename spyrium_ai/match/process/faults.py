"""What can go wrong with a player during a game, each kind a class of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


class PlayerFault(Exception):  # noqa: N818 (the field's word)
    """A fault that ends the seat's game.

    `kind` is the word that records use for it, `reason` says what happened in a line, `command` is
    what the player was last told, and `log` the last lines of its stdin (`> `), stdout (`< `) and
    stderr (`! `), as far as it has any.
    """

    kind: ClassVar[str]

    def __init__(self, reason: str, command: str = "", log: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.command = command
        self.log = tuple(log)

    def told(self) -> str:
        """Return the fault in several lines: the reason, the command, the last lines of stdio."""
        lines = [f"{self.kind}: {self.reason}"]
        if self.command:
            lines.append(f"after the command: {self.command}")
        if self.log:
            lines.append("its last lines ('>' to it, '<' its answers, '!' its stderr):")
            lines.extend(f"  {line}" for line in self.log)
        return "\n".join(lines)


class EngineCrash(PlayerFault):
    """The process has ended, or has closed its output."""

    kind = "crash"


class EngineStall(PlayerFault):
    """No answer within the time that there is for this kind of answer."""

    kind = "stall"


class FlagFall(PlayerFault):
    """An answer that came after the move's or the clock's time was up."""

    kind = "flag"


class IllegalChoice(PlayerFault):
    """A `bestmove` that is no legal move of the position."""

    kind = "illegal"


class ProtocolFault(PlayerFault):
    """An `error` in reply, a flood, a line too long, or an answer that cannot be read."""

    kind = "protocol"


FAULT_KINDS = tuple(
    fault.kind for fault in (EngineCrash, EngineStall, FlagFall, IllegalChoice, ProtocolFault)
)
