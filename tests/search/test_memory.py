"""Searches keep to the option `memory`, measured by the resident memory of a process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.engine_cases import positions
from support.engine_conversation import Process

TESTS = Path(__file__).parents[1]
# Fills trees and tables: two decisions in a row, of which the second keeps a part of the first's
# tree, a late one of a turn, which is searched by depths, and one of turn 6, which the solver gets.
# Prints the growth in MiB.
PROGRAM = """
import sys
from pathlib import Path
from support.engine_cases import choose, positions
from spyrium_ai.engine.builtin.endgame_prover import workers_in_hand
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.engine.limits import SearchLimits

def peak():
    (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024

status = Path("/proc/self/status")
name, nodes, *options = sys.argv[1:]
game = positions(2, seed=3, every=1)
last = [position for position in game if position.turn == 6]
early = max(game, key=workers_in_hand)
searched = [early, early.copy(), game[4], last[len(last) // 4]]
searched[1].apply(choose(make_engine(name, options), early, SearchLimits(nodes=300))[0])
before = peak()
engine = make_engine(name, options)
for position in searched:
    choose(engine, position, SearchLimits(nodes=int(nodes)))
print(peak() - before)
"""
SLACK = 2  # MiB: Python's own objects
# MiB that docs/search.md allows a process beside the option `memory`.
BESIDES = 64


def growth(name: str, nodes: int, *options: str) -> float:
    """Return the growth of a process by its searches, in MiB."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(nodes), *options],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("memory", [8, 24])
def test_mcts_keeps_to_its_option(memory: int, threads: int) -> None:
    grown = growth("mcts", 60_000, f"memory={memory}", f"threads={threads}")
    assert memory / 2 < grown < memory + SLACK


def test_mcts_keeps_to_it_with_more_threads_than_it_has_room_for() -> None:
    assert growth("mcts", 60_000, "memory=1", "threads=256") < 1 + SLACK


@pytest.mark.parametrize("memory", [8, 24])
def test_expectimax_keeps_to_its_option(memory: int) -> None:
    grown = growth("expectimax", 60_000, f"memory={memory}")
    assert memory / 4 < grown < memory + SLACK


def test_what_has_no_option_has_a_bound() -> None:
    assert growth("uct", 150_000) < 64 + SLACK


def held(engine: Process, key: str) -> float:
    """Return the resident memory of the engine's process in MiB: VmRSS now, VmHWM its peak."""
    status = Path(f"/proc/{engine.process.pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith(f"{key}:")]
    return int(line.split()[1]) / 1024


def play_games(engine: Process, games: int, nodes: int) -> None:
    """Search three decisions in each of so many games, for 2 to 5 players in turn."""
    for game in range(games):
        players = 2 + game % 4
        engine.send(f"newgame players {players}")
        found = positions(players, seed=3, every=9)
        for position in (found[1], found[2], found[-1]):
            engine.send(f"position {position}", f"go nodes {nodes}")
            engine.until("bestmove")


@pytest.mark.parametrize(
    ("name", "options", "nodes"),
    [
        ("mcts", ("threads=4",), 400),
        ("mcts", ("threads=8",), 2000),
        ("expectimax", (), 2000),
    ],
)
def test_an_engine_process_keeps_to_it_from_game_to_game(
    name: str, options: tuple[str, ...], nodes: int
) -> None:
    memory = 16
    with Process("-m", "spyrium_ai", "engine", name, *options, "memory=1") as engine:
        play_games(engine, games=4, nodes=8)  # loads the networks
        loaded = held(engine, "VmRSS")
        engine.send(f"setoption name memory value {memory}")
        play_games(engine, games=20, nodes=nodes)
        peak = held(engine, "VmHWM")
    assert peak - loaded < memory + SLACK
    assert peak < memory + BESIDES
