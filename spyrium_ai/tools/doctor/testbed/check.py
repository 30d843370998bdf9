"""What a check is, and what can come out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spyrium_ai.tools.doctor.testbed.engine_under_test import Patient

DEADLY = ("crash", "stall")  # faults that are bad wherever they happen

Examine = Callable[["Patient"], str | None]


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


@dataclass(frozen=True)
class Check:
    """A check: `examine` returns what is worth saying where all is well, or raises a `Finding`.

    `rule` is the sentence of docs/protocol.md that is checked. A check that is not `in_play` is
    about what no match does: there only a crash or a silence is a failure. One that is `alone` has
    a process of its own. What a `basic` one finds is its business: the others, and the basic ones
    that follow, cannot be judged by the same fault. It has ended `limit` seconds and the patience
    for one answer later, whatever the engine does.
    """

    name: str
    group: str
    title: str
    rule: str
    examine: Examine
    in_play: bool = True
    alone: bool = False
    basic: bool = False
    limit: float = 10.0

    def level(self, finding: Finding) -> Level:
        """Return how bad the finding is, this being the check."""
        if finding.fault and not self.in_play and finding.fault not in DEADLY:
            return Level.WARNING
        return finding.level


def check(
    rule: str, *, in_play: bool = True, alone: bool = False, basic: bool = False
) -> Callable[[Examine], Check]:
    """Make a check of a function: its name, its docstring and its module's name tell the rest."""

    def make(examine: Examine) -> Check:
        return Check(
            name=examine.__name__.replace("_", "-"),
            group=examine.__module__.rpartition(".")[2].replace("_", "-"),
            title=(examine.__doc__ or "").removesuffix("."),
            rule=rule,
            examine=examine,
            in_play=in_play,
            alone=alone,
            basic=basic,
        )

    return make


@dataclass(frozen=True)
class Result:
    """What came of a check: `reason` says what is wrong, or what is worth saying of what is not.

    `sent` is what the engine was last told, `log` the last lines of its stdin (`> `), stdout
    (`< `) and stderr (`! `); both are empty where all is well. `see` names the check whose business
    it is that this one could not be judged; `is_moot`: because the engine did not start for it.
    """

    check: Check
    level: Level
    reason: str = ""
    fault: str = ""
    sent: str = ""
    log: tuple[str, ...] = ()
    seconds: float = 0.0
    see: str = ""
    is_moot: bool = False
