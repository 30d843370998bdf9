"""Events that were cut off, that go on, or that are written by another."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.event_runs import LIMITS, SMALL, THREE, data_of, event, ids, mistake, run
from support.faulty import faulty_spec, new_mark, wait_for, wait_until_gone

from spyrium_ai.tournament.journal import Journal

pytestmark = pytest.mark.usefixtures("folder")

LONG = f"deals = 4000\njobs = 2\n{LIMITS}{THREE}"


def start(*words: str) -> subprocess.Popen[str]:
    """Start the program in a session of its own, as a terminal would."""
    return subprocess.Popen(
        [sys.executable, "-m", "spyrium_ai", "tournament", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stalling_event(mark: str) -> str:
    """Return an event of which no game is ever finished."""
    stalling = json.dumps(faulty_spec("stall", 1, mark))
    players = f'[[players]]\nplayer = "random"\n[[players]]\nplayer = {stalling}\n'
    return event(f"[limits]\nmovetime = 60000\n{players}")


def wait_for_games(count: int, path: Path = Path("my/games.jsonl")) -> None:
    until = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_more_deals_go_on_with_the_same_games() -> None:
    run(event(SMALL))
    result = run(event(SMALL.replace("deals = 2", "deals = 3")), "--json")
    assert "12 of 18 games are there already: going on; they are kept in my/games" in result.stderr
    assert data_of(result)["resumed"] == 12
    assert len(set(ids())) == 18


def test_a_torn_line_is_dropped_and_its_game_played_again() -> None:
    path = event(SMALL)
    run(path)
    journal = Path("my/games.jsonl")
    journal.write_bytes(journal.read_bytes()[:-20])
    result = run(path, "--json")
    assert "ended within a line, as after a crash: its last" in result.stderr
    assert "11 of 12 games are there already: going on" in result.stderr
    assert data_of(result)["games"] == 12
    assert len(set(ids())) == 12


def test_an_event_goes_on_after_sigkill() -> None:
    path = event(LONG)
    runner = start(path)
    wait_for_games(6)
    runner.kill()
    runner.communicate()
    found = Path("my/games.jsonl").read_bytes().count(b"\n")
    assert found >= 6
    deals = found // 6 + 2
    short = run(event(SMALL.replace("deals = 2", f"deals = {deals}")), "--json")
    assert f"\n{found} of {6 * deals} games are there already: going on" in f"\n{short.stderr}"
    assert data_of(short)["games"] == 6 * deals == len(set(ids()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_event_says_how_to_go_on(number: int) -> None:
    event(LONG, "a long one")
    words = ["a long one.toml", "--out", "my dir", "--json"]
    runner = start(*words)
    wait_for_games(4, Path("my dir/games.jsonl"))
    runner.send_signal(number)
    stdout, stderr = runner.communicate(timeout=30)
    assert runner.returncode == 128 + number
    data = json.loads(stdout)
    assert (data["interrupted"], data["finished"]) == (True, False)
    assert data["games"] == len(ids(Path("my dir/games.jsonl"))) >= 4
    assert "Traceback" not in stderr
    last = stderr.splitlines()[-1]
    assert last.startswith("To go on: spyrium-ai tournament ")
    assert shlex.split(last)[3:] == ["spyrium-ai", "tournament", *words]


def test_an_interruption_before_the_first_game_leaves_nothing(folder: Path) -> None:
    mark = new_mark()
    runner = start(stalling_event(mark))
    wait_for(mark, 1)
    time.sleep(0.5)
    runner.send_signal(signal.SIGINT)
    stdout, stderr = runner.communicate(timeout=30)
    assert runner.returncode == 130
    assert "no game was finished" in stdout
    assert "Traceback" not in stderr
    assert [path.name for path in folder.iterdir()] == ["my.toml"]
    assert wait_until_gone(mark) == []


@pytest.mark.parametrize("content", [None, b"what a later run has written"])
def test_a_run_whose_journal_was_taken_away_has_no_result(content: bytes | None) -> None:
    mark = new_mark()
    runner = start(stalling_event(mark))
    wait_for(mark, 1)
    journal = Path("my/games.jsonl")
    shutil.rmtree("my")
    if content:
        journal.parent.mkdir()
        journal.write_bytes(content)
    runner.send_signal(signal.SIGINT)
    stdout, stderr = runner.communicate(timeout=30)
    assert (runner.returncode, stdout) == (1, "")
    assert stderr.endswith("Error: 'my/games.jsonl' has been removed, with its games\n")
    assert journal.exists() == bool(content)
    assert not content or journal.read_bytes() == content


def test_the_journal_of_another_event_is_left_alone() -> None:
    run(event(SMALL))
    kept = Path("my/games.jsonl").read_bytes()
    other = event(SMALL.replace("nodes = 5", "nodes = 6"))
    assert "limits of random#" in (said := mistake(other))
    assert "another event" in said
    assert "another event" in mistake(event(SMALL), "--seed", 2)
    assert Path("my/games.jsonl").read_bytes() == kept


def test_a_journal_that_another_run_writes_is_left_alone(folder: Path) -> None:
    (folder / "my").mkdir()
    with Journal(folder / "my" / "games.jsonl"):
        assert "is being written by another run" in mistake(event(SMALL))
        assert (folder / "my" / "games.jsonl").exists()
