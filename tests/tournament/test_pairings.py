from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spyrium_ai.tournament.pairings import gauntlet, ladder, round_robin
from spyrium_ai.util.errors import UsageError


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int]:
    """Draw a number of seats, and of players that is not too large for all tables of them."""
    seats = draw(st.integers(2, 5))
    return draw(st.integers(seats, 10)), seats


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], int, int]:
    """Draw challengers, players and seats."""
    players, seats = draw(sizes())
    some = st.lists(
        st.integers(0, players - 1), min_size=1, max_size=players - seats + 1, unique=True
    )
    return draw(some), players, seats


def spread(tables: Sequence[Iterable[int]], players: Iterable[int]) -> int:
    """Return how many games more than another a player has had, at the worst moment."""
    games = dict.fromkeys(players, 0)
    worst = 0
    for table in tables:
        for player in table:
            if player in games:
                games[player] += 1
        worst = max(worst, max(games.values()) - min(games.values()))
    return worst


@given(sizes())
def test_in_a_ladder_those_meet_who_follow_each_other(size: tuple[int, int]) -> None:
    players, seats = size
    tables = ladder(players, seats)
    assert len(tables) == players - seats + 1
    assert all(list(table) == [*range(table[0], table[0] + seats)] for table in tables)
    assert {player for table in tables for player in table} == set(range(players))


@given(sizes())
def test_a_round_robin_has_every_table_once(size: tuple[int, int]) -> None:
    players, seats = size
    tables = round_robin(players, seats)
    assert sorted(tables) == list(combinations(range(players), seats))
    assert tables == round_robin(players, seats)


@given(sizes())
def test_a_round_robin_is_balanced_wherever_it_is_cut(size: tuple[int, int]) -> None:
    players, seats = size
    assert spread(round_robin(players, seats), range(players)) <= 2


@pytest.mark.parametrize("players", [4, 5, 8, 9])
def test_pairs_come_in_rounds(players: int) -> None:
    tables = round_robin(players, 2)
    size = players // 2
    for at in range(0, len(tables), size):
        seated = [player for table in tables[at : at + size] for player in table]
        assert len(set(seated)) == 2 * size
    # Of an odd number each sits out once.
    assert len(tables) // size == players - 1 + players % 2


def test_everybody_has_met_everybody_about_as_often_half_way() -> None:
    tables = round_robin(9, 3)
    half = tables[: len(tables) // 2]
    met = Counter(pair for table in half for pair in combinations(table, 2))
    assert len(met) == comb(9, 2)
    assert max(met.values()) - min(met.values()) <= 2


@given(fields())
def test_a_gauntlet_has_every_table_of_a_challenger_and_the_field(
    event: tuple[list[int], int, int],
) -> None:
    challengers, players, seats = event
    tables = gauntlet(challengers, players, seats)
    field = set(range(players)) - set(challengers)
    assert len(set(tables)) == len(tables) == len(challengers) * comb(len(field), seats - 1)
    for challenger, *others in tables:
        assert challenger in challengers
        assert len(set(others)) == seats - 1
        assert field >= set(others)


@given(fields())
def test_a_gauntlet_is_balanced_wherever_it_is_cut(event: tuple[list[int], int, int]) -> None:
    challengers, players, seats = event
    tables = gauntlet(challengers, players, seats)
    assert spread(tables, challengers) <= 1
    assert spread(tables, set(range(players)) - set(challengers)) <= 3


def test_too_few_players_are_told() -> None:
    with pytest.raises(UsageError, match="2 players are too few for tables of 3 seats"):
        round_robin(2, 3)
    with pytest.raises(UsageError, match="only 1 are not challengers"):
        gauntlet([0, 2], 3, 3)
