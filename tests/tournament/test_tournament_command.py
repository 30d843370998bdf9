from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from commands import invoke, mistake_of
from faulty import faulty_spec, new_mark, wait_for, wait_until_gone

from spyrium_ai.cli.tournament import folder_name
from spyrium_ai.record_file import read_records
from spyrium_ai.tournament.journal import Journal

ROOT = Path(__file__).parents[2]
LIMITS = "[limits]\nnodes = 5\n"
ONE = '[[players]]\nplayer = "random"\n'
THREE = 3 * ONE
SMALL = f"deals = 2\njobs = 2\n{LIMITS}{THREE}"
LONG = f"deals = 4000\njobs = 2\n{LIMITS}{THREE}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def event(text: str, name: str = "my") -> str:
    Path(f"{name}.toml").write_text(text, encoding="utf-8")
    return f"{name}.toml"


def run(*words: object) -> Result:
    return invoke("tournament", *words)


def mistake(*words: object) -> str:
    """Return what a wrong command line is told."""
    return mistake_of(run(*words))


def data_of(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def ids(path: Path = Path("my/games.jsonl")) -> list[str]:
    return [record.id for record in read_records(path)]


def start(*words: str) -> subprocess.Popen[str]:
    """Start the program in a session of its own, as a terminal would."""
    return subprocess.Popen(
        [sys.executable, "-m", "spyrium_ai", "tournament", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(count: int, path: Path = Path("my/games.jsonl")) -> None:
    until = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_small_event() -> None:
    result = run(event(SMALL))
    assert result.exit_code == 0
    assert sorted(ids()) == [f"{block}.{game}" for block in range(1, 7) for game in (1, 2)]
    first, second, *rest = result.stderr.splitlines()
    assert first == "my: round-robin of 3 players at tables of 2, seed 1, nodes 5"
    assert second == "0 of 12 games; they are kept in my/games.jsonl"
    assert rest[0].startswith("Warning: fewer than 20 blocks, so that intervals will be rough")
    assert rest[-1].startswith("12 of 12 games, 6 of 6 blocks, ")
    assert result.stdout.startswith(f"{first}\n12 of 12 games\n\n12 games in 6 blocks; Elo: ")
    assert result.stdout.endswith(
        "The games are in my/games.jsonl. For a page of them:\n"
        "  spyrium-ai report my/games.jsonl --out report.html\n"
    )
    assert result.stdout.count("Warning: ") == 1
    assert result.stdout.isascii()
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert all(line.isprintable() for line in result.stderr.splitlines())


def test_a_finished_event_says_its_result_again() -> None:
    path = event(SMALL)
    first = data_of(run(path, "--json"))
    kept = Path("my/games.jsonl").read_bytes()
    again = run(path, "--json")
    assert again.stderr == "my: finished already, 12 of 12 games\n"
    assert Path("my/games.jsonl").read_bytes() == kept
    second = data_of(again)
    assert (first.pop("resumed"), second.pop("resumed")) == (0, 12)
    assert first == second


def test_the_data() -> None:
    data = data_of(run(event(SMALL), "--json", "--out", "a/b", "--seed", 7, "--jobs", 1))
    assert data["event"] == {
        "name": "my",
        "format": "round-robin",
        "seats": 2,
        "deals": 2,
        "rounds": 1,
        "seed": 7,
        "limits": "nodes 5",
        "on_fault": "forfeit",
        "players": ["random#1", "random#2", "random#3"],
        "challengers": [],
    }
    assert data["journal"] == "a/b/games.jsonl"
    assert [data[key] for key in ("games", "games_planned", "blocks", "blocks_planned")] == [
        12, 12, 6, 6
    ]  # fmt: skip
    assert (data["finished"], data["interrupted"], data["resumed"]) == (True, False, 0)
    assert (data["sprt"], data["swiss"]) == (None, None)
    assert data["ratings"]["games"] == 12
    assert "warnings" not in data["ratings"]
    assert data["warnings"] == ["only 6 blocks: intervals are rough below 20"]
    assert not Path("my").exists()


def test_more_deals_go_on_with_the_same_games() -> None:
    run(event(SMALL))
    result = run(event(SMALL.replace("deals = 2", "deals = 3")), "--json")
    assert "12 of 18 games are there already: going on; they are kept in my/games" in result.stderr
    assert data_of(result)["resumed"] == 12
    assert len(set(ids())) == 18


def test_a_test_that_decides() -> None:
    players = '[[players]]\nplayer = "heuristic"\n[[players]]\nplayer = "random"\n'
    sprt = "[sprt]\nelo0 = 0\nelo1 = 400\nalpha = 0.2\nbeta = 0.2\n"
    path = event(f"deals = 200\n{LIMITS}{players}{sprt}")
    result = run(path)
    assert result.exit_code == 0
    assert "of at most 400 games" in result.stderr
    assert "; the test has decided before the 400 that were planned at most\n" in result.stdout
    assert re.search(r"^sprt: .* heuristic .* random", result.stdout, re.MULTILINE)
    data = data_of(run(path, "--json"))
    assert data["finished"]
    assert data["games"] < 400
    assert data["sprt"]["verdict"] == "H1"
    assert data["ratings"]["blocks"] == data["sprt"]["blocks"]


def test_a_swiss_event() -> None:
    path = event(f'format = "swiss"\nrounds = 2\ndeals = 1\n{LIMITS}{THREE}{ONE}')
    result = run(path)
    assert result.exit_code == 0, result.stderr
    assert "round 2 of 2, 8 of 8 games" in result.stderr
    assert re.search(r"^rank +player +points$", result.stdout, re.MULTILINE)
    ranking = data_of(run(path, "--json"))["swiss"]
    assert ranking[0]["rank"] == 1
    assert sum(player["points"] for player in ranking) == pytest.approx(4)
    assert [p["points"] for p in ranking] == sorted((p["points"] for p in ranking), reverse=True)


def test_faults_are_told_when_they_happen() -> None:
    spec = json.dumps(faulty_spec("crash", 3))
    result = run(event(f'{SMALL.replace(THREE, ONE)}[[players]]\nname = "bad"\nplayer = {spec}'))
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("ended with exit status 3") == 4
    assert result.stderr.count("! the engine falls over") == 1
    assert "faults of bad: 4 crash\n  spyrium-ai replay my/games.jsonl --faults\n" in result.stdout


def test_what_an_engine_says_does_not_act_on_the_terminal() -> None:
    code = r"import sys; sys.stderr.write('\x1b[31mred\x07\n'); sys.stderr.flush()"
    Path("bad.py").write_text(
        f"{code}\nexec(open({str(ROOT / 'tests/faulty_engine.py')!r}).read())"
    )
    bad = json.dumps(f"{sys.executable} bad.py crash 3")
    result = run(event(f"{SMALL.replace(THREE, ONE)}[[players]]\nplayer = {bad}"))
    assert "[31mred" in result.stderr
    assert all(line.isprintable() for line in result.stderr.splitlines())


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
    stalling = json.dumps(faulty_spec("stall", 1, mark))
    players = f'[[players]]\nplayer = "random"\n[[players]]\nplayer = {stalling}\n'
    runner = start(event(f"[limits]\nmovetime = 60000\n{players}"))
    wait_for(mark, 1)
    time.sleep(0.5)
    runner.send_signal(signal.SIGINT)
    stdout, stderr = runner.communicate(timeout=30)
    assert runner.returncode == 130
    assert "no game was finished" in stdout
    assert "Traceback" not in stderr
    assert [path.name for path in folder.iterdir()] == ["my.toml"]
    assert wait_until_gone(mark) == []


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("random:depths=3", "random:depths=3: no option 'depths'; it has: seed"),
        ("python -c 1", "python -c 1 does not start"),
        ("randon", "my.toml: player 4: no player 'randon'; did you mean 'random'?"),
    ],
)
def test_what_cannot_be_played_leaves_no_folder(player: str, message: str, folder: Path) -> None:
    path = event(f'{SMALL}[[players]]\nplayer = "{player}"')
    (folder / "mine").mkdir()
    for out in ("my", "new/my", "mine", "mine/my"):
        assert message in mistake(path, "--out", out)
    assert sorted(folder.rglob("*")) == [folder / "mine", folder / "my.toml"]


def test_mistakes(folder: Path) -> None:
    path = event(SMALL)
    (folder / "file").write_text("mine")
    assert "no event 'quik'; did you mean 'quick'?" in mistake("quik")
    assert "--jobs 0 is neither 1 or more nor -1" in mistake(path, "--jobs", 0)
    assert "--seed" in mistake(path, "--seed", -1)
    assert "'file' is a file, not a folder" in mistake(path, "--out", "file")
    assert "the folder 'file/x' cannot be made" in mistake(path, "--out", "file/x")
    assert (folder / "file").read_text() == "mine"
    assert "Missing argument 'EVENT'" in mistake("--json")


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


def test_more_timed_searches_than_cores_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    path = event(SMALL.replace("nodes = 5", "movetime = 500"))
    result = run(path, "--jobs", 3, "--json")
    said = "3 games at a time want more than the 2 cores"
    assert result.stderr.count(said) == 1
    assert data_of(result)["warnings"][0].startswith(said)
    assert not any(said in warning for warning in data_of(run(path, "--json"))["warnings"])


def test_the_list_of_events() -> None:
    Path("tournaments").mkdir()
    Path("tournaments/own.toml").write_text("deals = 3\n")
    lines = run("--list").stdout.splitlines()
    assert "own" in lines
    assert any(re.match(r"quick +The searching players .*two minutes", line) for line in lines)
    assert {"swiss", "sprt", "gauntlet"} < {line.split()[0] for line in lines}


@pytest.mark.parametrize(
    ("name", "safe"),
    [("quick", "quick"), ("a/b: c", "a-b-c"), ("../..", "event"), ("-x-", "x"), ("...", "event")],
)
def test_names_of_folders(name: str, safe: str) -> None:
    assert folder_name(name) == safe


def test_the_folder_of_an_event_is_named_after_it() -> None:
    run(event(f'name = "my / event"\n{SMALL}'))
    assert len(ids(Path("my-event/games.jsonl"))) == 12
