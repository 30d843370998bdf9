"""A match: the real referee, an opponent and the clock."""

from __future__ import annotations

from dataclasses import replace

from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.player_spec import distinct, parse_player
from spyrium_ai.match.process.faults import fault_words
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import Fault, GameRecord
from spyrium_ai.match.schedule import schedule
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import advice, fault

CLOCK = TimeControl(clock=1500, inc=20)
RIVAL = "random"
SEED = 1


@check("Each of these is a fault and ends the engine's game", alone=True)
def against_random(engine: EngineUnderTest) -> str:
    """Plays a deal set of two games against `random` on a clock, without a fault."""
    course, faults = _deal_set(engine)
    if faults and all(each.kind == "flag" for each in faults):
        first = course
        course, faults = _deal_set(engine)  # a busy machine may be late where the engine is not
        if not faults:
            raise advice(f"{first}; and in a second deal set: {course}")
    if faults:
        raise fault(faults[0].kind, course, faults[0].command, faults[0].log)
    return course


def _deal_set(engine: EngineUnderTest) -> tuple[str, list[Fault]]:
    """Play a deal set under the referee; return its course and the engine's faults."""
    patience = Timeouts(ready=engine.patience, move=engine.patience)
    me, rival = distinct((replace(engine.spec, limits=None), parse_player(RIVAL)))
    pool = EnginePool(MatchSettings((me, rival), CLOCK, patience=patience), idle=2)
    try:
        records = [pool.play(plan) for plan in schedule(2, 1, SEED)]
    finally:
        pool.close()
    faults = [
        each
        for record in records
        for each in record.faults
        if record.seats[each.seat - 1].name == me.name
    ]
    return "; ".join(_game_in_words(record, me.name) for record in records), faults


def _game_in_words(record: GameRecord, name: str) -> str:
    """Return the result of a game in words."""
    seat = next(number for number, s in enumerate(record.seats, 1) if s.name == name)
    outcome = {0.0: "lost", 1.0: "won"}.get(record.share(seat), "shared")
    if record.faults:
        each = record.faults[0]
        return f"game {record.id} {outcome} by a fault: {fault_words(each)}"
    scores = record.scores or ()
    return f"game {record.id} {outcome} {scores[seat - 1]} to {scores[2 - seat]}"


CHECKS = (against_random,)
