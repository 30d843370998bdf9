"""`spyrium-ai rollout`: its table, its data, what it says of mistakes, and its end by Ctrl-C."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from support.position_lines import BETWEEN, IN_TURN, OVER
from support.program import end_of, started, wait_until
from support.run_command import invoke, mistake_of

FAST = ("--player", "heuristic")


def test_the_table_has_the_moves_in_order_and_in_words() -> None:
    result = invoke("rollout", IN_TURN, "money:a2a3:a3", "money:b1b2:b1", "--games", 20, *FAST)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    heads = ["move", "rollouts", "win", "%", "interval", "points", "behind", "%", "interval"]
    assert lines[0].split() == [*heads, "verdict"]
    assert [line.split()[:2] for line in lines[1:3]] == [["1", "20"], ["2", "20"]]
    assert lines[1].endswith("best")
    assert " 1  money:" in result.stdout
    assert "take the worker at a2a3 to gain GBP0 at the Mine (M2)" in result.stdout
    assert max(map(len, lines)) <= 80


def test_the_data_has_all_that_the_table_has() -> None:
    result = invoke("rollout", IN_TURN, "--candidates", 3, "--games", 10, "--json", *FAST)
    data = json.loads(result.stdout)
    assert data["position"] == IN_TURN
    assert data["seat"] == 1
    assert not data["interrupted"]
    assert (data["first"], data["player"]) == ("heuristic", "heuristic")
    first, *others = data["moves"]
    assert len(others) == 2
    assert first["behind"] is None
    for move in others:
        assert move["rollouts"] == 10
        assert move["behind"]["low"] <= move["behind"]["mean"] <= move["behind"]["high"]
        assert move["verdict"] == "open"
    assert first["share"]["mean"] >= others[0]["share"]["mean"]


def test_the_turn_of_the_position_may_have_another_player() -> None:
    words = ("rollout", IN_TURN, "money:a2a3:a3", "--games", 1, "--json", "--first", "random")
    data = json.loads(invoke(*words, *FAST).stdout)
    assert (data["first"], data["player"]) == ("random", "heuristic")


def test_a_single_rollout_gives_no_interval_of_points() -> None:
    result = invoke("rollout", IN_TURN, "--games", 1, "--json", *FAST)
    assert json.loads(result.stdout)["moves"][0]["margin"]["low"] is None
    assert "Infinity" not in result.stdout


def test_a_position_may_be_broken_into_lines() -> None:
    result = invoke("rollout", IN_TURN.replace(" ", "\n  "), "--games", 1, *FAST)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((BETWEEN,), "chance decides in this position"),
        ((OVER,), "the game is over in this position"),
        (("start 2",), "chance decides in this position"),
        (("2 1",), "position: 2 fields instead of 13"),
        ((IN_TURN, "pass"), "'pass' is not legal here"),
        ((IN_TURN, "fly"), "fly"),
        ((IN_TURN, "--player", "human"), "rollouts are played by built-in players: random"),
        ((IN_TURN, "--first", "human"), "rollouts are played by built-in players: random"),
        ((IN_TURN, "--first", ""), "player '': rollouts are played by built-in players: random"),
        ((IN_TURN, "--player", "mcts:node=5"), "no option 'node'"),
        ((IN_TURN, "--resolution", "200"), "not a number of per cent from 0 to 100"),
        ((IN_TURN, "--candidates", "1"), "not a whole number from 2 to 1000"),
    ],
)
def test_mistakes_are_named(words: tuple[str, ...], problem: str) -> None:
    assert problem in mistake_of(invoke("rollout", *words))


def test_an_interrupt_keeps_what_there_is(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    words = ("rollout", IN_TURN, "--games", 10**6, "--resolution", 0, "--journal", journal)
    with started(*words, "--json", *FAST) as process:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 100)
        process.send_signal(signal.SIGINT)
        out, err = end_of(process)
    assert process.returncode == 130, err
    data = json.loads(out)
    assert data["interrupted"]
    assert sum(move["rollouts"] for move in data["moves"]) == journal.read_bytes().count(b"\n") - 1
