"""Starts searches: short ones, and ones that run until they are stopped."""

from __future__ import annotations

from collections.abc import Iterable

from spyrium_ai.match.player import Turn
from spyrium_ai.match.process.engine_process import Line
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, begins
from spyrium_ai.tools.doctor.testbed.finding import skip

QUICK = "movetime 10"  # limits where the search itself is not checked
WHILE = 0.1  # seconds of search before something happens


def search(engine: EngineUnderTest, turn: Turn) -> None:
    """Start a search that runs until `stop`; skip the check if the engine answers before."""
    engine.new_game(turn.position.players, turn.seat)
    engine.set_position(turn)
    engine.begin("infinite")
    if answer_in(engine.listen(WHILE)):
        raise skip("it does not search until `stop`: see the check `infinite`")


def answer_in(lines: Iterable[Line]) -> str:
    """Return the line that answers a `go`, '' if there is none yet."""
    answers = (line.text for line in lines if begins(line.text, "bestmove", "error"))
    return next(answers, "")
