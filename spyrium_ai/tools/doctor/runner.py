"""The examination: check after check, whatever the engine does meanwhile.

A mistake is named once. Where a check finds a fault, the basic checks are asked: if one of them
finds the same by plain commands, it is that one's business, and the check cannot be judged.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace

from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.tools.doctor.catalogue import BASIC
from spyrium_ai.tools.doctor.testbed.check import Check, Result
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, StartFailure
from spyrium_ai.tools.doctor.testbed.finding import Finding, Level

SEVERITY = tuple(Level)
KINDS = {
    "illegal": "an illegal move",
    "crash": "a crash",
    "stall": "silence",
    "protocol": "a wrong answer",
}


def examine(
    spec: PlayerSpec, checks: Sequence[Check], patience: float, repeat: int = 1
) -> Generator[Result, None, None]:
    """Yield what comes of each check as soon as it is known.

    An engine that has crashed, hung or broken a rule is started again for the next check. Where it
    does not start, the checks that are left are skipped.

    Args:
        spec: the engine; its options are set at every start, its own limits are not looked at.
        checks: what is to be checked, in this order.
        patience: how long an answer is waited for that nothing else limits, in seconds.
        repeat: how often each check is made, at most: the worst counts, and a failure is the worst.

    Raises:
        UsageError: the spec has an option that the engine does not.
    """
    examination = _Examination(EngineUnderTest(spec, patience), repeat)
    try:
        for check in checks:
            yield examination.result(check)
    finally:
        examination.engine.close()


class _Examination:
    """What has been found so far, by the names of the checks."""

    def __init__(self, engine: EngineUnderTest, repeat: int) -> None:
        self.engine = engine
        self._repeat = repeat
        self._found: dict[str, Result] = {}
        self._unstarted = ""  # the check for which it did not start

    def result(self, check: Check) -> Result:
        """Return what comes of a check; it is skipped where the fault is another one's business."""
        found = self._worst(check)
        basic = self._business(check, found)
        if basic is None:
            return found
        reason = f"not judged: {KINDS[found.fault]}, see the check `{basic.name}`"
        return Result(check, Level.SKIPPED, reason, seconds=found.seconds, see=basic.name)

    def _business(self, check: Check, found: Result) -> Check | None:
        """Return the basic check that finds the same, None where this one is the first to."""
        if found.fault not in KINDS:
            return None
        for basic in BASIC:
            if basic is check:
                return None
            if _symptom(self._worst(basic)) == _symptom(found):
                return basic
        return None

    def _worst(self, check: Check) -> Result:
        """Return the worst that comes of a check, which is made only where that is not known."""
        if check.name not in self._found:
            worst = self._made(check, 0)
            for number in range(1, self._repeat):
                if worst.level is Level.FAIL or self._unstarted:
                    break
                again = self._made(check, number)
                worst = max(worst, again, key=lambda result: SEVERITY.index(result.level))
            self._found[check.name] = worst
        return self._found[check.name]

    def _made(self, check: Check, number: int) -> Result:
        """Make a check for the so-and-so-many-th time, from 0."""
        if name := self._unstarted:
            reason = f"it did not start for the check `{name}`"
            return Result(check, Level.SKIPPED, reason, see=name, is_moot=True)
        begin = time.monotonic()
        self.engine.round = number
        try:
            result = Result(check, Level.OK, _note(self.engine, check))
        except Finding as finding:
            result = _judged(self.engine, check, finding)
            self.engine.close()  # nobody knows what state it is in
            if isinstance(finding, StartFailure):
                self._unstarted = check.name
        if check.alone:
            self.engine.close()
        return replace(result, seconds=time.monotonic() - begin)


def _note(engine: EngineUnderTest, check: Check) -> str:
    """Make a check with an engine that runs, and see that it falls silent after it."""
    if check.alone or not engine.is_running:
        engine.start()
    engine.limit(check.limit + engine.patience)
    note = check.examine(engine) or ""
    if not check.alone:
        engine.settle()
    return note


def _judged(engine: EngineUnderTest, check: Check, finding: Finding) -> Result:
    """Return what a finding amounts to, with what was said last where something is wrong."""
    level = check.level(finding)
    if level not in {Level.WARNING, Level.FAIL}:
        return Result(check, level, finding.reason)
    return Result(
        check=check,
        level=level,
        reason=finding.reason,
        fault=finding.fault,
        sent=finding.sent or engine.last,
        log=finding.log or engine.log(),
    )


def _symptom(result: Result) -> tuple[str, str]:
    """Return the kind of a fault and the command that it followed: those of one mistake agree."""
    command = next(iter(result.sent.split()), "")
    return result.fault, "go" if command == "stop" else command
