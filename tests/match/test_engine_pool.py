from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, processes, wait_until_gone

from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.schedule import schedule
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError

# An engine that declares its option at its first start only.
FORGETFUL = """
from pathlib import Path
known = Path(__file__).with_suffix(".known")
for line in iter(input, "quit"):
    if line == "spyrium":
        if len(known.read_text() if known.exists() else "") < 2:
            print("option name x type check default false")
        known.open("a").write("x")
        print("spyriumok 1", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
"""


def terms(mark: str, count: int = 3) -> MatchSettings:
    """Return players whose processes have the mark among their arguments."""
    specs = [f"{misbehaving_spec('none', 1, mark)} player-{number}" for number in range(count)]
    return MatchSettings(parse_players(specs), TimeControl(nodes=1))


def test_engines_stay_from_deal_set_to_deal_set() -> None:
    mark = new_mark()
    pool = EnginePool(terms(mark, 2), idle=2)
    try:
        pool.check()
        checked = set(processes(mark))
        first = [pool.play(plan) for plan in schedule(2, 1, seed=1)]
        before = set(processes(mark))
        second = [pool.play(plan) for plan in islice(schedule(2, 3, seed=1), 2, None)]
        assert {record.outcome for record in (*first, *second)} == {"played"}
        assert len(checked) == 2
        assert len(before) == 4
        assert checked < before == set(processes(mark))
    finally:
        pool.close()
    assert wait_until_gone(mark) == []


def test_the_engine_given_back_last_is_lent_first_and_only_to_its_player() -> None:
    pool = EnginePool(terms("x"), idle=9)
    one, other, stranger = pool.lend(0), pool.lend(0), pool.lend(1)
    assert one is not other
    for number, player in ((0, one), (0, other), (1, stranger)):
        pool.give_back(number, player)
    assert pool.lend(0) is other
    assert pool.lend(0) is one
    assert pool.lend(0) not in {one, other, stranger}
    assert pool.lend(1) is stranger


def test_an_engine_is_not_lent_twice_for_the_same_deals() -> None:
    pool = EnginePool(terms("x"), idle=9)
    first = pool.lend(0, seed=5)
    pool.give_back(0, first)
    second = pool.lend(0, seed=5)
    assert second is not first
    pool.give_back(0, second)
    assert pool.lend(0, seed=6) is second
    assert pool.lend(0, seed=6) is first
    assert pool.lend(0, seed=5) not in {first, second}


def test_an_engine_ends_after_very_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyrium_ai.match.engine_pool.MOST_SEEDS", 2)
    mark = new_mark()
    pool = EnginePool(terms(mark, 2), idle=9)
    try:
        for plan in schedule(2, 2, seed=1):
            pool.play(plan)
        assert processes(mark) == []
    finally:
        pool.close()


def test_an_engine_that_loses_an_option_at_a_restart_is_at_fault(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(FORGETFUL)
    spec = shlex.join([sys.executable, str(engine)])
    players = [replace(player, options=(("x", "true"),)) for player in parse_players([spec] * 2)]
    pool = EnginePool(MatchSettings(tuple(players), TimeControl(nodes=1)), idle=9)
    try:
        pool.check()
        pool.close()
        record = pool.play(next(schedule(2, 1, seed=1)))
    finally:
        pool.close()
    fault = record.faults[0]
    assert (fault.ply, fault.kind) == (0, "protocol")
    assert "no option 'x'; it has none" in fault.reason


def test_no_more_engines_wait_than_there_may() -> None:
    mark = new_mark()
    pool = EnginePool(terms(mark), idle=2)
    try:
        pool.check()
        # The third has taken the place of the first, which had waited longest.
        assert len(processes(mark)) == 2
        assert not pool.lend(0).client.is_running
        assert pool.lend(1).client.is_running
        assert pool.lend(2).client.is_running
    finally:
        pool.close()


def test_close_ends_the_engines_that_are_lent_too() -> None:
    mark = new_mark()
    pool = EnginePool(terms(mark), idle=9)
    pool.check()
    pool.lend(1)
    assert len(processes(mark)) == 3
    pool.close()
    assert wait_until_gone(mark) == []


@pytest.mark.parametrize(
    ("spec", "seconds", "why"),
    [
        ("python -c 1", 120, "does not start"),
        (misbehaving_spec("silent"), 1, "does not start"),
        ("random:foo=1", 120, "no option 'foo'"),
    ],
)
def test_a_player_that_cannot_play_is_found_before_any_game(
    spec: str, seconds: float, why: str
) -> None:
    mark = new_mark()
    players = parse_players([misbehaving_spec("none", 1, mark), spec])
    pool = EnginePool(MatchSettings(players, patience=Timeouts(start=seconds)), idle=9)
    try:
        with pytest.raises(UsageError, match=why):
            pool.check()
    finally:
        pool.close()
    assert wait_until_gone(mark) == []
