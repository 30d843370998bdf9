from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from support.program import PATIENCE

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.checks import ending, search, timing
from spyrium_ai.tools.doctor.testbed import engine_under_test
from spyrium_ai.tools.doctor.testbed.engine_under_test import MATCH, EngineUnderTest


@pytest.fixture
def busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the checks allow the delays of a busy machine: none is then the engine's mistake."""
    generous = replace(MATCH, late=PATIENCE, quit=PATIENCE)
    for module in (ending, search, timing, engine_under_test):
        monkeypatch.setattr(module, "MATCH", generous)
    monkeypatch.setattr(search, "SOON", PATIENCE)
    in_time: Callable[[EngineUnderTest, Turn, str, float], float] = timing.in_time

    def in_time_on_a_busy_machine(
        engine: EngineUnderTest, turn: Turn, limits: str, allowed: float
    ) -> float:
        return in_time(engine, turn, limits, allowed + PATIENCE)

    monkeypatch.setattr(timing, "in_time", in_time_on_a_busy_machine)
