from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from spyrium_ai.cli import cli
from spyrium_ai.cli.bench import table
from spyrium_ai.game.position import Position
from spyrium_ai.search.expectimax import MAX_DEPTH
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.bench.game_bench import (
    PERFT_CASES,
    PLAYERS,
    STATE,
    Measurement,
    as_data,
    fingerprint,
    measure,
    measurements,
)
from spyrium_ai.tools.bench.kernels import EvaluationSample, Sample, random_games
from spyrium_ai.tools.bench.search_bench import TREE_SEEDS, search_measurements
from spyrium_ai.tools.bench.search_cases import CASES, SearchCase
from spyrium_ai.tools.bench.time_shares import PARTS, time_shares

FINGERPRINT = "f0a86547dfaeb728"


def test_the_game_behaves_as_it_did() -> None:
    """Pin the behaviour: whoever changes it on purpose writes the new fingerprint here.

    It has changed if rules, what `legal` lists, the order in which moves are generated, the text of
    positions or moves, or the use of random numbers have. Recorded games then replay differently,
    or the same seed gives other random games and searches. A faster way to do the same, or another
    machine, leaves it as it is; a change that was to be such a way is wrong if this test fails.
    """
    assert fingerprint() == FINGERPRINT


def test_the_fingerprint_is_the_same_again_and_in_another_process() -> None:
    assert fingerprint() == fingerprint()
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONHASHSEED": "7",
    }
    program = "from spyrium_ai.tools.bench.game_bench import fingerprint; print(fingerprint())"
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert other.stdout.strip() == fingerprint()


@pytest.mark.parametrize("name", PERFT_CASES)
def test_the_positions_are_what_their_names_say(name: str) -> None:
    case = PERFT_CASES[name]
    position = Position.parse(case.line)
    assert str(position) == case.line
    assert f"turn-{position.turn}" in name
    assert position.players == (4 if name.startswith("4-players") else 2)
    assert len(position.legal()) > 10


def test_searches_begin_at_the_first_decision_and_in_the_middle() -> None:
    moments = [(case.position.players, case.moment) for case in CASES]
    assert moments == [(players, moment) for players in PLAYERS for moment in ("start", "middle")]
    for case in CASES:
        assert case.position.turn == 1 if case.moment == "start" else 3 <= case.position.turn <= 4
        assert len(case.position.legal()) > 10


def test_two_threads_grow_one_tree_with_twice_the_work() -> None:
    counted = {
        (m.key, m.label): (m.clock, m.work())
        for m in search_measurements()
        if m.key.startswith("mcts") and m.label == CASES[0].label
    }
    playouts, label = len(TREE_SEEDS) * CASES[0].playouts, CASES[0].label
    assert counted["mcts_playouts_per_second", label] == ("processor", playouts)
    assert counted["mcts_playouts_per_second_two_threads", label] == ("wall", 2 * playouts)
    clock, nodes = counted["mcts_nodes_per_second", label]
    both_clock, both = counted["mcts_nodes_per_second_two_threads", label]
    assert (clock, both_clock) == ("processor", "wall")
    # A playout adds a node at most, and many do here.
    assert playouts / 10 < nodes <= playouts + len(TREE_SEEDS)
    assert nodes < both <= 2 * playouts + len(TREE_SEEDS)


@pytest.mark.parametrize("case", CASES[1::2], ids=lambda case: case.label)
def test_the_parts_of_the_time_make_up_the_whole(case: SearchCase) -> None:
    shares = time_shares(replace(case, playouts=300))
    assert tuple(shares) == PARTS
    assert all(share >= 0 for share in shares.values())
    assert sum(shares.values()) >= 1 - 1e-9
    assert shares["rating"] > shares["movegen"] > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_are_those_of_the_position(players: int) -> None:
    moves = Position.start(players).play_out(5)
    assert random_games(players, 1, 5)[0] == moves
    assert random_games(players, 20, 5) == random_games(players, 20, 5)
    assert random_games(players, 20, 5) != random_games(players, 20, 6)
    assert random_games(players, 0, 5)[0] == 0


@pytest.mark.parametrize("players", [1, 6])
def test_random_games_need_two_to_five_players(players: int) -> None:
    with pytest.raises(ValueError, match=f"players: {players} is not 2 to 5"):
        random_games(players, 1, 1)


def test_the_parts_can_be_done_any_number_of_times() -> None:
    sample = Sample(3)
    evaluated = EvaluationSample(3, load_weights(3), load_net(3), 3)
    parts = (sample.clone, sample.hash, sample.generate, sample.apply)
    for work in (*parts, evaluated.evaluate, evaluated.value):
        for times in (0, 1, 3000):
            work(times)


def test_a_figure_is_a_median_and_runs_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0, 8, 8, 10, 10, 12, 12, 13, 13, 17, 17, 22])
    monkeypatch.setattr(
        "spyrium_ai.tools.bench.game_bench.time.thread_time", lambda: float(next(clock))
    )
    order: list[str] = []

    def doing(name: str) -> int:
        order.append(name)
        return 4

    work = [
        Measurement("games_per_second", "2", "games", "games a second", lambda: doing("games")),
        Measurement("nanoseconds_per_clone", "", "clone", "ns", lambda: doing("clone")),
    ]
    ticks: list[int] = []
    found = measure(work, 3, lambda: ticks.append(0))
    # Games took 8, 2 and 4 seconds for four, clones 2, 1 and 5.
    assert [figure.value for figure in found] == [1.0, 0.5e9]
    assert order == ["games", "clone"] * 3
    assert len(ticks) == 6


def test_the_work_of_several_threads_is_timed_by_the_wall_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([5, 7])
    monkeypatch.setattr(
        "spyrium_ai.tools.bench.game_bench.time.perf_counter", lambda: float(next(clock))
    )
    assert Measurement("mcts", "", "mcts", "playouts a second", lambda: 4, "wall").seconds() == 0.5


def test_figures_and_table_name_everything_that_was_measured() -> None:
    work = measurements()
    found = [m.figure(1 / (1234567.891 + number)) for number, m in enumerate(work)]
    data = as_data([*found, STATE], 3)
    assert list(data["random_games_per_second"]) == ["2", "3", "4", "5"]
    assert list(data["perft_leaves_per_second"]) == list(PERFT_CASES)
    assert data["random_games_per_second"]["2"] == 1234568
    assert isinstance(data["moves_per_second"], int)
    assert isinstance(data["nanoseconds_per_clone"], float)
    assert 0 < data["state_bytes"] <= 512
    assert data["fingerprint"] == FINGERPRINT
    lines = list(table([*found, STATE], data))
    assert max(map(len, lines)) < 80
    for measurement in work:
        assert any(line.startswith(measurement.title) for line in lines)
    assert "1,234,568 games a second" in lines[2]
    assert lines[-1].split() == ["fingerprint", FINGERPRINT]


def test_the_command_writes_one_json_object(monkeypatch: pytest.MonkeyPatch) -> None:
    # Short: docs/bench.md has the command with all its work, and the tests run it.
    monkeypatch.setattr("spyrium_ai.tools.bench.search_bench.TREE_SEEDS", TREE_SEEDS[:1])
    monkeypatch.setattr("spyrium_ai.tools.bench.time_shares.RUNS", 1)
    result = CliRunner().invoke(cli, ["bench", "--json", "--repeat", "1"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["repeat"] == 1
    assert all(data["random_games_per_second"][players] > 0 for players in "2345")
    for key in ("moves_per_second", "nanoseconds_per_clone", "nanoseconds_per_hash"):
        assert data[key] > 0
    assert data["fingerprint"] == FINGERPRINT
    searched = [case.label for case in CASES]
    for key in (
        "mcts_playouts_per_second",
        "mcts_playouts_per_second_two_threads",
        "mcts_nodes_per_second",
        "mcts_nodes_per_second_two_threads",
        "first_mcts_playouts_per_second",
        "expectimax_nodes_per_second",
    ):
        assert list(data[key]) == searched, key
        assert all(value > 100 for value in data[key].values()), key
    for part in PARTS:
        assert list(data[f"mcts_percent_of_time_{part}"]) == searched
    for key in ("nanoseconds_per_evaluation", "nanoseconds_per_net"):
        assert list(data[key]) == ["2", "4"], key
        assert all(value > 1 for value in data[key].values()), key
    for key in ("environment_steps_per_second", "environment_steps_per_second_two_threads"):
        assert list(data[key]) == ["2-players-list", "2-players-all", "5-players-all"], key
        assert all(value > 100 for value in data[key].values()), key
    assert data["game_steps_per_second"]["2-players"] > 100
    assert list(data["uct_playouts_per_second"]) == searched[:1]
    assert list(data["expectimax_depth_after_1_s"]) == searched[:2]
    assert all(1 <= depth <= MAX_DEPTH for depth in data["expectimax_depth_after_1_s"].values())
    assert all(nodes > 100 for nodes in data["expectimax_nodes_after_1_s"].values())
    assert 0 < data["stop_to_bestmove_ms"]["median"] <= data["stop_to_bestmove_ms"]["worst"]
    assert 50 < data["tree_node_bytes"] < 1000


def test_an_output_that_is_closed_ends_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for work in (
        "game_bench.measurements",
        "search_bench.search_measurements",
        "environment_bench.environment_measurements",
    ):
        monkeypatch.setattr(f"spyrium_ai.tools.bench.{work}", list)
    monkeypatch.setattr("spyrium_ai.tools.bench.search_bench.ONCE", ())
    monkeypatch.setattr(sys, "stdout", None)  # as Python has it where `>&-` has closed it
    cli.main(["bench"], standalone_mode=False)


def test_the_command_refuses_no_runs() -> None:
    result = CliRunner().invoke(cli, ["bench", "--repeat", "0"])
    assert result.exit_code == 2
    assert "--repeat" in result.stderr
