from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from support.misbehaving import misbehaving_spec
from support.run_command import invoke, mistake_of

from spyrium_ai.match.local_runner import LocalRunner, too_many_threads
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.replay import verify
from spyrium_ai.match.series import Series
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl

NODES = TimeControl(nodes=10)


def run(*words: object) -> Result:
    return invoke("match", *words)


def mistake(*words: object) -> str:
    """Return what a wrong command line is told."""
    return mistake_of(run(*words))


def games_of(path: Path) -> dict[str, GameRecord]:
    """Return the games of a file by id, without what differs from run to run."""
    games = {}
    for record in read_records(path):
        plies = tuple(ply._replace(time=None) for ply in record.plies)
        games[record.id] = replace(record, started="", plies=plies)
    return games


def test_one_deal_set_is_not_deal_sets() -> None:
    result = run("random", "random", "--games", 1)
    assert result.stderr == "--games 1 rounded up to 2: 1 deal set of 2 games\n"


def test_a_series_with_everything(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = run(
        "random", "random", "--games", 3, "--nodes", 5, "--seed", 2, "--json", "--out", out
    )
    assert result.exit_code == 0
    assert result.stderr == "--games 3 rounded up to 4: 2 deal sets of 2 games\n"
    data = json.loads(result.stdout)
    assert (data["games"], data["blocks"], data["interrupted"]) == (4, 2, False)
    assert (data["seed"], data["limits"]) == (2, "nodes 5")
    assert [player["name"] for player in data["players"]] == ["random#1", "random#2"]
    for player in data["players"]:
        assert 0 <= player["low"] <= player["share"] <= player["high"] <= 1
        assert {"wins", "shared", "mean_score"} < set(player)
    records = list(read_records(out))
    assert [verify(record) for record in records] == [[]] * 4
    assert {record.seats[0].name for record in records} == {"random#1", "random#2"}
    assert records[0].seed == records[1].seed != records[2].seed


def test_the_table_is_for_people() -> None:
    result = run("random", "random", "random", "--games", 3, "--nodes", 5)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.isascii()
    assert result.stdout.startswith("3 games in 1 deal set, secret seed, nodes 5\n")
    assert "95 % interval" in result.stdout
    assert "seat 3" in result.stdout


def test_jobs_change_nothing_under_node_limits(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 3):
        out = tmp_path / f"{jobs}.jsonl"
        words = ("--games", 12, "--nodes", 5, "--seed", 4, "--jobs", jobs, "--json")
        result = run("random", "random:seed=7", "random", *words, "--out", out)
        data = json.loads(result.stdout)
        for player in data["players"]:
            del player["ms_per_move"]
        found.append((games_of(out), data))
    assert found[0] == found[1]
    assert len(found[0][0]) == 12


def test_seeds_matter(tmp_path: Path) -> None:
    for seed in (1, 2):
        run("random", "random", "--games", 2, "--seed", seed, "--out", tmp_path / f"{seed}")
    first, second = (games_of(tmp_path / f"{seed}") for seed in (1, 2))
    assert first["1.1"].plies != second["1.1"].plies


def test_a_secret_is_not_shown(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    result = run("random", "random", "--games", 2, "--secret", secret, "--json")
    assert json.loads(result.stdout)["seed"] is None
    assert secret.read_text().strip() not in result.output


def test_a_faulty_engine_loses_and_the_series_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--games", 4, "--nodes", 5, "--json", "--out", out)
    result = run("random", misbehaving_spec("crash", 3), *words)
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["games"] == 4
    assert data["players"][0]["share"] == 1
    assert data["players"][1]["faults"] == {"crash": 4}
    assert result.stderr.count("crash: ended with exit status 3") == 4
    assert result.stderr.count(f"`spyrium-ai replay {out} --faults` shows") == 1
    assert len(result.stderr.splitlines()) == 5
    heading = run("random", misbehaving_spec("crash", 3), "--games", 2, "--nodes", 5).stdout
    assert heading.splitlines()[1] == "2 of 2 games were decided by faults: 2 crashes"
    for record in read_records(out):
        assert verify(record) == []
        (fault,) = record.faults
        assert fault.command == "go nodes 5"
        assert "! the engine falls over" in fault.log


@pytest.mark.parametrize("policy", ["forfeit", "void"])
def test_a_fault_among_three(policy: str) -> None:
    words = ("--games", 3, "--nodes", 5, "--json", "--policy", policy)
    data = json.loads(run("random", misbehaving_spec("illegal", 2), "random", *words).stdout)
    if policy == "void":
        assert (data["games"], data["void"]) == (0, 3)
        return
    assert data["games"] == 3
    assert data["players"][1]["share"] == 0
    assert sum(player["share"] for player in data["players"]) == pytest.approx(1)
    assert data["players"][0]["mean_score"] is None


@pytest.mark.parametrize(("margin", "fails"), [(0, True), (20_000, False)])
def test_the_time_margin_is_the_same_for_every_engine(margin: int, fails: bool) -> None:
    words = ("--games", 2, "--clock", 1, "--timemargin", margin, "--json")
    data = json.loads(run("random", "random", *words).stdout)
    assert data["timemargin"] == margin
    assert bool(data["faulty"]) == fails


def test_own_limits_replace_those_of_the_series(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run("random:movetime=500", "random", "--games", 2, "--nodes", 5, "--out", out)
    limits = {seat.name: seat.limits for record in read_records(out) for seat in record.seats}
    assert limits == {"random:movetime=500": "movetime 500", "random": "nodes 5"}


def test_a_level_is_the_opponent_of_one_player(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert run("random", "--level", "2.5", "--games", 2, "--out", out).exit_code == 0
    for record in read_records(out):
        assert {seat.name for seat in record.seats} == {"random", "level:level=2.5"}


def test_a_clock(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = run("random", "random", "--games", 2, "--clock", "30000+50", "--out", out)
    assert result.exit_code == 0
    assert [record.outcome for record in read_records(out)] == ["played"] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "a game has 2 to 5 players, not 1"),
        (["random"] * 6, "a game has 2 to 5 players, not 6"),
        (["randon", "random"], "no player 'randon'; did you mean 'random'?"),
        (["random", "random", "--games", "0"], "'--games': '0' is not a whole number from 1 to"),
        (["random", "random", "--games", "x"], "'--games': 'x' is not a whole number from 1 to"),
        (["human", "random", "--games", str(10**19)], "is not a whole number from 1 to 100000000"),
        (["random", "random", "--seed", "-1"], "--seed"),
        (["random", "random", "--seed", "0", "--secret", "x"], "--seed and --secret exclude each"),
        (["random", "random", "--secret", "."], "'.' is not a regular file"),
        (["random", "human", "--secret", "x"], "--secret cannot be used with human players"),
        (
            ["random", "random", "--movetime", "0"],
            "'--movetime': '0' is not a whole number from 1 to",
        ),
        (
            ["random", "random", "--movetime", "1OO"],
            "'1OO' is not a whole number from 1 to 1000000000",
        ),
        (["random", "random", "--nodes", "-3"], "--nodes"),
        (["random", "random", "--clock", "1m"], "clock '1m' is not a whole number from 1 to"),
        (
            ["random", "random", "--jobs", "0"],
            "'0' is not a whole number from 1 to 1024, or -1",
        ),
        (["random", "random", "--policy", "mercy"], "--policy"),
        (
            ["random", "random", "--timemargin", "-1"],
            "'--timemargin': '-1' is not a whole number from 0 to",
        ),
        (
            ["random", "random", "--nodes", "3", "--clock", "5"],
            "--nodes and --clock exclude each other",
        ),
        (["random", "--level", "99"], "'99' is not a level, a number from 1 to"),
        (["human", "--level", "high"], "'high' is not a level, a number from 1 to"),
        (["human", "random", "--level", "4"], "--level is the opponent of one player"),
        (["--level", "4"], "(`match human --level 4`), and 0 are named"),
        (["random", "random:depths=3"], "random:depths=3: no option 'depths'; it has: seed"),
        (["random", "random:sed=3"], "did you mean 'seed'? it has: seed"),
        (["random", "mcts:threads=two"], "option threads 'two' is not a whole number from 1"),
        (["random", "random:seed=x"], "random:seed=x: option seed 'x' is not a whole number from"),
        (["random", "python -c exit(7)"], "python -c exit(7) does not start"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    assert message in mistake(*words)


def test_an_engine_that_does_not_start_is_shown_with_its_last_words() -> None:
    text = mistake("random", """python -c "raise ValueError('no weights')" """)
    assert "crash: ended with exit status 1" in text
    assert "! ValueError: no weights" in text


def test_the_file_is_not_overwritten_and_not_made_in_vain(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert "does not start" in mistake("random", "python -c 1", "--out", out)
    assert not out.exists()
    out.write_text("mine")
    assert "already exists" in mistake("random", "random", "--out", out)
    assert out.read_text() == "mine"
    assert "no directory" in mistake("random", "random", "--out", tmp_path / "x" / "y")


def test_seeds_are_fitted_to_the_engine_and_set_before_every_game(tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    players = parse_players(["random", misbehaving_spec("notes-seeds", 1, str(file))])
    series = Series(players, games=4, limits=NODES)
    with LocalRunner(series) as workers:
        games = list(workers.play(series.plans()))
    seeds = [int(line) for line in file.read_text().splitlines()]
    assert len(seeds) == len(games) == 4
    assert all(10 <= seed <= 19 for seed in seeds)


def test_a_warning_where_timed_players_share_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    players = parse_players(["random:threads=2", "random"])
    timed = TimeControl(movetime=100)
    assert "more than the 2 cores" in too_many_threads(MatchSettings(players, timed), 2)
    assert too_many_threads(MatchSettings(players, timed), 1) == ""
    assert too_many_threads(MatchSettings(players, NODES), 9) == ""


def test_a_stopped_series_ends_at_once_and_keeps_what_was_finished() -> None:
    series = Series(parse_players(["random", "random"]), games=10_000, limits=NODES, jobs=2)
    with LocalRunner(series, series.jobs) as workers:
        games = workers.play(series.plans())
        first = next(games)
        workers._stopped.set()
        rest = list(games)
    assert first.outcome == "played"
    assert all(record.outcome == "played" for record in rest)
    assert len(rest) < 100


def test_a_full_disk_ends_the_series_with_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def full(_file: object, content: bytes) -> None:
        written.append(content)
        if len(written) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("spyrium_ai.util.append_file.write_through", full)
    result = run("random", "random", "--games", 6, "--out", tmp_path / "x")
    assert result.exit_code == 1
    assert "x' cannot be written: No space left on device" in result.stderr
    assert result.stdout.startswith("2 games in 1 deal set")
