"""Events that were cut off, that go on, or that are written by another."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.event_runs import LIMITS, SMALL, THREE, data_of, event, ids, mistake, run
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_for, wait_until_gone
from support.program import end_of, started, wait_for_games, wait_until

from spyrium_ai.tournament.journal import Journal

pytestmark = pytest.mark.usefixtures("folder")

JOURNAL = Path("my/games.jsonl")
SEEDED = f"seed = 2\n{SMALL}"  # of which no game is shared
LONG = f"deals = 4000\njobs = 2\n{LIMITS}{THREE}"


def run_of(*words: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start the program in the working directory."""
    return started("tournament", *words)


def stalling_event(mark: str) -> str:
    """Return an event of which no game is ever finished."""
    stalling = json.dumps(misbehaving_spec("stall", 1, mark))
    players = f'[[players]]\nplayer = "random"\n[[players]]\nplayer = {stalling}\n'
    return event(f"[limits]\nmovetime = 60000\n{players}")


def test_more_deals_go_on_with_the_same_games() -> None:
    run(event(SMALL))
    result = run(event(SMALL.replace("deals = 2", "deals = 3")), "--json")
    assert "12 of 18 games finished already: resuming; the game log is my/games" in result.stderr
    assert data_of(result)["resumed"] == 12
    assert len(set(ids())) == 18


def test_a_torn_line_is_dropped_and_its_game_played_again() -> None:
    path = event(SMALL)
    run(path)
    journal = Path("my/games.jsonl")
    journal.write_bytes(journal.read_bytes()[:-20])
    result = run(path, "--json")
    assert "ended within a line, as after a crash: its last" in result.stderr
    assert "11 of 12 games finished already: resuming" in result.stderr
    assert data_of(result)["games"] == 12
    assert len(set(ids())) == 12


def test_an_event_goes_on_after_sigkill() -> None:
    path = event(LONG)
    with run_of(path) as runner:
        wait_for_games(JOURNAL, 6)
        runner.kill()
        end_of(runner)
    found = Path("my/games.jsonl").read_bytes().count(b"\n")
    assert found >= 6
    deals = found // 6 + 2
    short = run(event(SMALL.replace("deals = 2", f"deals = {deals}")), "--json")
    assert f"\n{found} of {6 * deals} games finished already: resuming" in f"\n{short.stderr}"
    assert data_of(short)["games"] == 6 * deals == len(set(ids()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_event_says_how_to_go_on(number: int) -> None:
    event(LONG, "a long one")
    words = ["a long one.toml", "--out", "my dir", "--json"]
    with run_of(*words) as runner:
        wait_for_games(Path("my dir/games.jsonl"), 4)
        runner.send_signal(number)
        stdout, stderr = end_of(runner)
        assert runner.returncode == 128 + number
    data = json.loads(stdout)
    assert (data["interrupted"], data["finished"]) == (True, False)
    assert data["games"] == len(ids(Path("my dir/games.jsonl"))) >= 4
    assert "Traceback" not in stderr
    last = stderr.splitlines()[-1]
    assert last.startswith("To resume: spyrium-ai tournament ")
    assert shlex.split(last)[2:] == ["spyrium-ai", "tournament", *words]


def test_an_interruption_before_the_first_game_leaves_nothing(folder: Path) -> None:
    mark = new_mark()
    with run_of(stalling_event(mark)) as runner:
        wait_for(mark, 1)  # the engine is started once an interruption is handled
        runner.send_signal(signal.SIGINT)
        stdout, stderr = end_of(runner)
        assert runner.returncode == 130
    assert "no game was finished" in stdout
    assert "Traceback" not in stderr
    assert [path.name for path in folder.iterdir()] == ["my.toml"]
    assert wait_until_gone(mark) == []


@pytest.mark.parametrize("content", [None, b"what a later run has written"])
def test_a_run_whose_journal_was_taken_away_has_no_result(content: bytes | None) -> None:
    mark = new_mark()
    with run_of(stalling_event(mark)) as runner:
        wait_until(JOURNAL.exists)
        wait_for(mark, 1)
        Path("my").rename("taken away")  # at once: the run goes on writing in it
        if content:
            JOURNAL.parent.mkdir()
            JOURNAL.write_bytes(content)
        runner.send_signal(signal.SIGINT)
        stdout, stderr = end_of(runner)
        assert (runner.returncode, stdout) == (1, "")
    assert stderr.endswith("Error: 'my/games.jsonl' has been removed, with its games\n")
    assert JOURNAL.exists() == bool(content)
    assert not content or JOURNAL.read_bytes() == content


def test_the_journal_of_another_event_is_left_alone() -> None:
    run(event(SMALL))
    kept = Path("my/games.jsonl").read_bytes()
    other = event(SMALL.replace("nodes = 5", "nodes = 6"))
    assert "limits of random#" in (said := mistake(other))
    assert "another event" in said
    assert "another event" in mistake(event(SMALL), "--seed", 2)
    assert Path("my/games.jsonl").read_bytes() == kept


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"winners": [1, 2]}, "winners: 1 2 instead of "),
        ({"scores": [99, 1]}, "scores: 99 1 instead of "),
        ({"outcome": "void", "winners": []}, "outcome: 'void' with 0 faults"),
        ({"final": "2 0"}, "final: the game ends in '2 6 "),
        ({"moves": []}, " items instead of 0"),
        ({"block": 2}, "is of another event; deal set: 2 in the game log, 1 in the event"),
        ({"block": 10**18}, "deal set: 1000000000000000000 in the game log, 1 in the event"),
        ({"block": "1"}, "field 'block': '1' is not a whole number"),
    ],
)
def test_an_edited_game_is_not_gone_on_with(change: dict[str, object], problem: str) -> None:
    path = event(SEEDED)
    run(path)
    first, *others = JOURNAL.read_text().splitlines()
    JOURNAL.write_text("\n".join([json.dumps(json.loads(first) | change), *others, ""]))
    kept = JOURNAL.read_bytes()
    told = mistake(path)
    assert "line 1: " in told
    assert problem in told
    assert JOURNAL.read_bytes() == kept


def test_edited_moves_are_not_gone_on_with() -> None:
    path = event(SEEDED)
    run(path)
    # The games are played at the same time, and either may end first.
    lines = JOURNAL.read_text().splitlines()
    first, *others = sorted(lines, key=lambda line: str(json.loads(line)["id"]))
    game = json.loads(first)
    moves = [*game["moves"][:2], "pass", *game["moves"][3:]]  # in Phase I nobody passes
    seats = [*game["seats"][:-1], 3 - game["seats"][-1]]
    for change in ({"moves": moves}, {"seats": seats}):
        JOURNAL.write_text("\n".join([json.dumps(game | change), *others, ""]))
        told = mistake(path)
        assert "line 1: game 1.1 has been changed: its result does not follow" in told
        assert "ply " in told


def test_a_journal_that_another_run_writes_is_left_alone(folder: Path) -> None:
    (folder / "my").mkdir()
    with Journal(folder / "my" / "games.jsonl"):
        assert "is being written by another run" in mistake(event(SMALL))
        assert (folder / "my" / "games.jsonl").exists()
