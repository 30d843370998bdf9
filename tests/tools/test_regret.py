"""The measurement of regret: decisions found, losses right, a journal that a run goes on with."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from support.misbehaving import misbehaving_spec
from support.program import end_of, started
from support.regret_runs import SOLVE, entry
from support.run_command import invoke, mistake_of

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.engine_client import Answer, EngineClient
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.decision_run import Meter, measure_games
from spyrium_ai.tools.experiments.recorded_decisions import Decision, Selection, decisions
from spyrium_ai.tools.experiments.regret import DecisionRegret, MarginSolver, summary
from spyrium_ai.util.errors import HaltError
from spyrium_ai.util.run_journal import RunJournal

LAST = 4
TURN_6 = range(6, 7)


def groups(games: Path) -> list[list[Decision]]:
    return list(decisions(games, Selection(TURN_6, 100)))


def test_decisions_are_those_of_turn_6_with_a_choice(games: Path) -> None:
    found = groups(games)
    assert len(found) == 2
    for group in found:
        assert len(group) > LAST
        assert [d.left for d in group] == sorted(d.left for d in group)
        for decision in group:
            position = decision.position()
            assert position.turn == 6
            assert len(position.legal()) > 1


def test_there_are_no_more_decisions_than_asked_for(games: Path) -> None:
    assert sum(map(len, decisions(games, Selection(TURN_6, 3)))) == 3


def test_a_loss_is_what_the_move_costs(games: Path) -> None:
    judge = MarginSolver(60, 2**24)
    for group in groups(games):
        for decision in group[:LAST]:
            position = decision.position()
            losses = judge.losses(position, {move: move for move in position.legal()})
            assert min(loss for loss in losses.values() if loss is not None) == 0
            sign = 1 if position.to_move == 1 else -1
            best = judge.margin(position)
            for move, loss in losses.items():
                after = position.copy()
                after.apply(move)
                margin = judge.margin(after)
                assert best is not None
                assert margin is not None
                assert loss == sign * (best - margin)


def test_too_little_time_is_no_answer() -> None:
    line = (
        "2 6 2 2 Fi.3,Ge,F2,H3,L3,H1,En,H2,Ad -,-,-,-,-,-,-,-,-,-,-,- E6 E4 "
        "F2,L3,H1,H2,H3,En,Ge,Fi,Ad 3.3.4/5.5.3 - I/-/39/10/0/4/5/5/wm/F1,F1,R2/-/- "
        "I/-/34/8/1/4/4/4/wm/F2,R1,R1,R2/Ca/-"
    )
    position = Position.parse(line)
    assert MarginSolver(0.001, 2**20).losses(position, {"a": position.legal()[0]}) == {"a": None}


def test_a_summary_counts_what_was_not_solved() -> None:
    findings = [
        DecisionRegret("1.1/9", 2, {"a": 0}),
        DecisionRegret("2.1/8", 3, {"a": 4}),
        DecisionRegret("2.1/7", 4, {"a": None}),
    ]
    first, player, left = summary(findings, ["a"])
    assert first == "3 decisions from 2 deals, 2 solved"
    assert player == (
        "a: mean regret 2.000 +- 25.412 points, exact 50.0% (0.0% to 100.0%), worst 4"
    )
    assert left == "4 decisions left: 1 of 1 not solved"


def test_the_decisions_of_a_deal_do_not_count_as_independent() -> None:
    once = [DecisionRegret(f"{deal}.1/9", 2, {"a": loss}) for deal, loss in enumerate((0, 1, 3))]
    often = [
        DecisionRegret(f.key.replace(".1", f".{n}"), 2, f.losses) for f in once for n in (1, 2)
    ]
    (_, told), (_, again) = summary(once, ["a"]), summary(often, ["a"])
    assert told == again
    assert told.startswith("a: mean regret 1.333 +- 3.795 points, exact 33.3% (")


def test_deals_that_agree_tell_no_width() -> None:
    findings = [DecisionRegret(f"{deal}.1/9", 2, {"a": 0}) for deal in range(3)]
    _, told = summary(findings, ["a"])
    assert told == "a: mean regret 0.000 points, exact 100.0% (29.2% to 100.0%), worst 0"


@contextmanager
def examiners(count: int, stop: StopFlag) -> Iterator[list[Meter[DecisionRegret]]]:
    players = [EnginePlayer(spec) for spec in parse_players(["heuristic"]) * count]
    with ExitStack() as stack:
        for player in players:
            stack.callback(player.close)
        yield [Meter([each], TimeControl(), 1, MarginSolver(60, 2**24, stop)) for each in players]


def test_games_are_looked_at_side_by_side_with_the_same_findings(games: Path) -> None:
    ends, stop = [group[:LAST] for group in groups(games)], StopFlag()
    with examiners(2, stop) as two:
        together = measure_games(ends, two, None, lambda: None, stop)
    with examiners(1, stop) as one:
        assert together == measure_games(ends, one, None, lambda: None, stop)
    assert len(together) == 2 * LAST


def test_an_interrupted_run_keeps_what_was_found(games: Path, tmp_path: Path) -> None:
    stop, bar = StopFlag(), iter(range(LAST))

    def progress() -> None:
        if next(bar) == 1:
            stop.set()

    notebook = RunJournal(tmp_path / "regret.jsonl", "regret", {}, DecisionRegret)
    with closing(notebook), examiners(1, stop) as one:
        found = measure_games(groups(games), one, notebook, progress, stop)
    assert [finding.key for finding in found] == [each.key for each in groups(games)[0][:2]]
    with RunJournal(notebook.path, "regret", {}, DecisionRegret) as kept:
        assert kept.found == found


def test_limits_of_its_own_replace_those_of_the_options(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SearchLimits] = []
    go = EngineClient.go

    def noted(client: EngineClient, limits: SearchLimits, seat: int) -> Answer:
        asked.append(limits)
        return go(client, limits, seat)

    monkeypatch.setattr(EngineClient, "go", noted)
    players = (entry(tmp_path / "mine.toml", "[limits]", "depth = 2"), "random:nodes=7", "random")
    assert invoke("regret", games, *players, "--nodes", 5, "--decisions", 1, *SOLVE).exit_code == 0
    assert asked == [SearchLimits(depth=2), SearchLimits(nodes=7), SearchLimits(nodes=5)]


def test_an_engine_that_fails_is_named(games: Path) -> None:
    told = mistake_of(invoke("regret", games, "sh -c exit", "--decisions", 1))
    assert "sh -c exit does not start" in told
    failed = invoke("regret", games, misbehaving_spec("crash"), "--decisions", 1).exception
    assert isinstance(failed, HaltError)
    assert "crash 1: crash: " in str(failed)


def test_a_game_that_cannot_be_replayed_is_told_before_anything_is_solved(
    games: Path, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.jsonl"
    first, last = games.read_text().splitlines()
    path.write_text(f"{first}\n{last.replace('place:', 'place:z', 1)}\n")
    told = mistake_of(invoke("regret", path, "heuristic", "--decisions", 10**6))
    assert "wrong.jsonl': game" in told
    assert "ply " in told


@pytest.mark.parametrize("seconds", ["0", "nan", "ten"])
def test_seconds_that_are_none_are_told_the_range(games: Path, seconds: str) -> None:
    told = mistake_of(invoke("regret", games, "heuristic", "--solve", seconds))
    assert f"'--solve': '{seconds}' is not a number of seconds above 0" in told


def test_games_without_a_decision_are_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "three.jsonl"
    assert invoke("match", *["random"] * 3, "--games", 3, "--seed", 1, "--out", path).exit_code == 0
    assert "no decision of turn 6" in mistake_of(invoke("regret", path, "heuristic"))


def test_an_interrupt_ends_the_solving_at_once(games: Path, tmp_path: Path) -> None:
    journal = tmp_path / "regret.jsonl"
    words = ("regret", games, "heuristic", "--solve", 600, "--journal", journal)
    with started(*words) as process:
        size = 0
        is_slow = False  # whether a decision takes long, as the first ones of a game do
        while not is_slow and process.poll() is None:
            time.sleep(1)
            before, size = size, journal.stat().st_size if journal.exists() else 0
            is_slow = size == before > 0
        process.send_signal(signal.SIGINT)
        output, _ = end_of(process)
        assert process.returncode == 130
    assert f"{len(journal.read_text().splitlines()) - 1} solved" in output
