from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from support.event_runs import LIMITS, ONE, SMALL, THREE, data_of, event, ids, mistake, run
from support.misbehaving import SCRIPT, misbehaving_spec

from spyrium_ai.cli.tournament import folder_name

pytestmark = pytest.mark.usefixtures("folder")


def test_a_small_event() -> None:
    result = run(event(SMALL))
    assert result.exit_code == 0
    assert sorted(ids()) == [f"{block}.{game}" for block in range(1, 7) for game in (1, 2)]
    first, second, *rest = result.stderr.splitlines()
    assert first == "my: round-robin of 3 players at tables of 2, secret seed, nodes 5"
    assert second == "0 of 12 games; the game log is my/games.jsonl"
    assert rest[0].startswith("Warning: fewer than 20 deal sets, so intervals will be rough")
    assert rest[-1].startswith("12 of 12 games, 6 of 6 deal sets, ")
    assert result.stdout.startswith(f"{first}\n12 of 12 games\n\n12 games in 6 deal sets; Elo: ")
    assert result.stdout.endswith(
        "The games are in my/games.jsonl. To write an HTML report:\n"
        "  spyrium-ai report my/games.jsonl --out report.html\n"
    )
    assert result.stdout.count("Warning: only 6 deal sets") == 1
    assert result.stdout.isascii()
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert all(line.isprintable() for line in result.stderr.splitlines())


def test_one_warning_of_each_kind() -> None:
    assert run(event(SMALL), "--seed", 7).stdout.count("Warning: ") == 1


def test_a_finished_event_says_its_result_again() -> None:
    path = event(SMALL)
    first = data_of(run(path, "--json"))
    kept = Path("my/games.jsonl").read_bytes()
    again = run(path, "--json")
    assert again.stderr == "my: already finished, 12 of 12 games\n"
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
        "timemargin": 100,
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
    assert data["warnings"] == ["only 6 deal sets: intervals are rough below 20"]
    assert not Path("my").exists()


def test_a_test_that_decides() -> None:
    players = '[[players]]\nplayer = "heuristic"\n[[players]]\nplayer = "random"\n'
    sprt = "[sprt]\nelo0 = 0\nelo1 = 400\nalpha = 0.2\nbeta = 0.2\n"
    path = event(f"seed = 1\ndeals = 200\n{LIMITS}{players}{sprt}")
    result = run(path)
    assert result.exit_code == 0
    assert "of at most 400 games" in result.stderr
    assert "; the test decided before the planned maximum of 400\n" in result.stdout
    assert re.search(r"^SPRT: .* heuristic .* random", result.stdout, re.MULTILINE)
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
    assert "  spyrium-ai report my/games.jsonl --event my.toml --out" in result.stdout
    seeded = run(path, "--seed", 2, "--out", "seeded")  # its games are not those of the file
    assert "  spyrium-ai report seeded/games.jsonl --out" in seeded.stdout
    ranking = data_of(run(path, "--json"))["swiss"]
    assert ranking[0]["rank"] == 1
    assert sum(player["points"] for player in ranking) == pytest.approx(4)
    assert [p["points"] for p in ranking] == sorted((p["points"] for p in ranking), reverse=True)


def test_faults_are_told_when_they_happen() -> None:
    spec = json.dumps(misbehaving_spec("crash", 3))
    result = run(event(f'{SMALL.replace(THREE, ONE)}[[players]]\nname = "bad"\nplayer = {spec}'))
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("crash: ended with exit status 3") == 4
    assert result.stderr.count("`spyrium-ai replay my/games.jsonl --faults` shows") == 1
    assert "the engine falls over" not in result.stderr
    assert "\n4 of 4 games were decided by faults: 4 crashes\n\n" in result.stdout
    assert (
        "faults of bad: 4 crashes\n  spyrium-ai replay my/games.jsonl --faults\n" in result.stdout
    )


def test_what_an_engine_says_does_not_act_on_the_terminal() -> None:
    Path("bad.py").write_text(
        "import runpy, sys\n"
        f"sys.path.insert(0, {str(SCRIPT.parents[1])!r})\n"
        "from support import misbehaving_search as search\n"
        r"search.ONCE['error'] = lambda: search.say('error go: \x1b[31mred\x07')"
        f"\nrunpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
    )
    bad = json.dumps(f"{sys.executable} bad.py error 3")
    result = run(event(f"{SMALL.replace(THREE, ONE)}[[players]]\nplayer = {bad}"))
    assert "[31mred" in result.stderr
    assert all(line.isprintable() for line in result.stderr.splitlines())


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
    assert "'0' is not a whole number from 1 to 1024, or -1" in mistake(path, "--jobs", 0)
    assert "--seed" in mistake(path, "--seed", -1)
    assert "'file' is a file, not a folder" in mistake(path, "--out", "file")
    assert "the folder 'file/x' cannot be created" in mistake(path, "--out", "file/x")
    assert (folder / "file").read_text() == "mine"
    assert "Missing argument 'EVENT'" in mistake("--json")


def test_more_timed_searches_than_cores_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    path = event(SMALL.replace("nodes = 5", "movetime = 500"))
    result = run(path, "--jobs", 3, "--json")
    said = "3 games in parallel need more than the 2 cores"
    assert result.stderr.count(said) == 1
    assert data_of(result)["warnings"][0].startswith(said)
    assert not any(said in warning for warning in data_of(run(path, "--json"))["warnings"])


def test_the_list_of_events() -> None:
    Path("tournaments").mkdir()
    Path("tournaments/own.toml").write_text("deals = 3\n")
    Path("tournaments/folder.toml").mkdir()
    Path("tournaments/.#own.toml").symlink_to("an-editor-has-it-open")
    lines = run("--list").stdout.splitlines()
    assert "own" in lines
    assert not {"folder", ".#own"} & set(lines)
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
