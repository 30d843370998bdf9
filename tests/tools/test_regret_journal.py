"""The journal of `regret`: a run goes on with its own, and with no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.regret_runs import SOLVE, entry
from support.run_command import invoke, mistake_of

from spyrium_ai.tools.experiments.regret import DecisionRegret
from spyrium_ai.util.run_journal import RunJournal


def test_a_journal_is_gone_on_with(games: Path, tmp_path: Path) -> None:
    journal = tmp_path / "regret.jsonl"
    words = ("regret", games, "heuristic", *SOLVE, "--journal", journal)
    assert invoke(*words, "--decisions", 2).exit_code == 0
    lines = journal.read_text().splitlines()
    assert len(lines) == 3
    with journal.open("a") as file:
        file.write('{"key": "1.1/8')  # as a crash leaves it
    result = invoke(*words, "--decisions", 3)
    assert "3 decisions from 1 deal, 3 solved" in result.output
    found = journal.read_text().splitlines()
    assert found[:3] == lines
    assert len(found) == 4
    assert "other settings" in mistake_of(invoke(*words, "--seed", 2))


@pytest.mark.parametrize(
    "change", ['name = "other"', '[options]\nstyle = "bold"', "[limits]\nnodes = 7"]
)
def test_a_journal_knows_what_a_player_stands_for(games: Path, tmp_path: Path, change: str) -> None:
    mine, journal = entry(tmp_path / "mine.toml"), tmp_path / "regret.jsonl"
    words = ("regret", games, mine, "--decisions", 1, *SOLVE, "--journal", journal)
    assert invoke(*words).exit_code == 0
    entry(mine, change)
    assert "other settings" in mistake_of(invoke(*words))
    entry(mine)
    assert invoke(*words).exit_code == 0


def test_a_file_that_is_no_journal_is_refused(games: Path, tmp_path: Path) -> None:
    journal = tmp_path / "other.txt"
    journal.write_text("hello\n")
    assert "other.txt': line 1: not JSON" in mistake_of(invoke("regret", journal, "heuristic"))
    for content in (b"hello\n", b"hello", b"\xff\n", b'{"a\xd4": 1}\n', b"[" * 100_000 + b"\n"):
        journal.write_bytes(content)
        told = mistake_of(invoke("regret", games, "heuristic", "--journal", journal))
        assert "is no journal of `regret`" in told
        assert journal.read_bytes() == content
    told = mistake_of(invoke("regret", games, "heuristic", "--journal", tmp_path / "no" / "file"))
    assert "cannot be opened" in told


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"key": 5}, "field 'key': 5 is not a text"),
        ({"left": -1}, "field 'left': -1 is not a whole number of at least 0"),
        ({"losses": {"heuristic": "much"}}, "field 'losses': "),
        ({"losses": {}}, " has no loss of heuristic"),
        ({"losses": None}, "field 'losses': None is not an object"),
    ],
)
def test_an_edited_journal_is_refused(
    games: Path, tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    journal = tmp_path / "regret.jsonl"
    words = ("regret", games, "heuristic", "--decisions", 1, *SOLVE, "--journal", journal)
    assert invoke(*words).exit_code == 0
    settings, line = journal.read_text().splitlines()
    journal.write_text(f"{settings}\n{json.dumps(json.loads(line) | change)}\n")
    kept = journal.read_bytes()
    told = mistake_of(invoke(*words))
    assert problem in told
    assert journal.read_bytes() == kept


def test_a_journal_belongs_to_one_run_and_begins_with_a_finding(
    games: Path, tmp_path: Path
) -> None:
    journal = tmp_path / "regret.jsonl"
    words = ("--decisions", 1, *SOLVE, "--journal", journal)
    assert "'nope'" in mistake_of(invoke("regret", games, "heuristic:nope=1", *words))
    assert journal.read_bytes() == b""
    with RunJournal(journal, "regret", {}, DecisionRegret):
        assert "another run" in mistake_of(invoke("regret", games, "heuristic", *words))
    assert invoke("regret", games, "heuristic", *words).exit_code == 0
