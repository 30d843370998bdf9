from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from support.fake_runners import interrupted, stops_though_not_closed
from support.program import PATIENCE
from support.scripted_players import Scripted, game

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan, schedule
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.processors import cores

SERIES = Series(parse_players(["random", "random"]), TimeControl(nodes=1))


def test_a_stop_ends_though_the_closing_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = LocalRunner(SERIES)
    monkeypatch.setattr(workers._pool, "close", interrupted)
    assert stops_though_not_closed(workers)


def test_no_game_begins_after_the_engines_were_closed() -> None:
    with LocalRunner(SERIES) as workers:
        pass
    assert workers.play_game(next(SERIES.plans())) is None
    assert not workers.is_stopped


def test_a_plan_is_taken_when_its_game_can_begin() -> None:
    """A test that has decided plans no more: then only the games under way go on."""
    begun: SimpleQueue[int] = SimpleQueue()
    may_end = [threading.Event() for _ in range(40)]
    record = game(Scripted(), Scripted()).play()

    class Held(LocalRunner):
        def play_game(self, plan: GamePlan) -> GameRecord:
            begun.put(plan.game)
            may_end[plan.game].wait(PATIENCE)
            return record

    planned, is_decided = [], threading.Event()

    def plans() -> Iterator[GamePlan]:
        for plan in schedule(2, 10, seed=1):
            if is_decided.is_set():
                return
            planned.append(plan.game)
            yield plan

    may_end[1].set()
    games = Held(SERIES, jobs=3).play(plans())
    next(games)
    assert sorted(begun.get(timeout=PATIENCE) for _ in range(4)) == planned == [1, 2, 3, 4]
    is_decided.set()
    for event in may_end:
        event.set()
    assert len(list(games)) == 3
    assert begun.empty()


def test_cores_are_counted_where_a_process_is_not_bound_to_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert cores() == 7
