"""What a check can find, and how bad it is."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How bad it is: `fail` costs a game, `warning` breaks the protocol, `advice` is neither."""

    OK = "ok"
    SKIPPED = "skipped"
    ADVICE = "advice"
    WARNING = "warning"
    FAIL = "fail"


class Finding(Exception):  # noqa: N818 (it is no error of the program's)
    """What a check has found, raised where it is found.

    `fault` is the kind of fault (see `spyrium_ai.match.process.faults`) that a match would record.
    `sent` and `log` are the last command and the last lines of stdio where they are not those of
    the engine's own process.
    """

    def __init__(
        self,
        level: Level,
        reason: str,
        fault: str = "",
        sent: str = "",
        log: tuple[str, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.level = level
        self.reason = reason
        self.fault = fault
        self.sent = sent
        self.log = log


def fault(kind: str, reason: str, sent: str = "", log: tuple[str, ...] = ()) -> Finding:
    """Return the finding of what a match calls a fault of this kind."""
    return Finding(Level.FAIL, reason, kind, sent, log)


def breach(reason: str, kind: str = "") -> Finding:
    """Return the finding of a broken rule that a match survives.

    The kind is that of the fault that it would be in play: it may come from another mistake.
    """
    return Finding(Level.WARNING, reason, kind)


def advice(reason: str) -> Finding:
    """Return the finding of something that is allowed and could be better."""
    return Finding(Level.ADVICE, reason)


def skip(reason: str) -> Finding:
    """Return the finding that there is nothing to check here."""
    return Finding(Level.SKIPPED, reason)
