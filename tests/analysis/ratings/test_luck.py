"""Luck's share: what strength, the deal and the course of the game explain, on results made up."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from support.misbehaving import misbehaving_spec
from support.run_command import invoke, mistake_of

from spyrium_ai.analysis.intervals import exact_interval
from spyrium_ai.analysis.ratings.luck import Blocks, read_blocks, table_data, trials_to_lead


def duel(*blocks: tuple[float, float]) -> Blocks:
    """Return blocks of two: what `ann` gets from seat 1 and from seat 2."""
    found = Blocks(("ann", "bob"))
    for first, second in blocks:
        found.add((0, 1), [((0, 1), (first, 1 - first)), ((1, 0), (1 - second, second))])
    return found


def three(winners: Sequence[Sequence[int]]) -> Blocks:
    """Return blocks of three, by the number of the player who wins each game."""
    found = Blocks(("ann", "bob", "cat"))
    for block in winners:
        games = []
        for rotation, winner in enumerate(block):
            players = tuple((seat + rotation) % 3 for seat in range(3))
            games.append((players, tuple(float(p == winner) for p in players)))
        found.add((0, 1, 2), games)
    return found


def parts(blocks: Blocks) -> list[float]:
    variance = table_data(blocks)["variance"]
    return [variance["strength"], variance["deal"], variance["course"]]


def test_one_who_wins_everything_owes_nothing_to_luck() -> None:
    data = table_data(duel(*[(0, 0)] * 30))
    assert (data["better"], data["share"]) == ("bob", 1)
    assert data["low"] == pytest.approx(0.884, abs=0.001)
    assert data["one_player"]["share"] == 1
    assert data["one_seat"]["share"] == 0
    assert data["luck"]["share"] == 0
    assert data["luck"]["high"] == pytest.approx(1 - (2 * data["low"] - 1) ** 2)
    assert (data["games_to_lead"], data["blocks_to_lead"]) == (1, 1)
    assert parts(duel(*[(0, 0)] * 30)) == [1, 0, 0]


def test_games_that_are_all_shared_are_luck() -> None:
    data = table_data(duel((0.5, 0.5), (0.5, 0.5)))
    assert data["luck"]["share"] == 1
    assert data["variance"]["strength"] == 0


def test_where_a_seat_wins_all_games_of_a_deal_the_deal_decides() -> None:
    blocks = duel(*[(1, 0), (0, 1), (1, 0)] * 10)
    data = table_data(blocks)
    assert (data["share"], data["one_player"]["share"], data["one_seat"]["share"]) == (0.5, 0, 1)
    assert (data["luck"]["share"], data["games_to_lead"]) == (1, None)
    assert parts(blocks) == pytest.approx([0, 1, 0])


def test_independent_results_of_equals_are_due_to_the_course_of_the_game() -> None:
    blocks = duel(*[(1, 1), (1, 0), (0, 1), (0, 0)] * 500)
    assert parts(blocks) == pytest.approx([0, 0, 1], abs=0.001)


def test_parts_of_results_that_were_drawn_are_those_they_were_drawn_with() -> None:
    """The better one wins by strength 0.7, in half of all deals one seat wins both games."""
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(20000):
        if rng.random() < 0.5:
            first = rng.random() < 0.5
            drawn.append((float(first), float(not first)))
        else:
            drawn.append((float(rng.random() < 0.9), float(rng.random() < 0.9)))
    blocks = duel(*drawn)
    assert table_data(blocks)["share"] == pytest.approx(0.7, abs=0.01)
    # Strength (0.7 - 0.5)^2 of 1/4; minus the covariance, 0.7^2 - 0.9^2 / 2, of 1/4.
    assert parts(blocks) == pytest.approx([0.16, 0.34, 0.5], abs=0.02)


def test_three_at_a_table() -> None:
    data = table_data(three([(0, 0, 0)] * 20))
    assert (data["better"], data["luck"]["share"]) == ("ann", pytest.approx(0))
    by_seat = three([(0, 1, 2)] * 10 + [(1, 2, 0)] * 10)
    assert table_data(by_seat)["one_seat"]["share"] == 1
    assert parts(by_seat) == pytest.approx([0, 1, 0])
    rng = np.random.default_rng(2)
    at_random = three(rng.integers(3, size=(20000, 3)).tolist())
    assert parts(at_random) == pytest.approx([0, 0, 1], abs=0.01)


def test_blocks_that_agree_on_a_third_leave_the_share_as_open_as_their_number() -> None:
    data = table_data(three([(0, 1, 2)] * 10))
    assert (data["low"], data["high"]) == pytest.approx(exact_interval(10 / 3, 10))


def test_ties_count_half_and_are_of_no_one() -> None:
    data = table_data(duel(*[(1, 0.5), (0.5, 1)] * 15))
    assert data["share"] == 0.75
    assert data["one_player"]["share"] == data["one_seat"]["share"] == 0
    assert data["variance"]["strength"] == pytest.approx(0.25**2 / (0.25 / 2))


def test_the_parts_of_one_block_cannot_be_told() -> None:
    data = table_data(duel((1, 1)))
    assert data["variance"] == {"strength": 1, "deal": None, "course": None}


@pytest.mark.parametrize(("wins", "count"), [(19, 1), (15, 9), (14, 17)])
def test_games_to_lead_are_those_of_the_binomial_distribution(wins: int, count: int) -> None:
    """Of 20 games so many are won: the smallest odd number of games that a majority is sure of."""
    leads = np.array([1.0] * wins + [-1.0] * (20 - wins))
    assert trials_to_lead(leads) == count


def test_many_games_to_lead_are_about_normal() -> None:
    leads = np.array([1.0] * 51 + [-1.0] * 49)
    assert trials_to_lead(leads) == pytest.approx((1.6449 / 0.02) ** 2, rel=0.01)


def test_deals_of_unequal_shares_are_added_up_exactly() -> None:
    assert trials_to_lead(np.array([1 / 3, 1 / 2, 1.0])) == 1
    assert trials_to_lead(np.array([0.5, 0.5, 0.5, 0.0])) == 3


def test_journals_are_read_and_games_of_torn_blocks_left_out(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    assert (
        invoke(
            "match", "heuristic", "random", "--games", 6, "--seed", 1, "--out", journal
        ).exit_code
        == 0
    )
    lines = journal.read_bytes().splitlines(keepends=True)
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(gzip.compress(b"".join(lines[:5])))
    (blocks,), pool = read_blocks([packed])
    assert (len(blocks.shares), blocks.left_out, pool.errors) == (2, 1, [])
    result = invoke("luck", packed)
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "win share of heuristic, the better player" in result.stdout
    assert "left out: 1 game of incomplete deal sets" in result.stdout
    data = json.loads(invoke("luck", journal, "--json").stdout)
    assert [(table["better"], table["games"]) for table in data["tables"]] == [("heuristic", 6)]
    assert data["warnings"] == []


def test_without_a_whole_block_there_is_nothing_to_say(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    assert (
        invoke("match", "random", "random", "--games", 2, "--seed", 1, "--out", journal).exit_code
        == 0
    )
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    mistake = mistake_of(invoke("luck", journal))
    assert "no complete deal set in 1 game: each player must have played each seat" in mistake


def test_a_table_without_a_whole_block_is_told_beside_the_others(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    assert (
        invoke("match", "heuristic", "random", "--games", 2, "--seed", 1, "--out", whole).exit_code
        == 0
    )
    assert (
        invoke("match", "random", "random", "--games", 2, "--seed", 1, "--out", torn).exit_code == 0
    )
    torn.write_bytes(torn.read_bytes().splitlines(keepends=True)[0])
    result = invoke("luck", whole, torn)
    assert result.exit_code == 0
    assert "random#1 - random#2: left out, 1 game without a complete deal set" in result.stderr


def test_what_is_odd_about_the_games_is_told_as_by_rate(tmp_path: Path) -> None:
    free, limited = tmp_path / "free.jsonl", tmp_path / "limited.jsonl"
    words = ("match", "heuristic", misbehaving_spec("crash", at=3), "--games", 2, "--seed", 1)
    assert invoke(*words, "--out", free).exit_code == 0
    assert invoke(*words, "--nodes", 5, "--seed", 2, "--out", limited).exit_code == 0
    data = json.loads(invoke("luck", free, limited, free, "--json").stdout)
    found = " | ".join(data["warnings"])
    assert "heuristic played with several limits: none; nodes 5" in found
    assert "4 games with a fault, lost by the player at fault" in found
    assert "2 games found twice and counted once" in found
    assert [table["games"] for table in data["tables"]] == [4]
    text = " ".join(invoke("luck", free, limited, free).stdout.split())
    for warning in data["warnings"]:
        assert f"Warning: {warning}" in text, warning
