from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from support.processes import processor_time

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.checks import ending, search, timing
from spyrium_ai.tools.doctor.testbed import engine_under_test
from spyrium_ai.tools.doctor.testbed.engine_under_test import MATCH, EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import fault

BUSY = 10.0  # how much slower than an idle machine a busy one may be


@pytest.fixture
def busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the checks allow the delays of a busy machine, but no more work than otherwise.

    An engine gets ten times the time for an answer. Where a time limit is checked, its processor
    time keeps to the limit as the time of the clock does on an idle machine.
    """
    generous = replace(MATCH, late=BUSY * MATCH.late, quit=BUSY * MATCH.quit)
    for module in (ending, search, timing, engine_under_test):
        monkeypatch.setattr(module, "MATCH", generous)
    monkeypatch.setattr(search, "SOON", BUSY * search.SOON)
    in_time: Callable[[EngineUnderTest, Turn, str, float], float] = timing.in_time

    def in_time_on_a_busy_machine(
        engine: EngineUnderTest, turn: Turn, limits: str, allowed: float
    ) -> float:
        for _ in range(2):  # a second chance, as in the check itself
            begin = processor_time(engine.pid)
            seconds = in_time(engine, turn, limits, BUSY * allowed)
            spent = processor_time(engine.pid) - begin
            if spent <= allowed:
                return seconds
        raise fault("flag", f"took {spent:g} s of processor time for `go {limits}`")

    monkeypatch.setattr(timing, "in_time", in_time_on_a_busy_machine)
