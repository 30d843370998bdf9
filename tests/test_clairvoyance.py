"""The clairvoyant sees the real deals, its games are like others, and no match can enter it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import invoke, mistake_of
from searchers import choose, positions, without_time

from spyrium_ai.builtin import BUILTIN
from spyrium_ai.clairvoyance import CLAIRVOYANT, ClairvoyantEngine, foresight_of
from spyrium_ai.dealer import Dealer
from spyrium_ai.engine import Limits
from spyrium_ai.errors import UsageError
from spyrium_ai.players import parse_players
from spyrium_ai.position import Position
from spyrium_ai.record_file import read_records
from spyrium_ai.records import GameRecord


def clairvoyant(players: int, seed: int) -> ClairvoyantEngine:
    return ClairvoyantEngine(foresight_of(Dealer(players, seed)))


def last_of_turn_1(players: int, seed: int) -> Position:
    """Return the last decision of turn 1 with a choice."""
    in_turn = [p for p in positions(players, seed, 1) if p.turn == 1 and len(p.legal()) > 1]
    return in_turn[-1]


def played(journal: Path) -> list[GameRecord]:
    return sorted(read_records(journal), key=lambda record: record.game)


def test_no_match_can_enter_it() -> None:
    assert CLAIRVOYANT not in BUILTIN
    with pytest.raises(UsageError, match=f"no player '{CLAIRVOYANT}'"):
        parse_players([CLAIRVOYANT, "mcts"])


@pytest.mark.parametrize("players", [2, 4])
def test_what_it_thinks_depends_on_the_deals_to_come(players: int) -> None:
    position = last_of_turn_1(players, 7)
    found = [
        without_time(choose(clairvoyant(players, seed), position, Limits(nodes=300))[1])
        for seed in (7, 7, 8)
    ]
    assert found[0] == found[1] != found[2]


def test_it_looks_on_into_the_next_turn() -> None:
    """The line that it reports ends before the deal, the search does not."""
    position = last_of_turn_1(2, 3)
    _, reports = choose(clairvoyant(2, 3), position, Limits(nodes=1000))
    assert reports[-1].depth is not None
    assert reports[-1].depth > len(reports[-1].pv) + 3


def test_its_games_can_be_read_and_are_played_on(tmp_path: Path) -> None:
    journal, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    words = ("clairvoyance", "--players", 3, "--nodes", 8, "--seed", 4, "--json")
    first = invoke(*words, "--games", 3, "--journal", journal)
    assert first.exit_code == 0, first.output
    assert json.loads(first.stdout)["blocks"] == 1
    second = invoke(*words, "--games", 6, "--journal", journal)
    again = invoke(*words, "--games", 6, "--journal", whole, "--jobs", 2)
    one, two = json.loads(second.stdout), json.loads(again.stdout)
    assert one["games"] == 6
    for mine, other in zip(one["players"], two["players"], strict=True):
        assert (mine["name"], mine["share"]) == (other["name"], other["share"])
    assert [p["name"] for p in one["players"]] == [CLAIRVOYANT, "mcts#1", "mcts#2"]
    moves = [
        [[ply.move for ply in record.plies] for record in played(path)] for path in (journal, whole)
    ]
    assert moves[0] == moves[1]
    seats = [[seat.name for seat in record.seats].index(CLAIRVOYANT) for record in played(journal)]
    assert sorted(seats) == [0, 0, 1, 1, 2, 2]
    assert invoke("replay", journal, "--verify").exit_code == 0
    assert invoke("rate", journal).exit_code == 0


def test_a_journal_of_other_terms_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    words = ("clairvoyance", "--games", 2, "--journal", journal)
    assert invoke(*words, "--nodes", 4).exit_code == 0
    assert "limits of" in mistake_of(invoke(*words, "--nodes", 5))
    assert "dealsafter" in mistake_of(invoke(*words, "--nodes", 4, "--dealsafter", 2))


def test_when_it_looks_past_the_deal_can_be_set() -> None:
    position, late = last_of_turn_1(2, 7), clairvoyant(2, 7)
    late.set_option("dealsafter", "1000000")
    found = [
        without_time(choose(engine, position, Limits(nodes=300))[1])
        for engine in (late, clairvoyant(2, 7))
    ]
    assert found[0] != found[1]
    result = invoke("clairvoyance", "--games", 2, "--nodes", 4, "--dealsafter", 9, "--json")
    assert json.loads(result.stdout)["players"][0]["name"] == f"{CLAIRVOYANT}:dealsafter=9"


def test_there_is_one_limit() -> None:
    result = invoke("clairvoyance", "--nodes", 4, "--movetime", 5)
    assert "exclude each other" in mistake_of(result)


def test_without_a_journal_it_only_says_the_result() -> None:
    result = invoke("clairvoyance", "--games", 1, "--nodes", 4)
    assert result.exit_code == 0
    assert result.stdout.startswith("2 games in 1 block, seed 1, nodes 4; an experiment:\n")
    assert CLAIRVOYANT in result.stdout
