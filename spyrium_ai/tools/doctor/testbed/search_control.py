"""How an engine is made to think: shortly, or until it is stopped."""

from __future__ import annotations

from collections.abc import Iterable

from spyrium_ai.match.player import Turn
from spyrium_ai.match.process.engine_process import Line
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, begins
from spyrium_ai.tools.doctor.testbed.finding import skip

QUICK = "movetime 10"  # where it is not the thinking that is examined
WHILE = 0.1  # seconds of search before something happens


def search(engine: EngineUnderTest, turn: Turn) -> None:
    """Have it think about the position until it is told to stop; one that does not is no case."""
    engine.new_game(turn.position.players, turn.seat)
    engine.set_position(turn)
    engine.begin("infinite")
    if answer_in(engine.listen(WHILE)):
        raise skip("it does not think until `stop`: see the check `infinite`")


def answer_in(lines: Iterable[Line]) -> str:
    """Return the line that answers a `go`, '' where there is none yet."""
    answers = (line.text for line in lines if begins(line.text, "bestmove", "error"))
    return next(answers, "")
