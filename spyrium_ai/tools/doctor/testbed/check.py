"""What a check is, and what can come out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.tools.doctor.testbed.finding import Finding, Level

if TYPE_CHECKING:
    from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest

DEADLY = ("crash", "stall")  # faults that are bad wherever they happen

Examine = Callable[["EngineUnderTest"], str | None]


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
