"""The end: the engine exits on command."""

from __future__ import annotations

from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import MATCH, EngineUnderTest, short
from spyrium_ai.tools.doctor.testbed.finding import breach, skip
from spyrium_ai.tools.doctor.testbed.orphan_processes import left_behind
from spyrium_ai.tools.doctor.testbed.positions import find_position, has_choice
from spyrium_ai.tools.doctor.testbed.search_control import search

IN_ORDER = "ended with exit status 0"
GRACE = 0.5  # seconds for what it has started to go with it
QUITS = "The process ends with exit status 0."
NO_ANSWER = "A running search gives no `bestmove`."
SAME = "The end of input means the same as `quit`."


@check(QUITS, alone=True)
def quits(engine: EngineUnderTest) -> None:
    """Ends with exit status 0 after `quit`, without further output."""
    engine.send("quit")
    _ends(engine)


@check(NO_ANSWER, alone=True)
def quits_in_search(engine: EngineUnderTest) -> None:
    """Ends with exit status 0 after `quit` during a search, without a `bestmove`."""
    search(engine, find_position(2, has_choice))
    engine.send("quit")
    _ends(engine)


@check(SAME, alone=True)
def ends_with_input(engine: EngineUnderTest) -> None:
    """Ends with exit status 0 when its input ends, without further output."""
    engine.end_input()
    _ends(engine)


@check(SAME, alone=True)
def ends_with_input_in_search(engine: EngineUnderTest) -> None:
    """Ends with exit status 0 when its input ends during a search, without a `bestmove`."""
    search(engine, find_position(2, has_choice))
    engine.end_input()
    _ends(engine)


@check("No engine process outlives the runner, however the runner ends.", alone=True)
def leaves_nothing(engine: EngineUnderTest) -> None:
    """Leaves no process behind."""
    engine.new_game(2)
    engine.choose(find_position(2, has_choice), "movetime 50")
    engine.send("quit")
    engine.wait_for_end(MATCH.quit)
    left = left_behind(engine.pid, GRACE)
    if left is None:
        raise skip("this system does not show its processes in /proc")
    if left:
        raise breach(f"left behind: {', '.join(left)}; a match ends what is in its group")


def _ends(engine: EngineUnderTest) -> None:
    """See that the process ends in order, and in time."""
    status, lines = engine.wait_for_end(MATCH.quit)
    if not status:
        raise breach(f"still runs {MATCH.quit:g} s later; a match kills it then")
    if status != IN_ORDER:
        raise breach(f"{status}, not with 0")
    for line in lines:
        if not line.startswith("info "):
            raise breach(f"wrote '{short(line)}' after that")


CHECKS = (quits, quits_in_search, ends_with_input, ends_with_input_in_search, leaves_nothing)
