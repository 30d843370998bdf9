"""Runs the checks, one after the other, even if the engine fails meanwhile.

A mistake is reported once, though it makes many checks fail. An engine that plays an illegal move,
say, fails whenever a check asks it for a move. The *basic* checks ask for the most common things by
plain commands. When a check fails, the basic checks are run too. If one of them fails with the
same symptom (the same kind of fault after the same command), it has the mistake to report, and the
check is skipped as not judged.
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
KINDS = {  # of the faults that a basic check may explain
    "illegal": "an illegal move",
    "crash": "a crash",
    "stall": "no answer",
    "protocol": "a wrong answer",
}


def examine(
    spec: PlayerSpec, checks: Sequence[Check], patience: float, repeat: int = 1
) -> Generator[Result, None, None]:
    """Run the checks in this order; yield the result of each as soon as it is known.

    An engine that has crashed, hung or broken a rule is restarted for the next check. If it does
    not start, the remaining checks are skipped.

    Args:
        spec: the engine; its options are set at every start, its own limits are ignored.
        checks: the checks to run.
        patience: the timeout of answers that no other limit covers, in seconds.
        repeat: how often each check is run. The worst result counts; the first failure ends it.

    Raises:
        UsageError: the spec sets an option that the engine does not have.
    """
    runner = _Runner(EngineUnderTest(spec, patience), repeat)
    try:
        for check in checks:
            yield runner.result(check)
    finally:
        runner.engine.close()


class _Runner:
    """Runs checks, each only once, and keeps their results by name."""

    def __init__(self, engine: EngineUnderTest, repeat: int) -> None:
        self.engine = engine
        self._repeat = repeat
        self._results: dict[str, Result] = {}  # as found, whoever has to report the fault
        self._unstarted = ""  # the check for which the engine did not start

    def result(self, check: Check) -> Result:
        """Return the result to report: skipped if a basic check reports the same fault."""
        found = self._run(check)
        basic = self._explained_by(found)
        if basic is None:
            return found
        reason = f"not judged: {KINDS[found.fault]}, see the check `{basic.name}`"
        return Result(check, Level.SKIPPED, reason, seconds=found.seconds, see=basic.name)

    def _explained_by(self, found: Result) -> Check | None:
        """Return the first basic check with the symptom of this result, None if there is none.

        A basic check itself is explained only by those before it in the catalogue.
        """
        if found.fault not in KINDS:
            return None
        for basic in BASIC:
            if basic is found.check:
                return None
            if _symptom(self._run(basic)) == _symptom(found):
                return basic
        return None

    def _run(self, check: Check) -> Result:
        """Return the worst result of the check, running it if that has not been done."""
        if check.name not in self._results:
            worst = self._run_once(check, 0)
            for number in range(1, self._repeat):
                if worst.level is Level.FAIL or self._unstarted:
                    break
                again = self._run_once(check, number)
                worst = max(worst, again, key=lambda result: SEVERITY.index(result.level))
            self._results[check.name] = worst
        return self._results[check.name]

    def _run_once(self, check: Check, number: int) -> Result:
        """Run the check once; `number` counts its runs from 0."""
        if name := self._unstarted:
            reason = f"it did not start for the check `{name}`"
            return Result(check, Level.SKIPPED, reason, see=name, is_moot=True)
        begin = time.monotonic()
        self.engine.round = number
        try:
            result = Result(check, Level.OK, _examine(self.engine, check))
        except Finding as finding:
            result = _result_of(finding, check, self.engine)
            self.engine.close()  # its state is unknown now
            if isinstance(finding, StartFailure):
                self._unstarted = check.name
        if check.alone:
            self.engine.close()
        return replace(result, seconds=time.monotonic() - begin)


def _examine(engine: EngineUnderTest, check: Check) -> str:
    """Run the check on a running engine; return its note, '' without one.

    Afterwards the engine must be silent, unless the check had a process of its own.
    """
    if check.alone or not engine.is_running:
        engine.start()
    engine.limit(check.limit + engine.patience)
    note = check.examine(engine) or ""
    if not check.alone:
        engine.settle()
    return note


def _result_of(finding: Finding, check: Check, engine: EngineUnderTest) -> Result:
    """Return the result that the finding means, with the last lines if something is wrong."""
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
    """Return the kind of the fault and the command it followed; `stop` counts as its `go`.

    Two checks with the same symptom have met the same mistake of the engine.
    """
    command = next(iter(result.sent.split()), "")
    return result.fault, "go" if command == "stop" else command
