"""`spyrium-ai match --sprt`: a match that ends when its sequential test has decided."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import ANY

import pytest
from click.testing import Result
from support.run_command import invoke, mistake_of

from spyrium_ai.match.records.record_file import read_records


def play(*words: object) -> Result:
    return invoke("match", *words)


def test_a_series_ends_when_its_test_has_decided(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    test = "elo0=0,elo1=400,alpha=0.2,beta=0.2"
    words = ("heuristic", "random", "--nodes", 5, "--seed", 1, "--sprt", test)
    data = json.loads(play(*words, "--json", "--jobs", 2, "--out", out).stdout)
    assert data["sprt"]["verdict"] == "H1"
    assert data["sprt"]["blocks"] == data["blocks"] < 20
    assert data["finished"] == len(list(read_records(out)))
    text = play(*words).stdout
    assert text.index("SPRT: how much stronger is heuristic") < text.index("win share %")
    assert f"\nH1 after {data['blocks']} deal sets: LLR " in text
    assert "heuristic won every game: the Elo difference has no upper bound" in text


def test_a_test_needs_no_more_games_than_asked_for() -> None:
    words = ("--nodes", 5, "--seed", 1, "--sprt", "elo0=0,elo1=5", "--games", 4)
    data = json.loads(play("random", "random", *words, "--json").stdout)
    assert (data["games"], data["sprt"]["verdict"]) == (4, "undecided")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo0=0", "--sprt: elo1 is missing"),
        ("elo0=0,elo1", "--sprt: 'elo1' is not NAME=VALUE, as in elo0=0,elo1=20"),
        ("elo0=0,elo1=x", "--sprt: elo1: 'x' is not a number from -1000 to 1000"),
        ("elo0=0,elo1=nan", "--sprt: elo1: nan is not a number from -1000 to 1000"),
        ("elo0=9,elo1=3", "--sprt: elo0 9 is not below elo1 3"),
        ("elo0=0,elo1=9,elo1=8", "--sprt: elo1 comes twice"),
        ("elo0=0,elo1=9,alfa=1", "--sprt: unknown 'alfa'; did you mean 'alpha'?"),
        ("elo0=0,elo1=9,beta=0.9", "--sprt: beta: 0.9 is not a number from 0.0001 to 0.5"),
    ],
)
def test_tests_that_are_not_clear(text: str, message: str) -> None:
    assert message in mistake_of(play("random", "random", "--sprt", text))


def test_at_larger_tables_the_first_player_is_tested_against_the_others(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    test = "elo0=0,elo1=400,alpha=0.2,beta=0.2"
    words = ("heuristic", "random", "random", "--nodes", 5, "--seed", 1, "--sprt", test)
    played = play(*words, "--json", "--out", out)
    assert "rounded" not in played.stderr  # nobody has asked for 10,000 games
    data = json.loads(played.stdout)
    found = data["sprt"]
    assert found["players"] == ["heuristic", "random#1", "random#2"]
    assert found["verdict"] == "H1"
    assert found["blocks"] == data["blocks"] == data["games"] / 3
    # The log of a match holds all that its test needs.
    again = ("rate", out, "--bootstrap", 100, "--sprt", "heuristic", test)
    assert json.loads(invoke(*again, "--json").stdout)["sprt"] == {**found, "players": ANY}
    text = invoke(*again).stdout
    assert "SPRT: how much stronger is heuristic than the others?\n" in text
    assert "\nheuristic was above the others in " in text
