from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from spyrium_ai.analysis.elo import expected_score
from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.tournament.swiss import Swiss

Tables = tuple[tuple[int, ...], ...]
Pair = tuple[int, int]


def won(block: int, order: Sequence[int]) -> Outcome:
    """Return a game of these players that ended in their order."""
    shares = (Fraction(1), *[Fraction(0)] * (len(order) - 1))
    return Outcome(block, block, tuple(order), tuple((s,) for s in range(len(order))), shares)


def play(tables: Tables) -> list[list[Outcome]]:
    """Return a block for each table, in which the lower number wins."""
    return [[won(number, table)] for number, table in enumerate(tables, 1)]


def play_by_luck(tables: Tables, strengths: Sequence[float], luck: random.Random) -> list[Outcome]:
    """Return two games of two at each table, which the stronger wins more often."""
    games = []
    for number, (a, b) in enumerate(tables, 1):
        for _ in range(2):
            wins = luck.random() < expected_score(strengths[a] - strengths[b])
            games.append(won(number, (a, b) if wins else (b, a)))
    return games


def rounds(swiss: Swiss, count: int) -> Iterator[Tables]:
    """Yield so many rounds, in which the lower number wins."""
    for _ in range(count):
        tables = swiss.pair()
        yield tables
        for block in play(tables):
            swiss.add(block)


def pairs(tables: Tables) -> Counter[Pair]:
    return Counter(pair for table in tables for pair in combinations(table, 2))


def partitions(players: Sequence[int], seats: int) -> Iterator[Tables]:
    """Yield every way to seat the players."""
    if not players:
        yield ()
        return
    for others in combinations(players[1:], seats - 1):
        left = [player for player in players[1:] if player not in others]
        for tables in partitions(left, seats):
            yield ((players[0], *others), *tables)


def cost(tables: Tables, met: Counter[Pair], points: Sequence[Fraction]) -> tuple[int, int]:
    """Return the rematches, and the squares of the differences in hundredths of a point."""
    hundredths = [round(100 * each) for each in points]
    met_before = sum(met[pair] for pair in pairs(tables))
    return met_before, sum((hundredths[a] - hundredths[b]) ** 2 for a, b in pairs(tables))


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (7, 2), (12, 2), (11, 3), (9, 4), (14, 5)])
def test_every_table_is_full_and_nobody_sits_twice(players: int, seats: int) -> None:
    for tables in rounds(Swiss(players, seats, 1), 6):
        seated = [player for table in tables for player in table]
        assert len(tables) == players // seats
        assert {len(table) for table in tables} == {seats}
        assert len(set(seated)) == len(seated)
        assert all(tuple(sorted(table)) == table for table in tables)


@pytest.mark.parametrize(
    ("players", "seats", "count"), [(8, 2, 9), (10, 2, 9), (9, 3, 5), (8, 4, 4), (10, 5, 4)]
)
def test_there_is_no_better_pairing(players: int, seats: int, count: int) -> None:
    swiss = Swiss(players, seats, 1)
    everything = list(partitions(range(players), seats))
    met: Counter[Pair] = Counter()
    for tables in rounds(swiss, count):
        found = cost(tables, met, swiss.points)
        assert found == min(cost(each, met, swiss.points) for each in everything)
        met += pairs(tables)


@pytest.mark.parametrize("players", [6, 16])
def test_nobody_meets_again_until_all_have_met(players: int) -> None:
    met: Counter[Pair] = Counter()
    for tables in rounds(Swiss(players, 2, 3), players // 2):
        met += pairs(tables)
    assert set(met.values()) == {1}


def test_rematches_are_spread_where_they_cannot_be_avoided() -> None:
    met: Counter[Pair] = Counter()
    for tables in rounds(Swiss(4, 2, 1), 9):
        met += pairs(tables)
    assert sorted(met.values()) == [3] * 6


def test_leaders_meet() -> None:
    swiss = Swiss(16, 2, 1)
    for number, tables in enumerate(rounds(swiss, 4)):
        gaps = [abs(swiss.points[a] - swiss.points[b]) for a, b in tables]
        assert set(gaps) == {0}
        assert {swiss.points[player] for player in tables[0]} == {number}
        assert {swiss.points[player] for player in tables[-1]} == {0}


def test_the_first_round_is_drawn() -> None:
    draws = {Swiss(8, 2, seed).pair() for seed in range(40)}
    assert len(draws) > 30
    assert len({pair for tables in draws for pair in tables}) == 28


@pytest.mark.parametrize(("players", "seats"), [(7, 2), (8, 3), (9, 5)])
def test_sitting_out_goes_round(players: int, seats: int) -> None:
    rests: Counter[int] = Counter()
    for tables in rounds(Swiss(players, seats, 1), 12):
        rests += Counter(set(range(players)) - {player for table in tables for player in table})
        counts = [rests[player] for player in range(players)]
        assert max(counts) - min(counts) <= 1


def test_the_last_of_those_who_have_not_yet_sits_out() -> None:
    swiss = Swiss(7, 2, 1)
    drawn, paired, _ = rounds(swiss, 3)
    one, two = (
        set(range(7)) - {player for table in tables for player in table}
        for tables in (drawn, paired)
    )
    losers = {b for _, b in drawn}
    assert one.isdisjoint(losers)
    assert two <= losers


def test_points_are_the_mean_shares_of_the_rounds() -> None:
    swiss = Swiss(4, 2, 1)
    (a, b), (c, d) = swiss.pair()
    void = Outcome(9, 9, (a, b), (), ())
    shared = Outcome(8, 8, (b, a), ((0, 1),), (Fraction(1, 2),) * 2)
    swiss.add([won(1, (a, b)), void, won(2, (a, b))])
    swiss.add([shared, won(3, (b, a))])
    swiss.add([Outcome(10, 10, (c, d), (), ())])
    swiss.pair()
    assert [swiss.points[player] for player in (a, b)] == [Fraction(5, 8), Fraction(3, 8)]
    # Games that are all void say as little as sitting out.
    assert [swiss.points[player] for player in (c, d)] == [Fraction(1, 2), Fraction(1, 2)]


def test_the_order_in_which_games_end_changes_nothing() -> None:
    luck = random.Random(1)
    strengths = [100.0 * player for player in range(11)]
    one, two = Swiss(11, 2, 5), Swiss(11, 2, 5)
    for _ in range(6):
        tables = one.pair()
        assert tables == two.pair()
        games = play_by_luck(tables, strengths, luck)
        one.add(games)
        luck.shuffle(games)
        for game in games:
            two.add([game])


def finds_the_best(seed: int, *, is_drawn: bool) -> float:
    """Return whether the best of 16 leads after four rounds, or its share of the lead.

    Neighbours are 100 Elo apart. Rounds are paired, or each is drawn.
    """
    strengths = [-100.0 * player for player in range(16)]
    luck = random.Random(seed)
    swiss = Swiss(16, 2, seed)
    wins: Counter[int] = Counter()
    for number in range(4):
        tables = Swiss(16, 2, 1000 * seed + number).pair() if is_drawn else swiss.pair()
        games = play_by_luck(tables, strengths, luck)
        swiss.add(games)
        wins.update(game.entrants[0] for game in games)
    leaders = [player for player in wins if wins[player] == max(wins.values())]
    return (0 in leaders) / len(leaders)


def test_the_best_is_found_more_often_than_by_drawing() -> None:
    paired, drawn = (
        sum(finds_the_best(seed, is_drawn=is_drawn) for seed in range(80)) / 80
        for is_drawn in (False, True)
    )
    assert paired > 0.45
    assert drawn < 0.4
    assert paired > drawn + 0.15
