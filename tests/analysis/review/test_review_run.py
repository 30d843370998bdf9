"""Whole games reviewed: the sum that must come out, and what a later run need not ask again."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.report_games import forfeited, played
from support.scripted_judges import EvaluatingJudge

from spyrium_ai.analysis.review.game_review import GameReview, Value
from spyrium_ai.analysis.review.review_run import (
    ReviewRun,
    ReviewSettings,
    file_of,
    questions,
)
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import replay
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError, UsageError

DEPTH = replace(Depth.of_nodes(5), samples=3)
SETTINGS = ReviewSettings("scripted", "none", DEPTH)
GAME = played(("ann", "bob"), 1)
THREE = played(("ann", "bob", "cy"), 2)


class CountingJudge(EvaluatingJudge):
    """Sets a flag, or fails, at a question."""

    def __init__(self, flag: StopFlag, last: int = 10**9, *, fails: bool = False) -> None:
        super().__init__()
        self._flag, self._last, self._fails = flag, last, fails

    def lines(self, position: Position, limits: SearchLimits, count: int) -> list[Value]:
        self._last -= 1
        if self._last < 0:
            if self._fails:
                raise HaltError("the judge has had enough")
            self._flag.set()
        return super().lines(position, limits, count)


def review(
    folder: Path,
    records: Sequence[GameRecord] = (GAME,),
    judge: EvaluatingJudge | None = None,
    flag: StopFlag | None = None,
    names: Sequence[str] = (),
    settings: ReviewSettings = SETTINGS,
) -> list[GameReview]:
    reviewer = Reviewer(judge or EvaluatingJudge(), None, settings.depth)
    return list(ReviewRun(settings, folder, names).run(records, [reviewer], flag or StopFlag()))


@pytest.mark.parametrize("record", [GAME, THREE])
def test_result_is_start_and_luck_and_skill_and_drift(record: GameRecord, tmp_path: Path) -> None:
    (found,) = review(tmp_path, (record,))
    assert found.finished
    assert found.result == record.shares
    parts = zip(found.start, found.luck, found.skill, found.drift, strict=True)
    assert tuple(map(sum, parts)) == pytest.approx(record.shares)
    for row in (found.luck, found.skill, found.drift):
        assert sum(row) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("record", [GAME, THREE])
def test_drift_is_what_the_judge_changes_its_mind_about(record: GameRecord, tmp_path: Path) -> None:
    """Add up the steps from what was thought after a move to what is thought before the next."""
    (found,) = review(tmp_path, (record,))
    before = {deal.ply: deal.mean for deal in found.deals}
    before |= {decision.ply: decision.better.shares for decision in found.decisions}
    after = {deal.ply: deal.shares for deal in found.deals}
    after |= {decision.ply: decision.played.shares for decision in found.decisions}
    plies = sorted(before)
    drift = [0.0] * len(record.seats)
    for one, next_one in itertools.pairwise(plies):
        for seat in range(len(drift)):
            drift[seat] += before[next_one][seat] - after[one][seat]
    last = after[plies[-1]]
    drift = [each + end - known for each, end, known in zip(drift, found.result, last, strict=True)]
    assert found.drift == pytest.approx(drift)


def test_every_decision_and_deal_is_asked_about_once() -> None:
    asked = list(questions(GAME))
    steps = list(replay(GAME))
    decisions = [step.number for step in steps if not step.before.is_chance]
    assert [question.ply for question in asked if not question.before.is_chance] == decisions
    deals = [question for question in asked if question.before.is_chance]
    assert [len(question.moves) for question in deals] == [2, 1, 1, 1, 1, 1]
    assert [question.ply for question in asked] == sorted(question.ply for question in asked)


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    first = review(tmp_path, (GAME, THREE))
    judge = EvaluatingJudge()
    assert review(tmp_path, (GAME, THREE), judge) == first
    assert judge.asked == []


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    whole = review(tmp_path / "whole")
    flag = StopFlag()
    assert review(tmp_path / "cut", (GAME,), CountingJudge(flag, 10), flag) == []
    file = file_of(tmp_path / "cut", SETTINGS.of_game(GAME))
    kept = len(file.read_text().splitlines())
    assert kept > 10
    file.write_text(file.read_text() + '{"decision": {"ply"')  # torn by SIGKILL
    judge = EvaluatingJudge()
    assert review(tmp_path / "cut", (GAME,), judge) == whole
    again = EvaluatingJudge()
    review(tmp_path / "anew", (GAME,), again)
    assert 0 < len(judge.asked) < len(again.asked)


def test_what_was_asked_before_a_failure_is_kept(tmp_path: Path) -> None:
    flag = StopFlag()
    with pytest.raises(HaltError, match="had enough"):
        review(tmp_path, (GAME,), CountingJudge(flag, 10, fails=True), flag)
    assert len(file_of(tmp_path, SETTINGS.of_game(GAME)).read_text().splitlines()) >= 10
    assert len(review(tmp_path)) == 1


def test_other_settings_have_other_files(tmp_path: Path) -> None:
    other = ReviewSettings("scripted", "none", replace(DEPTH, samples=4))
    review(tmp_path)
    review(tmp_path, settings=other)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    file = file_of(tmp_path, SETTINGS.of_game(GAME))
    file.write_text('{"not": "ours"}\n')
    with pytest.raises(UsageError, match=file.name):
        review(tmp_path)


def test_only_the_decisions_of_a_player(tmp_path: Path) -> None:
    (found,) = review(tmp_path, names=("bob",))
    seat = next(i for i, each in enumerate(GAME.seats, 1) if each.name == "bob")
    assert {decision.seat for decision in found.decisions} == {seat}
    assert len(found.deals) == 6


def test_an_unfinished_game_is_worth_what_it_was_worth_last(tmp_path: Path) -> None:
    plies = GAME.plies[:20]
    record = replace(forfeited(GAME, 1), plies=plies)
    (found,) = review(tmp_path, (record,))
    assert not found.finished
    assert found.result == found.decisions[-1].played.shares


def test_two_reviewers_find_what_one_finds(tmp_path: Path) -> None:
    reviewers = [Reviewer(EvaluatingJudge(), None, DEPTH) for _ in range(2)]
    seen: list[tuple[int, int]] = []
    run = ReviewRun(SETTINGS, tmp_path / "two")
    found = list(run.run((GAME,), reviewers, StopFlag(), lambda *told: seen.append(told)))
    assert found == review(tmp_path / "one")
    total = len(list(questions(GAME)))
    assert seen == [(done, total) for done in range(1, total + 1)]
