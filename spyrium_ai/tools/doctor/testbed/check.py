"""What a check is, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.tools.doctor.testbed.finding import Finding, Level

if TYPE_CHECKING:
    from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest

DEADLY = ("crash", "stall")  # faults that are failures even outside a match

Examine = Callable[["EngineUnderTest"], str | None]


@dataclass(frozen=True)
class Check:
    """One check of an engine.

    Attributes:
        name: how it is called, as in `bad-limits`.
        group: the group it belongs to, as in `bad-input`.
        title: what a correct engine does, in one line.
        rule: the sentence of docs/protocol.md that is checked.
        examine: does the check; returns a note such as a measurement, or raises a `Finding`.
        in_play: whether a match does what the check does. If not, only a crash or no answer is a
            failure; other faults are warnings.
        alone: whether the check gets a process of its own.
        basic: whether the check asks for something common by plain commands. It then explains the
            failures of other checks that have the same symptom (see the runner).
        limit: the check ends within this many seconds plus the patience for one answer. Nothing
            that the engine does can prolong it.
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
        """Return how bad the finding of this check is."""
        if finding.fault and not self.in_play and finding.fault not in DEADLY:
            return Level.WARNING
        return finding.level


def check(
    rule: str, *, in_play: bool = True, alone: bool = False, basic: bool = False
) -> Callable[[Examine], Check]:
    """Make a check of a function: its name, docstring and module give the name, title and group."""

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
    """The result of a check.

    Attributes:
        check: the check.
        level: how bad it is.
        reason: what is wrong, or a note such as a measurement.
        fault: the kind of fault, '' without one.
        sent: the last command before the fault, '' without one.
        log: the last lines of stdin (`> `), stdout (`< `) and stderr (`! `), if something is wrong.
        seconds: how long the check took.
        see: the check that explains why this one was not judged, '' if it was.
        is_moot: whether it was not judged because the engine does not start.
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
