from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.simulated_players import POOL, TABLE

from spyrium_ai.analysis.ratings.anchor import Anchor
from spyrium_ai.analysis.ratings.rating_data import bound, rate
from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.analysis.report.rating_history import SAMPLES, Rating, RatingsAt, rating_history

NAMES = ("ann", "bob", "cat", "dan")


def data_of(games: int) -> dict[str, Any]:
    """Return what the ratings of all games could be."""
    players = [{"name": name, "elo": 7.0, "elo_low": None, "elo_high": 9.0} for name in NAMES]
    return {"games": games, "seed": 3, "players": players}


def tournament(blocks: int) -> list[Result]:
    return POOL.tournament(blocks, np.random.default_rng(1))


def test_a_tenth_more_of_the_games_each_time() -> None:
    results = tournament(60)
    moments = rating_history([results], NAMES, data_of(len(results)), None)
    assert [moment.games for moment in moments] == list(range(12, 121, 12))
    assert moments[-1].ratings["bob"] == Rating(7.0, None, 9.0)
    half = rate(results[:60], 4, 30, SAMPLES, 3)
    elo, low, high = half.elo(None, 0.0)
    for number, name in enumerate(NAMES):
        rating = moments[4].ratings[name]
        assert rating.elo == pytest.approx(elo[number], abs=0.01)
        assert rating.low == pytest.approx(bound(low[number]), abs=60)
        assert rating.high == pytest.approx(bound(high[number]), abs=60)


def test_of_several_journals_a_tenth_of_each() -> None:
    three = TABLE.tournament(5, np.random.default_rng(2))
    journals = [tournament(50), [Result(r.block + 50, *_rest(r)) for r in three]]
    moments = rating_history(journals, NAMES, data_of(115), None)
    assert [moment.games for moment in moments][:3] == [12, 23, 35]
    assert set(moments[2].ratings) == set(NAMES)


def _rest(result: Result) -> tuple[Any, Any, Any]:
    return result.players, result.places, result.order


def test_players_come_in_with_their_first_game_and_an_anchor_holds_from_then_on() -> None:
    first = [r for r in tournament(60) if 3 not in r.players]
    later = [r for r in tournament(60) if 3 in r.players]
    results = first + later
    moments = rating_history([results], NAMES, data_of(len(results)), Anchor("dan", 1500))
    assert set(moments[0].ratings) == set(NAMES[:3])
    assert sum(rating.elo for rating in moments[0].ratings.values()) == pytest.approx(0, abs=0.01)
    assert moments[8].ratings["dan"] == Rating(1500, 1500, 1500)


def test_few_games_have_few_moments() -> None:
    results = tournament(1)
    moments: list[RatingsAt] = rating_history([results], NAMES, data_of(len(results)), None)
    assert [moment.games for moment in moments] == [1, 2]
    assert moments[0].ratings["ann"].low is None


def test_journals_of_one_game_have_no_moment_but_the_last() -> None:
    journals = [[result] for result in tournament(1)]
    assert [moment.games for moment in rating_history(journals, NAMES, data_of(2), None)] == [2]
