from __future__ import annotations

import numpy as np
import pytest
from support.simulated_players import DUEL, POOL, TABLE, World, coverage

from spyrium_ai.analysis.intervals import exact_interval
from spyrium_ai.analysis.ratings import bootstrap
from spyrium_ai.analysis.ratings.connectivity import connect
from spyrium_ai.analysis.ratings.design import Array
from spyrium_ai.analysis.ratings.rating_data import rate
from spyrium_ai.analysis.ratings.results import Result


def won(blocks: int) -> list[Result]:
    """Return blocks of two games that player 0 wins."""
    games = [((0, 1), ((0,), (1,))), ((1, 0), ((1,), (0,)))]
    return [Result(b, players, (0, 1), order) for b in range(blocks) for players, order in games]


def test_the_same_seed_gives_the_same_intervals() -> None:
    results = POOL.tournament(12, np.random.default_rng(1))
    one, two, other = (rate(results, 4, 12, 100, seed).samples.doubted for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != other).any()


def test_the_spread_is_that_of_blocks_and_not_of_games() -> None:
    """Games that only repeat what is known of a block make nothing surer."""
    results = DUEL.tournament(40, np.random.default_rng(2))
    once = rate(results, 2, 40, 1000, 1)
    thrice = rate(results * 3, 2, 40, 1000, 1)
    spread = [np.std(each.strengths(each.samples.doubted, None)[:, 0]) for each in (once, thrice)]
    assert spread[1] == pytest.approx(spread[0], rel=0.1)


def test_the_spread_is_about_the_one_that_theory_gives() -> None:
    results = POOL.tournament(300, np.random.default_rng(3))
    ratings = rate(results, 4, 300, 1000, 1)
    gaps = ratings.samples.doubted[:, 0] - ratings.samples.doubted[:, 1]
    contrast = np.zeros(ratings.layout.width)
    contrast[:2] = 1, -1
    theory = np.sqrt(contrast @ np.linalg.inv(ratings.best.hessian) @ contrast)
    assert np.std(gaps) == pytest.approx(theory, rel=0.2)


def test_one_common_step_is_near_where_there_are_many_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = TABLE.tournament(400, np.random.default_rng(4))
    full = rate(results, 4, 400, 400, 1)
    monkeypatch.setattr(bootstrap, "WORK", 0)
    quick = rate(results, 4, 400, 400, 1)
    for low, high in zip(
        full.interval(full.strengths(full.samples.doubted, None)),
        quick.interval(quick.strengths(quick.samples.doubted, None)),
        strict=True,
    ):
        assert low == pytest.approx(high, abs=0.02)


@pytest.mark.parametrize("blocks", [10, 50])
def test_nothing_but_wins_leaves_the_bound_of_clopper_and_pearson(blocks: int) -> None:
    results = won(blocks)
    assert connect(results, 2).one_sided() == [(0, 1)]
    ratings = rate(results, 2, blocks, 2000, 1)
    gap = np.percentile(ratings.samples.doubted[:, 0] - ratings.samples.doubted[:, 1], 2.5)
    assert 1 / (1 + np.exp(-gap)) == pytest.approx(exact_interval(blocks, blocks)[0], abs=0.03)


def test_thousands_of_wins_leave_it_too() -> None:
    """So many blocks say nearly the same as the fit, but their doubt is that of one-sided pairs."""
    results = won(6000)
    ratings = rate(results, 2, 6000, 1000, 1)
    gap = np.percentile(ratings.samples.doubted[:, 0] - ratings.samples.doubted[:, 1], 2.5)
    least = exact_interval(6000, 6000)[0]
    assert gap == pytest.approx(np.log(least / (1 - least)), abs=0.25)


@pytest.mark.parametrize("shared", [False, True])
def test_blocks_that_all_agree_leave_a_doubt(shared: bool) -> None:
    """Each player wins one game of every block, or all games are shared."""
    order = ((0, 1),) if shared else ((0,), (1,))
    results = [Result(b, pair, (0, 1), order) for b in range(30) for pair in ((0, 1), (1, 0))]
    ratings = rate(results, 2, 30, 1000, 1)
    low, high = ratings.interval(ratings.samples.doubted[:, 0] - ratings.samples.doubted[:, 1])
    assert -3 < low < -0.1
    assert 0.1 < high < 3


def test_blocks_for_open_strengths_do_not_move_other_effects() -> None:
    """Of three players the best wins every game; the other two win from the first place."""
    games = [(pair, order) for pair in ((0, 1), (0, 2)) for order in (((0,), (1,)), ((0,), (1,)))]
    games += [((1, 2), ((0,), (1,))), ((2, 1), ((0,), (1,)))]
    games += [((1, 2), ((1,), (0,)))]
    results = [
        Result(block, players, (0, 1), order)
        for block in range(40)
        for players, order in games[: 6 + block % 4 // 3]
    ]
    ratings = rate(results, 3, 40, 1000, 1)
    first = ratings.layout.place(2, 0)
    effect = ratings.best.parameters[first]
    low, high = ratings.interval(ratings.samples.plain[:, first : first + 1])
    assert effect > 0.5
    assert low[0] < effect < high[0]
    assert abs((low[0] + high[0]) / 2 - effect) < 0.2 * (high[0] - low[0])


def test_too_few_blocks_tell_nothing() -> None:
    low, high = bootstrap.interval(np.zeros((100, 2)), 3, 3)
    assert np.isneginf(low).all()
    assert np.isposinf(high).all()


def test_doubts_about_one_pair_do_not_lower_the_bounds_of_another() -> None:
    """Player 3 loses every game; 0 wins all against 1, but both are level with 2 now and then."""
    results = []
    for block in range(72):
        pair = ((0, 1), (0, 2), (2, 1), (block % 3, 3))[block % 4]
        for seat in (0, 1):
            order = ((0, 1),) if block % 12 in {1, 2} else ((seat,), (1 - seat,))
            results.append(Result(block, pair if seat == 0 else pair[::-1], (0, 1), order))
    ratings = rate(results, 4, 72, 1000, 1)
    assert ratings.connection.one_sided() == [(0, 3), (1, 3), (2, 3)]
    assert ratings.connection.reaches[1, 0]

    def lead(parameters: Array) -> Array:
        return np.asarray(parameters[..., 0] - parameters[..., 1])

    best = lead(ratings.best.parameters)
    alone = ratings.interval(lead(ratings.samples.doubted))
    low, high = ratings.widest(lead)
    assert alone[1] < high
    assert low == alone[0]
    assert low < best < high - 0.5


def test_a_bound_that_is_too_far_away_is_open() -> None:
    spread = np.linspace(-1, 1, 101)[:, None]
    low, high = bootstrap.interval(spread, 100, 2)
    assert -1.2 < low[0] < -0.9
    assert 0.9 < high[0] < 1.2
    low, high = bootstrap.interval(spread * [1, 8, 1], 3, 2)
    assert low.tolist() == [pytest.approx(-10.7, abs=0.1), -np.inf, pytest.approx(-10.7, abs=0.1)]
    assert high[1] == np.inf


@pytest.mark.parametrize(("world", "blocks"), [(DUEL, 30), (POOL, 60)])
def test_intervals_cover_the_truth(world: World, blocks: int) -> None:
    """Of the intervals of 60 tournaments about 95 % have the truth in them.

    `python tests/support/simulated_players.py 600` does more of them.
    """
    below, inside, above = coverage(world, blocks, 60, samples=300)
    assert 0.9 <= inside / (below + inside + above) <= 0.99
