"""`spyrium-ai analyse`: text, lines of JSON, what is not judged twice, and mistakes."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from support.position_lines import IN_TURN
from support.program import end_of, started, wait_until
from support.report_games import played, write
from support.run_command import invoke, mistake_of

from spyrium_ai.analysis.review.review_lines import read_reviews
from spyrium_ai.util.user_folders import cache_folder

FAST = ("--nodes", 2, "--jobs", 2, "--no-why", "--second", "none")
GAME = played(("ann", "bob"), 1)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game log in a folder of its own, with an empty cache."""
    monkeypatch.chdir(tmp_path)
    shutil.rmtree(cache_folder(), ignore_errors=True)
    return write(tmp_path / "games.jsonl", [GAME])


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_text_and_data_say_the_same_and_nothing_is_judged_twice(log: Path, tmp_path: Path) -> None:
    result = invoke("analyse", log, *FAST, "--json", "--out", "a.jsonl")
    assert result.exit_code == 0, result.stderr
    game, *others = lines_of(result.stdout)
    assert game["players"] == ["ann", "bob"]
    assert game["judge"] == "mcts"
    kinds = [line["type"] for line in others]
    assert (kinds.count("deal"), kinds.count("player")) == (6, 2)
    decisions = sum(ply.seat > 0 for ply in GAME.plies)
    assert kinds.count("decision") == game["decisions"] == decisions
    assert {"id", "ply", "seat", "player", "loss", "loss_points", "class"} <= set(others[1])
    assert result.stdout == (tmp_path / "a.jsonl").read_text()
    (review,) = read_reviews(tmp_path / "a.jsonl")
    assert review.players == ("ann", "bob")

    (file,) = (cache_folder() / "analysis").iterdir()
    stamp = file.stat().st_mtime_ns
    again = invoke("analyse", log, *FAST, "--out", "a.jsonl")
    assert again.exit_code == 0
    assert file.stat().st_mtime_ns == stamp
    assert f"== Game {GAME.id}: " in again.stdout
    assert "== Luck of the deals" in again.stdout
    assert max(map(len, again.stdout.splitlines())) <= 80


def test_only_the_decisions_of_one_player(log: Path) -> None:
    result = invoke("analyse", log, *FAST, "--player", "bob", "--json")
    data = lines_of(result.stdout)
    assert {line["player"] for line in data if line["type"] == "decision"} == {"bob"}


def test_an_interrupted_analysis_goes_on(log: Path) -> None:
    words = ["analyse", str(log), "--nodes", "400", "--jobs", "1", "--no-why", "--second", "none"]
    with started(*words) as process:
        files = (cache_folder() / "analysis").glob
        wait_until(lambda: any(path.read_text().count("\n") > 1 for path in files("*.jsonl")))
        process.send_signal(signal.SIGINT)
        stdout, stderr = end_of(process)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert "0 of 1 games are analysed" in stderr
    assert stderr.splitlines()[-1].endswith(" ".join(words))
    assert not stdout
    (file,) = (cache_folder() / "analysis").iterdir()
    assert len(file.read_text().splitlines()) >= 2


def test_a_saved_game_and_a_folder_are_read_too(log: Path, tmp_path: Path) -> None:
    folder = tmp_path / "event"
    folder.mkdir()
    shutil.copy(log, folder / "games.jsonl")
    known = invoke("analyse", log, *FAST, "--json")
    assert invoke("analyse", folder, *FAST, "--json").stdout == known.stdout
    assert invoke("analyse", log, folder, *FAST, "--json").stdout == known.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "Usage"),
        (("--nodes", 5), "name the games to analyse"),
        (("games.jsonl", "--game", "9"), "no game '9' in games.jsonl"),
        (("games.jsonl", "--player", "zoe"), "no 'zoe' in these games: ann, bob"),
        (("games.jsonl", "--nodes", 5, "--movetime", 5), "exclude each other"),
        (("games.jsonl", "--engine", "human"), "only engines can judge"),
        (("games.jsonl", "--engine", "mtcs"), "mtcs"),
        (("games.jsonl", "--engine", "mcts:threds=2"), "no option 'threds'"),
        (("games.jsonl", "--second", "human"), "only engines can judge"),
        (("games.jsonl", "--out", "games.jsonl"), "exists and is not an analysis"),
        (("missing.jsonl",), "missing.jsonl"),
        (("games.jsonl", "--position", "x"), "take no FILE"),
        (("--position", "2 nonsense"), "2 fields instead of 13"),
    ],
)
def test_mistakes_are_named(log: Path, words: tuple[object, ...], problem: str) -> None:
    before = log.read_bytes()
    result = invoke("analyse", *words)
    assert problem in (result.output if not words else mistake_of(result))
    assert log.read_bytes() == before


def test_a_judge_that_says_nothing_is_named(log: Path) -> None:
    result = invoke("analyse", log, "--engine", "random", "--jobs", 1)
    assert "the judge random says nothing of its move" in str(result.exception)


@pytest.mark.usefixtures("log")
def test_a_position_is_shown_with_its_lines() -> None:
    result = invoke("analyse", "--position", IN_TURN, "--nodes", 20, "--lines", 2)
    assert result.exit_code == 0, result.output
    assert " 2. " in result.stdout
