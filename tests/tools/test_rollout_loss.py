"""The measurement of losses by rollouts: what a move loses, the result, and the command."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import fmean

import pytest
from support.run_command import invoke, mistake_of

from spyrium_ai.analysis.rollout.continuation import Continuation, GameEnd
from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments import rollout_loss
from spyrium_ai.tools.experiments.recorded_decisions import Decision, Selection, decisions
from spyrium_ai.tools.experiments.rollout_loss import DecisionLoss, RolloutJudge, losses, summary
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import derive

QUICK = ("--deals", 1, "--rollouts", 4, "--by", "heuristic")


def a_decision(games: Path) -> Decision:
    """Return the first decision of the first game."""
    return next(decisions(games, Selection(range(1, 2), 1_000)))[-1]


def test_moves_that_are_worth_the_same_lose_nothing_on_average() -> None:
    """The move that was luckiest would be 0.08 ahead of the others here."""
    draw = random.Random(1)
    found = []
    for _ in range(2_000):
        shares = {move: [float(draw.random() < 0.5) for _ in range(20)] for move in "abc"}
        found.append(losses(shares)["a"])
    assert fmean(found) == pytest.approx(0, abs=0.01)


def test_a_move_loses_what_it_is_worth_less() -> None:
    draw = random.Random(1)
    found = []
    for _ in range(500):
        good = [float(draw.random() < 0.8) for _ in range(100)]
        bad = [share * (draw.random() < 0.5) for share in good]
        found.append(losses({"bad": bad, "good": good}))
    assert fmean(loss["bad"] for loss in found) == pytest.approx(0.4, abs=0.01)
    assert {loss["good"] for loss in found} == {0.0}


def test_the_order_of_equally_good_moves_does_not_matter() -> None:
    found = losses({"a": [1, 1, 1, 0], "b": [1, 1, 1, 1]})
    assert found == losses({"b": [1, 1, 1, 1], "a": [1, 1, 1, 0]})
    assert found == {"a": 0.125, "b": -0.125}


class Lucky:
    """Plays rollouts in which a move wins always or never, by chance: as in a lucky turn."""

    def __init__(self, _players: RolloutPlayers, seed: int, _stop: StopFlag) -> None:
        self.seed = seed

    def play(self, position: Position, move: str, _number: int) -> GameEnd:
        wins = derive("luck", self.seed, move) % 2
        return end_for(position.to_move, wins)


def end_for(seat: int, share: float) -> GameEnd:
    """Return the end of a game of two in which the seat has this share of the win."""
    return GameEnd((share, 1 - share) if seat == 1 else (1 - share, share), (0, 0))


@pytest.fixture
def nothing_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the players' moves alone be judged."""
    monkeypatch.setattr(rollout_loss, "proposed_moves", lambda *_: [])


@pytest.mark.usefixtures("nothing_proposed")
def test_a_turn_that_went_well_by_chance_counts_in_one_half_only(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollout_loss, "Continuation", Lucky)
    decision = a_decision(games)
    moves = {move: move for move in decision.position().legal()[:2]}
    found: list[float] = []
    for seed in range(1_000):
        judge = RolloutJudge(RolloutPlayers(), 4, seed, StopFlag())
        found.extend(judge.judge(decision, moves).losses.values())
    assert fmean(found) == pytest.approx(0, abs=0.05)  # 0.25 if both halves had the same luck


@pytest.mark.usefixtures("nothing_proposed")
def test_a_loss_is_that_of_the_player_to_move(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(_: Continuation, position: Position, move: str, _number: int) -> GameEnd:
        return end_for(position.to_move, move == position.legal()[0])

    monkeypatch.setattr(Continuation, "play", play)
    judge = RolloutJudge(RolloutPlayers(), 2, 1, StopFlag())
    seats = set()
    for decision in next(decisions(games, Selection(range(1, 2), 1_000))):
        position = decision.position()
        good, bad, *_ = position.legal()
        assert judge.judge(decision, {"a": good, "b": bad}).losses == {"a": 0, "b": 1}
        seats.add(position.to_move)
    assert seats == {1, 2}


def test_the_judge_tells_moves_apart(games: Path) -> None:
    judge = RolloutJudge(RolloutPlayers("heuristic", "heuristic"), 120, 1, StopFlag())
    decision = a_decision(games)
    every = {move: move for move in decision.position().legal()}
    found = judge.judge(decision, every)
    assert (found.key, found.turn, found.moves) == (decision.key, 1, every)
    assert min(found.losses.values()) == pytest.approx(0, abs=0.1)
    assert max(found.losses.values()) > 0.15


def test_the_judge_judges_the_same_again(games: Path) -> None:
    judge = RolloutJudge(RolloutPlayers("heuristic", "heuristic"), 20, 1, StopFlag())
    decision = a_decision(games)
    every = {move: move for move in decision.position().legal()}
    assert judge.judge(decision, every) == judge.judge(decision, every)


def test_a_player_that_cannot_roll_out_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="rollouts are played by built-in players"):
        RolloutJudge(RolloutPlayers("nobody"), 2, 1, StopFlag())


def test_a_summary_compares_the_first_player_with_the_others() -> None:
    findings = [
        DecisionLoss(f"{deal}.1/9", 2, {}, {"a": 0.01, "b": 0.04 + deal / 100}) for deal in (1, 2)
    ]
    assert list(summary(findings, ["a", "b"])) == [
        "2 decisions from 2 deals",
        "a: mean loss 1.00 % of a win (+- 0.00)",
        "b: mean loss 5.50 % of a win (+- 6.35)",
        "a loses 0.18 (0.17 to 0.20) times what b loses",
    ]
    assert list(summary([], ["a"])) == ["0 decisions from 0 deals"]


def test_a_run_is_gone_on_with_and_can_be_repeated(games: Path, tmp_path: Path) -> None:
    journal = tmp_path / "loss.jsonl"
    words = ("loss", games, "heuristic", "random", *QUICK)
    whole = invoke(*words, "--decisions", 2)
    assert whole.exit_code == 0, whole.output
    assert "2 decisions from 1 deal\nheuristic: mean loss " in whole.output
    assert invoke(*words, "--decisions", 2, "--journal", journal).output == whole.output
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:2]) + '{"key": "1.1/8')  # as a crash leaves it
    assert invoke(*words, "--decisions", 2, "--journal", journal).output == whole.output
    assert journal.read_text().splitlines(keepends=True) == lines
    changed = (*words[:-3], 6, *words[-2:])
    assert "other settings" in mistake_of(invoke(*changed, "--journal", journal))


def test_mistakes_are_told(games: Path, tmp_path: Path) -> None:
    assert "human players" in mistake_of(invoke("loss", games, "human", *QUICK))
    assert "built-in players" in mistake_of(
        invoke("loss", games, "random", "--deals", 1, "--by", "x")
    )
    assert "--deals 60: the games have 1 deal" in mistake_of(invoke("loss", games, "random"))
    assert "built-in players" in mistake_of(invoke("loss", games, "random", *QUICK, "--first", "x"))
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert "the games have 0 deals" in mistake_of(invoke("loss", empty, "random"))
