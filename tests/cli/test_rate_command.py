from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from support.scripted_players import Scripted, game, spread
from support.simulated_players import POOL, TABLE, World

from spyrium_ai.analysis.ratings.anchor import parse_anchor
from spyrium_ai.cli.rate import command
from spyrium_ai.match.records.record import GameRecord, Ply, SeatRecord
from spyrium_ai.match.records.record_file import RecordWriter
from spyrium_ai.util.errors import UsageError

NAMES = ("ann", "bob", "cat", "dan")


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a game whose players and result the tests replace."""
    return game(Scripted(), Scripted(spread)).play()


def write(path: Path, record: GameRecord, world: World, blocks: int, names: Any = NAMES) -> Path:
    """Write a journal of a simulated tournament."""
    with RecordWriter(path) as writer:
        results = world.tournament(blocks, np.random.default_rng(1))
        for number, result in enumerate(results, 1):
            assert result.places is not None
            size = len(result.players)
            level = {seat: i for i, group in enumerate(result.order) for seat in group}
            writer.add(
                replace(
                    record,
                    id=f"{result.block + 1}.{number}",
                    seed=result.block,
                    block=result.block + 1,
                    seats=tuple(SeatRecord(names[p], names[p]) for p in result.players),
                    scores=tuple(40 - 5 * level[seat] for seat in range(size)),
                    winners=tuple(seat + 1 for seat in result.order[0]),
                    plies=(Ply(0, f"setup:{result.places.index(0) + 1}:E4"), Ply(1, "x", 10.0, 7)),
                )
            )
    return path


def run(*words: object) -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of the command."""
    result = CliRunner().invoke(command, ["--bootstrap", "200", *map(str, words)])
    if isinstance(result.exception, UsageError):
        return 2, result.stdout, str(result.exception)
    return result.exit_code, result.stdout, result.stderr


def test_two_at_a_table(tmp_path: Path, record: GameRecord) -> None:
    code, out, errors = run(write(tmp_path / "x", record, POOL, 120), "--json")
    assert (code, errors) == (0, "")
    data = json.loads(out)
    assert (data["games"], data["blocks"], data["void"], data["warnings"]) == (240, 120, 0, [])
    players = data["players"]
    assert [player["name"] for player in players] == list(NAMES)
    assert sum(player["elo"] for player in players) == pytest.approx(0, abs=0.01)
    for player in players:
        assert player["elo_low"] < player["elo"] < player["elo_high"]
        assert player["share_low"] < player["share"] < player["share_high"]
        assert (player["games"], player["blocks"], player["fair_share"]) == (120, 60, 0.5)
    assert (players[0]["ms_per_move"], players[0]["nodes_per_move"]) == (10, 7)
    above = data["above"]
    assert above["chance"][0][0] is None
    assert above["low"][0][3] < above["chance"][0][3] < above["high"][0][3]
    assert above["chance"][0][3] + above["chance"][3][0] == pytest.approx(1)
    assert above["games"][0] == [0, 40, 40, 40]
    assert [place["place"] for place in data["places"]] == [1, 2]
    assert list(data["ties"]) == ["2"]


def test_tables_of_two_and_three_in_text(tmp_path: Path, record: GameRecord) -> None:
    two = write(tmp_path / "two", record, POOL, 30)
    three = write(tmp_path / "three", record, TABLE, 20)
    packed = tmp_path / "three.jsonl.gz"
    packed.write_bytes(gzip.compress(three.read_bytes()))
    code, out, _ = run(two, packed)
    assert code == 0
    assert out.startswith("120 games in 50 deal sets; Elo: the mean of the players is 0\n")
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    for text in ("1 ann", "% above", "3 of 3", "95 % interval", "margin"):
        assert text in out, text
    assert "Warning" not in out


def test_an_anchor(tmp_path: Path, record: GameRecord) -> None:
    path = write(tmp_path / "x", record, POOL, 60)
    data = json.loads(run(path, "--json", "--anchor", "cat=1500")[1])
    cat = data["players"][2]
    assert (cat["elo"], cat["elo_low"], cat["elo_high"]) == (1500, 1500, 1500)
    assert data["anchor"] == {"name": "cat", "elo": 1500}
    assert "Elo: cat is 1500" in run(path, "--anchor", "cat=1500")[1]
    assert run(path, "--anchor", "eve=1")[::2] == (
        2,
        "--anchor: 'eve' is not one of the players: ann, bob, cat, dan",
    )
    for wrong in ("cat", "=3", "cat=high", "cat=nan"):
        with pytest.raises(UsageError, match="is not NAME=ELO"):
            parse_anchor(wrong)
    assert parse_anchor("a=b=-20.5").name == "a=b"


def test_a_sequential_test_over_the_games(tmp_path: Path, record: GameRecord) -> None:
    path = write(tmp_path / "x", record, POOL, 60)
    assert json.loads(run(path, "--json")[1])["sprt"] is None
    words = ("--sprt", "ann", "elo0=-200,elo1=0")
    test = json.loads(run(path, "--json", *words)[1])["sprt"]
    assert (test["players"][0], sorted(test["players"][1:])) == ("ann", ["bob", "cat", "dan"])
    assert (test["verdict"], test["blocks"]) == ("H1", test["decided_at"])
    _, out, _ = run(path, *words)
    assert out.startswith("SPRT: how much stronger is ann than the others?\n")
    assert out.index("A test stops at an extreme") < out.index("120 games in 60 deal sets")
    for wrong, message in (
        (("eve", "elo0=0,elo1=9"), "'eve' is not one of the players: ann, bob, cat, dan"),
        (("ann", "elo0=0"), "elo1 is missing"),
        (("ann", path), f"'{path}' is not NAME=VALUE, as in elo0=0,elo1=20"),
    ):
        code, _, error = run(path, "--sprt", *wrong)
        assert code == 2
        assert error.startswith(f"--sprt: {message}")


def test_the_seed_decides_the_intervals(tmp_path: Path, record: GameRecord) -> None:
    path = write(tmp_path / "x", record, POOL, 12)
    assert run(path, "--json")[1] == run(path, "--json", "--seed", "1")[1]
    assert run(path, "--json")[1] != run(path, "--json", "--seed", "2")[1]


def test_what_never_was_in_doubt_is_open(tmp_path: Path, record: GameRecord) -> None:
    certain = World((30.0, -30.0), (0.0, 0.0))
    path = write(tmp_path / "x", record, certain, 30)
    data = json.loads(run(path, "--json")[1])
    ann, bob = data["players"]
    assert (ann["elo_high"], bob["elo_low"]) == (None, None)
    assert 0 < ann["elo_low"] < ann["elo"] < 1500
    assert data["above"]["high"][0][1] == 1
    assert 0.8 < data["above"]["low"][0][1] < 0.95
    assert [(p["elo_low"], p["elo_high"]) for p in data["places"]] == [(None, None)] * 2
    _, out, _ = run(path)
    assert ".. open" in out
    assert "Warning: won every game" in out


def test_many_players_in_text(tmp_path: Path, record: GameRecord) -> None:
    world = World(tuple(i / 5 for i in range(12)), (0.0, 0.0))
    names = [f"a player with quite a long name {i}" for i in range(12)]
    _, out, _ = run(write(tmp_path / "x", record, world, 40, names))
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("% above") == 2
    assert "(" in out.partition("Warning")[0]


def test_a_torn_line_is_told(tmp_path: Path, record: GameRecord) -> None:
    path = write(tmp_path / "x", record, POOL, 12)
    with path.open("a") as file:
        file.write('{"format"')
    code, out, errors = run(path)
    assert code == 0
    assert "line 25: torn" in errors
    assert "Warning: 1 line left out that holds no game" in out


def test_what_is_no_journal(tmp_path: Path, record: GameRecord) -> None:
    folder = tmp_path / "event"
    folder.mkdir()
    path = write(folder / "games.jsonl", record, POOL, 12)
    with path.open("a") as file:
        file.write("junk\n" * 3000)
    code, out, errors = run(folder)
    assert code == 0
    assert "Warning: 3000 lines left out that hold no game" in out
    assert len(errors.splitlines()) == 6
    assert errors.endswith(f"{path}: 2995 more lines hold no game\n")
    junk = tmp_path / "r.html"
    junk.write_text("<html>\n" * 3000)
    code, _, error = run(path, junk)
    assert code == 2
    assert error.startswith(f"'{junk}' is not a game log: it holds no game; line 1: not JSON")
    assert run(tmp_path)[::2] == (
        2,
        f"the folder '{tmp_path}' is not a tournament's: it has no 'games.jsonl'",
    )


def test_nothing_to_rate(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    assert run(tmp_path / "x")[::2] == (2, "there are no games to rate")
    assert run(tmp_path / "y")[::2] == (
        2,
        f"'{tmp_path / 'y'}' cannot be read: No such file or directory",
    )
