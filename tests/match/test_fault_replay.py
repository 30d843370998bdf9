from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, processes, wait_until_gone

from spyrium_ai.game.position import Position
from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.fault_replay import reproduce
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.faults import fault_words
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import Fault, GameRecord
from spyrium_ai.match.schedule import schedule
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError

# Faults of time, and a time that a busy machine keeps up to the fault.
LIMITS = {"late": TimeControl(movetime=1000), "stall": TimeControl(movetime=100)}
PATIENT = Timeouts(margin=0.3)  # for machines under load


@cache
def lost_game(fault: str, at: int = 3, others: int = 1, mark: str = "x") -> GameRecord:
    """Return a game that the misbehaving engine, one of several, has lost."""
    players = parse_players([*["random:nodes=1"] * others, misbehaving_spec(fault, at, mark)])
    limits = LIMITS.get(fault, TimeControl(nodes=1))
    pool = EnginePool(MatchSettings(players, limits, patience=PATIENT), idle=9)
    try:
        return pool.play(next(schedule(1 + others, 1, seed=3)))
    finally:
        pool.close()


@pytest.mark.parametrize("fault", ["crash", "late", "illegal", "error"])
def test_the_same_fault_again(fault: str) -> None:
    record = lost_game(fault)
    (found,) = record.faults
    again = reproduce(record, found, PATIENT)
    assert again.fails
    first, *log = again.text.splitlines()
    assert " fails again, after " in first
    assert f"{found.ply} moves and deals: {fault_words(found)[:12]}" in first
    # It was told what it had been told then.
    told = [line.strip() for line in log if line.strip().startswith("> ")]
    assert told[-3:] == [line for line in found.log if line.startswith("> ")][-3:]


def test_a_fault_among_three_where_the_game_went_on() -> None:
    record = lost_game("crash", others=2)
    (found,) = record.faults
    assert len(record.plies) > found.ply + 10
    assert " fails again, after " in reproduce(record, found).text


def test_an_engine_that_fails_elsewhere_or_no_longer() -> None:
    record = lost_game("crash")
    (found,) = record.faults
    seats = list(record.seats)
    mended, worse = (
        replace(
            seats[found.seat - 1],
            command=tuple(
                {"crash": fault, "3": at}.get(word, word) for word in seats[found.seat - 1].command
            ),
        )
        for fault, at in (("none", "3"), ("illegal", "2"))
    )
    seats[found.seat - 1] = mended
    fails, text = reproduce(replace(record, seats=tuple(seats)), found)
    assert not fails
    assert "does not fail this time: it answers " in text
    seats[found.seat - 1] = worse
    fails, text = reproduce(replace(record, seats=tuple(seats)), found)
    assert fails
    assert " fails in another way, after " in text
    assert "illegal move: 'place:z9z9' is not a legal move" in text


def test_a_record_with_a_wrong_move_of_another_seat_is_no_engines_fault() -> None:
    record = lost_game("crash")
    (found,) = record.faults
    at = next(i for i, ply in enumerate(record.plies) if ply.seat not in {0, found.seat})
    plies = list(record.plies)
    plies[at] = plies[at]._replace(move="place:z9z9")
    with pytest.raises(UsageError, match=r"cannot be replayed: seat \d, after \d+ moves"):
        reproduce(replace(record, plies=tuple(plies)), found)


def test_an_engine_that_gets_ready_this_time() -> None:
    record = lost_game("none")
    first = next(ply.seat for ply in record.plies if ply.seat)
    failed = 3 - first  # so that the other seat, whose moves nobody has recorded, is asked
    (engine,) = (seat for seat in record.seats if "random" not in seat.spec)
    position = str(Position.start(2))
    fault = Fault(failed, 0, "protocol", "answered 'error newgame'", position)
    unbegun = replace(record, seats=(engine, engine), plies=(), faults=(fault,))
    fails, text = reproduce(unbegun, fault)
    assert not fails
    assert text.endswith(" does not fail this time: it begins the game")


def test_a_record_without_a_command_starts_nothing() -> None:
    record = lost_game("crash")
    (found,) = record.faults
    unnamed = replace(record, seats=tuple(replace(seat, command=()) for seat in record.seats))
    with pytest.raises(UsageError, match="has no command of"):
        reproduce(unnamed, found)


def test_no_process_is_left() -> None:
    mark = new_mark()
    record = lost_game("stall", 1, 1, mark)
    reproduce(record, record.faults[0], Timeouts(late=0.1))
    assert wait_until_gone(mark) == []
    assert processes(mark) == []
