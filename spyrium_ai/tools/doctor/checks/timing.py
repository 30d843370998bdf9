"""Time limits."""

from __future__ import annotations

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import MATCH, EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import advice, fault
from spyrium_ai.tools.doctor.testbed.positions import find_position, has_choice, is_late

KEPT = "With `movetime` the runner allows a time margin of 100 ms by default."
CLOCK = "a time forfeit: the clock has run out, or `movetime` was exceeded."
FIRST = "Of several limits, the first that is reached ends the search."


@check(KEPT)
def movetime(engine: EngineUnderTest) -> str:
    """Keeps a `movetime` of 100 ms, within the time margin of 100 ms."""
    engine.new_game(2)
    times = [
        in_time(engine, find_position(2, wanted), "movetime 100", 0.1 + MATCH.margin)
        for wanted in (has_choice, is_late)
    ]
    return _milliseconds(max(times))


@check(KEPT)
def movetime_1(engine: EngineUnderTest) -> str:
    """Keeps a `movetime` of 1 ms, within the same margin, for two and for five players."""
    times = []
    for players in (2, 5):
        engine.new_game(players)
        turn = find_position(players, has_choice)
        times.append(in_time(engine, turn, "movetime 1", 0.001 + MATCH.margin))
    return _milliseconds(max(times))


@check(CLOCK)
def clock(engine: EngineUnderTest) -> str:
    """Answers before its clock runs out, with half a second left and no increment."""
    engine.new_game(2)
    return _milliseconds(in_time(engine, find_position(2, is_late), "clock 500,500 inc 0", 0.5))


@check("the time left on the clock of each player, in seat order")
def clock_of_its_seat(engine: EngineUnderTest) -> str:
    """Uses the clock of the seat that decides, and no other."""
    times = []
    for seat in (1, 2, 3):
        engine.new_game(3, seat)
        left = ",".join("500" if number == seat else "600000" for number in (1, 2, 3))
        turn = find_position(3, has_choice, seat)
        times.append(in_time(engine, turn, f"clock {left} inc 0", 0.5))
    return _milliseconds(max(times))


@check(FIRST)
def huge_nodes(engine: EngineUnderTest) -> str:
    """Accepts a huge `nodes` limit, and still ends in time."""
    engine.new_game(2)
    turn = find_position(2, has_choice)
    limits = "nodes 1000000000000 movetime 50"
    return _milliseconds(in_time(engine, turn, limits, 0.05 + MATCH.margin))


@check(FIRST)
def few_nodes(engine: EngineUnderTest) -> str:
    """Ends at once with `nodes 1`, however much time there is."""
    engine.new_game(2)
    return _milliseconds(
        in_time(engine, find_position(2, has_choice), "nodes 1 movetime 60000", engine.patience)
    )


def in_time(engine: EngineUnderTest, turn: Turn, limits: str, allowed: float) -> float:
    """Return how long a legal answer took, in seconds; one that is late gets a second chance.

    A busy machine may be late once where the engine is not.
    """
    times = []
    for _ in range(2):
        times.append(engine.choose(turn, limits, allowed + MATCH.late).seconds)
        if times[-1] <= allowed:
            break
    delays = " and ".join(f"{1000 * seconds:.0f}" for seconds in times)
    if times[-1] > allowed:
        raise fault(
            "flag", f"answered `go {limits}` after {delays} ms; {1000 * allowed:.0f} are allowed"
        )
    if len(times) > 1:
        raise advice(
            f"answered `go {limits}` after {delays} ms where {1000 * allowed:.0f} are allowed: "
            "late once, as on a busy machine, but a match gives no second chance"
        )
    return times[-1]


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


CHECKS = (movetime, movetime_1, clock, clock_of_its_seat, huge_nodes, few_nodes)
