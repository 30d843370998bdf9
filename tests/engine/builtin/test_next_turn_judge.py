"""What `mcts` does with the time that is left when it has searched a turn to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.builtin import turn_search
from spyrium_ai.engine.builtin.endgame_prover import workers_in_hand
from spyrium_ai.engine.builtin.next_turn_judge import PLAYED, SEARCHED, Candidate, NextTurnJudge
from spyrium_ai.engine.builtin.task import Task
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights

GAME = positions(2, seed=11, every=1)
# No worker is left to place, and there is more than one end of the turn.
LATE = next(p for p in GAME if p.turn == 2 and workers_in_hand(p) == 0 and len(p.legal()) == 6)
MANY = SearchLimits(nodes=10**7)


@pytest.fixture
def judge() -> NextTurnJudge:
    return NextTurnJudge(load_weights(2), load_net(2), load_policy(2), 2**20, seed=1)


def task(limits: SearchLimits = MANY, stop: StopFlag | None = None) -> Task:
    clock = SearchClock(limits, LATE)
    return Task(LATE, limits, clock, stop or StopFlag(), lambda _: None)


def lines_of(position: Position) -> list[list[int]]:
    return [[parse_move(move)] for move in position.legal()]


def test_lines_to_the_same_end_are_one_candidate(judge: NextTurnJudge) -> None:
    lines = lines_of(LATE)
    found = judge.candidates(LATE, [*lines, *lines])
    assert 1 < len(found) <= len(lines)
    assert len({candidate.end.key for candidate in found}) == len(found)
    assert found[0].line == lines[0]


def test_the_more_plays_the_more_they_count() -> None:
    def share(played: Sequence[float], searched: Sequence[float]) -> float:
        return Candidate([], LATE.state, 0.5, [*played], [*searched]).share

    assert share([], []) == 0.5
    assert 0.5 < share([0.9] * 9, []) < share([0.9] * 400, []) < share([], [0.9] * 99) < 0.9
    assert 0.7 < share([0.9] * 400, [0.9] * 99) < 0.9


def test_plays_overrule_the_network(judge: NextTurnJudge) -> None:
    best, _ = judge.best(judge.candidates(LATE, lines_of(LATE)), task(), 0)
    others = [c for c in judge.candidates(LATE, lines_of(LATE)) if c.end.key != best.end.key]
    wrong = [replace(c, net=best.net + 0.04) for c in others]
    again, _ = judge.best([*wrong, replace(best, played=[], searched=[])], task(), 0)
    assert max(wrong, key=lambda c: c.net).net > again.net
    assert again.end.key == best.end.key


def test_the_end_that_is_surely_worse_is_played_least(judge: NextTurnJudge) -> None:
    good, *_, bad = sorted(
        judge.candidates(LATE, lines_of(LATE)), key=lambda candidate: -candidate.net
    )
    bad = replace(bad, net=good.net - 1)  # as nobody could be wrong
    best, nodes = judge.best([good, bad], task(), 100)
    assert best is good
    assert len(good.played) == len(bad.played) == PLAYED.least
    assert nodes == 100 + 2 * PLAYED.least * PLAYED.nodes


def test_equal_ends_are_played_as_often_as_is_allowed(judge: NextTurnJudge) -> None:
    twins = [judge.candidates(LATE, lines_of(LATE)[:1])[0] for _ in range(2)]
    best, _ = judge.best(twins, task(), 0)
    assert best is twins[0]
    assert twins[0].played == twins[1].played
    assert twins[0].searched == twins[1].searched
    assert len(best.played) == PLAYED.most
    assert len(best.searched) == SEARCHED.most


@pytest.mark.parametrize("nodes", [1, 1000, 20_000])
def test_it_keeps_to_the_nodes(judge: NextTurnJudge, nodes: int) -> None:
    twins = [judge.candidates(LATE, lines_of(LATE)[:1])[0] for _ in range(2)]
    best, used = judge.best(twins, task(SearchLimits(nodes=nodes)), 0)
    assert used <= nodes
    assert len(best.played) <= nodes / 2 / PLAYED.nodes


def test_it_stops_when_it_is_told_to(judge: NextTurnJudge) -> None:
    stop = StopFlag()
    stop.set()
    candidates = judge.candidates(LATE, lines_of(LATE))
    best, nodes = judge.best(candidates, task(stop=stop), 7)
    assert (best.played, nodes) == ([], 7)
    assert best.net == max(candidate.net for candidate in candidates)


def test_the_seed_decides_the_deals() -> None:
    judges = [
        NextTurnJudge(load_weights(2), load_net(2), load_policy(2), 2**20, n) for n in (1, 1, 2)
    ]
    found = []
    for judge in judges:
        candidates = judge.candidates(LATE, lines_of(LATE))
        judge.best(candidates, task(SearchLimits(nodes=40_000)), 0)
        found.append([(c.played, c.searched) for c in candidates])
    assert found[0] == found[1] != found[2]


def test_mcts_plays_the_end_that_is_judged_best(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Candidate] = []

    def last(
        self: NextTurnJudge,  # noqa: ARG001
        candidates: Sequence[Candidate],
        task: Task,  # noqa: ARG001
        nodes: int,
    ) -> tuple[Candidate, int]:
        judged.append(candidates[-1])
        return candidates[-1], nodes + 5

    monkeypatch.setattr(NextTurnJudge, "best", last)
    monkeypatch.setattr(turn_search, "CLOSE", 1)
    move, reports = choose(make_engine("mcts"), LATE, SearchLimits(nodes=100_000))
    assert parse_move(move) == judged[0].line[0]
    assert reports[-1].pv[0] == move != reports[-2].pv[0]
    assert reports[-1].nodes > reports[-2].nodes
    share = round(1000 * judged[0].share)
    assert reports[-1].values[LATE.to_move - 1] == pytest.approx(share, abs=1)


def test_mcts_keeps_to_the_nodes_and_plays_the_same_again() -> None:
    limits = SearchLimits(nodes=100_000)
    move, reports = choose(make_engine("mcts"), LATE, limits)
    assert reports[-1].nodes <= 100_000
    again, others = choose(make_engine("mcts"), LATE, limits)
    assert (move, reports[-1].values) == (again, others[-1].values)


def test_expectimax_does_not_look_past_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NextTurnJudge, "__init__", None)
    move, _ = choose(make_engine("expectimax"), LATE, SearchLimits(nodes=100_000))
    assert move in LATE.legal()
