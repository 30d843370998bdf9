"""The examination: check after check, whatever the engine does meanwhile."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace

from spyrium_ai.doctor.check import Check, Finding, Level, Result
from spyrium_ai.doctor.patient import Patient, StartFailure
from spyrium_ai.players import PlayerSpec


def examine(
    spec: PlayerSpec, checks: Sequence[Check], patience: float
) -> Generator[Result, None, None]:
    """Yield what comes of each check as soon as it is known.

    An engine that has crashed, hung or broken a rule is started again for the next check. Where it
    does not start, the checks that are left are skipped.

    Args:
        spec: the engine; its options are set at every start, its own limits are not looked at.
        checks: what is to be checked, in this order.
        patience: how long an answer is waited for that nothing else limits, in seconds.

    Raises:
        UsageError: the spec has an option that the engine does not.
    """
    patient = Patient(spec, patience)
    hopeless = ""
    try:
        for check in checks:
            if hopeless:
                yield Result(check, Level.SKIPPED, hopeless, is_moot=True)
                continue
            begin = time.monotonic()
            try:
                result = Result(check, Level.OK, _note(patient, check))
            except Finding as finding:
                result = _judged(patient, check, finding)
                patient.close()  # nobody knows what state it is in
                if isinstance(finding, StartFailure):
                    hopeless = f"it did not start for the check `{check.name}`"
            if check.alone:
                patient.close()
            yield replace(result, seconds=time.monotonic() - begin)
    finally:
        patient.close()


def _note(patient: Patient, check: Check) -> str:
    """Make a check with an engine that runs, and see that it falls silent after it."""
    if check.alone or not patient.is_running:
        patient.start()
    patient.limit(check.limit + patient.patience)
    note = check.examine(patient) or ""
    if not check.alone:
        patient.settle()
    return note


def _judged(patient: Patient, check: Check, finding: Finding) -> Result:
    """Return what a finding amounts to, with what was said last where something is wrong."""
    level = check.level(finding)
    if level not in {Level.WARNING, Level.FAIL}:
        return Result(check, level, finding.reason)
    return Result(
        check=check,
        level=level,
        reason=finding.reason,
        fault=finding.fault if level is Level.FAIL else "",
        sent=patient.last,
        log=finding.log or patient.log(),
    )
