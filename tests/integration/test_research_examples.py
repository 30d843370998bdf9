"""The examples in docs/examples/ run, on small numbers."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from support.program import PATIENCE, environment

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def run(name: str, *words: object, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, words)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_policy_is_learned_drawn_and_entered_in_a_match(tmp_path: Path) -> None:
    numbers = ("--most-games", 1200, "--games", 40, "--test-games", 200, "--test-minutes", 60)
    run("policy_gradient.py", *numbers, "--out", "learned", cwd=tmp_path)
    with (tmp_path / "learned.csv").open(encoding="utf-8", newline="") as file:
        first, *_, last = csv.DictReader(file)
    # The first point is of the untrained policy, which always takes the first legal action.
    assert float(first["random"]) < 0.1
    assert float(last["random"]) > 0.5
    assert int(last["games"]) == 1200
    assert int(last["decisions"]) > 30 * 1200
    run("draw_curve.py", "learned.csv", "learned.svg", cwd=tmp_path)
    assert "</svg>" in (tmp_path / "learned.svg").read_text(encoding="utf-8")
    engine = f"{sys.executable} {EXAMPLES / 'learned_engine.py'} learned.npz"
    words = ["match", engine, "random", "--games", "2", "--seed", "1", "--out", "games.jsonl"]
    match = [sys.executable, "-m", "spyrium_ai", *words]
    done = subprocess.run(
        match, capture_output=True, text=True, cwd=tmp_path, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr
    games = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert games.count('"outcome":"played"') + games.count('"outcome": "played"') == 2


def test_the_picture_is_that_of_the_curve(tmp_path: Path) -> None:
    run("draw_curve.py", EXAMPLES / "learning_curve.csv", "again.svg", cwd=tmp_path)
    again = (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert again == (EXAMPLES / "learning_curve.svg").read_text(encoding="utf-8")


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs open_spiel")
@pytest.mark.parametrize("rival", ["random", "heuristic"])
def test_a_bot_of_openspiel_sits_at_the_table(rival: str, tmp_path: Path) -> None:
    words = ("--games", 1, "--simulations", 2, "--rival", rival)
    told = run("openspiel_table.py", *words, cwd=tmp_path)
    assert told.startswith(f"MCTSBot of 2 simulations against {rival}: ")
