"""The review of a decision: which moves are compared, by whom, and what class comes of it."""

from __future__ import annotations

import pytest
from support.scripted_judges import EvaluatingJudge, ScriptedJudge

from spyrium_ai.analysis.review.game_review import Value
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.game.position import Position

DEPTH = Depth.of_nodes(100)


def decision(players: int = 2) -> Position:
    """Return the first decision of a game."""
    position = Position.start(players)
    while position.is_chance:
        position.apply(position.sample_deal(3))
    return position


def worth(position: Position, share: float, points: float = 20.0) -> Value:
    """Return a value of so much for the seat to move; the others share the rest."""
    rest = (1 - share) / (position.players - 1)
    seats = range(1, position.players + 1)
    shares = tuple(share if seat == position.to_move else rest for seat in seats)
    scores = tuple(points if seat == position.to_move else 20.0 for seat in seats)
    return Value(shares, scores, 1000)


def shares_of(position: Position, *shares: float) -> dict[str, Value]:
    """Return values for the first legal moves."""
    moves = position.legal()
    return {move: worth(position, share) for move, share in zip(moves, shares, strict=False)}


def test_the_judges_first_choice_loses_nothing_and_is_not_compared() -> None:
    position = decision()
    judge = ScriptedJudge(shares_of(position, 0.6, 0.5))
    best = position.legal()[0]
    found = Reviewer(judge, None, DEPTH).review(position, best, 7)
    assert (found.ply, found.best, found.rank, found.cls) == (7, best, 1, "none")
    assert found.loss == found.loss_points == found.loss_error == 0
    assert set(found.gained) == {0}
    assert not found.deep


@pytest.mark.parametrize(
    ("share", "cls"), [(0.59, "none"), (0.57, "small"), (0.54, "error"), (0.3, "blunder")]
)
def test_a_loss_has_its_class(share: float, cls: str) -> None:
    position = decision()
    judge = ScriptedJudge(shares_of(position, 0.6, share))
    best, played = position.legal()[:2]
    found = Reviewer(judge, None, DEPTH).review(position, played)
    assert (found.best, found.rank, str(found.cls)) == (best, 2, cls)
    assert found.loss == pytest.approx(0.6 - share)
    assert found.gained[position.to_move - 1] == pytest.approx(share - 0.6)
    assert sum(found.gained) == pytest.approx(0)
    assert found.deep == (share < 0.585)
    assert found.loss_error > 0
    assert found.better.line[0] == best
    assert found.played.line[0] == played


def test_what_the_deeper_pass_finds_holds() -> None:
    position = decision()
    shallow, deep = shares_of(position, 0.6, 0.4), shares_of(position, 0.5, 0.55)
    played = position.legal()[1]
    found = Reviewer(ScriptedJudge(shallow, deep), None, DEPTH).review(position, played)
    assert (found.deep, found.best, found.loss, found.cls) == (True, played, 0, "none")


def test_the_second_pass_searches_longer() -> None:
    position = decision()
    judge = ScriptedJudge(shares_of(position, 0.6, 0.4))
    Reviewer(judge, None, DEPTH).review(position, position.legal()[1])
    assert {limits.nodes for _, limits in judge.asked} == {100, 700}


@pytest.mark.parametrize(("second_share", "cls"), [(0.2, "blunder"), (0.58, "error")])
def test_a_blunder_needs_the_second_judge(second_share: float, cls: str) -> None:
    position = decision()
    judge = ScriptedJudge(shares_of(position, 0.6, 0.3))
    second = ScriptedJudge(shares_of(position, 0.6, second_share))
    found = Reviewer(judge, second, DEPTH).review(position, position.legal()[1])
    assert found.cls == cls
    assert found.second_loss == pytest.approx(0.6 - second_share)
    assert found.loss == pytest.approx(0.3)
    assert found.loss_error >= abs(0.3 - (0.6 - second_share)) / 2


def test_the_second_judge_is_not_asked_about_less() -> None:
    position = decision()
    judge, second = (ScriptedJudge(shares_of(position, 0.6, 0.53)) for _ in range(2))
    found = Reviewer(judge, second, DEPTH).review(position, position.legal()[1])
    assert (found.cls, found.second_loss, second.asked) == ("error", None, [])


def test_a_player_of_three_without_hope_is_judged_by_points() -> None:
    position = decision(3)
    best, played = position.legal()[:2]
    table = {best: worth(position, 0.02, 15.0), played: worth(position, 0.019, 9.0)}
    found = Reviewer(ScriptedJudge(table), None, DEPTH).review(position, played)
    assert found.cls == "blunder"
    assert found.loss_points == pytest.approx(6.0)
    two = decision()
    table = {best: worth(two, 0.02, 15.0), played: worth(two, 0.019, 9.0)}
    moves = two.legal()[:2]
    table = dict(zip(moves, table.values(), strict=True))
    assert Reviewer(ScriptedJudge(table), None, DEPTH).review(two, moves[1]).cls == "none"


def test_a_forced_move_is_forced() -> None:
    position = decision()
    while len(position.legal()) > 1:
        position.apply(position.legal()[-1])
        while position.is_chance:
            position.apply(position.sample_deal(3))
    judge = EvaluatingJudge()
    found = Reviewer(judge, None, DEPTH).review(position, position.legal()[0])
    assert (found.cls, found.loss, len(judge.asked)) == ("forced", 0, 1)


def test_the_lines_go_to_the_turns_end() -> None:
    position = decision()
    best, played = position.legal()[:2]
    judge = ScriptedJudge(shares_of(position, 0.6, 0.3))
    found = Reviewer(judge, None, DEPTH).review(position, played)
    for first, line in ((best, found.better.line), (played, found.played.line)):
        assert line[0] == first
        at = position.copy()
        for move in line:
            assert not at.is_chance
            at.apply(move)
        assert at.is_chance


def test_limits_in_words() -> None:
    assert str(Depth.of_nodes(100)).startswith("first pass 100 nodes, second 700 nodes, deals 20")
    assert "first pass 66 ms" in str(Depth.of_time(200))
