"""What a check can find, and its level."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """`fail` costs a game, `warning` breaks the protocol, `advice` is only a suggestion."""

    OK = "ok"
    SKIPPED = "skipped"
    ADVICE = "advice"
    WARNING = "warning"
    FAIL = "fail"


class Finding(Exception):  # noqa: N818 (not an error of this program)
    """What a check has found; it ends the check.

    `fault` is the kind of fault (see `spyrium_ai.match.process.faults`) that a match would record.
    `sent` and `log` are the last command and the last lines of stdio, if they are not those of the
    engine under test.
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
    """Return the finding of a fault of this kind, which loses a game."""
    return Finding(Level.FAIL, reason, kind, sent, log)


def breach(reason: str, kind: str = "") -> Finding:
    """Return the finding of a broken rule that loses no game.

    With a kind of fault, a basic check with the same symptom may explain it.
    """
    return Finding(Level.WARNING, reason, kind)


def advice(reason: str) -> Finding:
    """Return the finding of something that is allowed but could be better."""
    return Finding(Level.ADVICE, reason)


def skip(reason: str) -> Finding:
    """Return the finding that there is nothing to check here."""
    return Finding(Level.SKIPPED, reason)
