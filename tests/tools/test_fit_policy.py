"""The fit of the policy network: decisions, gradient, and what it learns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy import sparse

from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training.fit_policy import (
    Manner,
    Pass,
    agreement,
    fit,
    fit_turns,
    fresh,
    part,
    shares_by,
    turn_indexes,
)
from spyrium_ai.tools.training.searched_decisions import (
    Decisions,
    DecisionSettings,
    search_decisions,
)


@pytest.fixture(scope="module")
def decisions() -> Decisions:
    """Return some, searched with few simulations."""
    settings = DecisionSettings(2, 24, load_weights(2), load_net(2), None)
    return search_decisions(settings, 300, 1)


def test_the_same_seed_gives_the_same_decisions(decisions: Decisions) -> None:
    settings = DecisionSettings(2, 24, load_weights(2), load_net(2), None)
    again = search_decisions(settings, 20, 1)
    first = part(decisions, np.arange(20))
    for found, expected in zip(again, first, strict=True):
        np.testing.assert_array_equal(found, expected)
    other = search_decisions(settings, 20, 2)
    assert not np.array_equal(other.positions, again.positions)


def test_shares_of_visits_add_up(decisions: Decisions) -> None:
    starts = np.concatenate([[0], np.cumsum(decisions.counts)[:-1]])
    np.testing.assert_allclose(np.add.reduceat(decisions.shares, starts), 1, rtol=1e-5)
    assert (decisions.counts > 1).all()
    assert len(decisions.moves) == len(decisions.shares) == decisions.counts.sum()


def cross_entropy(once: Pass) -> float:
    return agreement(once.shares, once.decisions).nats


def surprise(once: Pass) -> float:
    both = np.add.reduceat(once.shares * once.decisions.shares, once.starts)
    return float(-np.log(both).mean())


@pytest.mark.parametrize("loss", [cross_entropy, surprise])
def test_the_gradient_is_the_slope_of_the_loss(
    decisions: Decisions, loss: Callable[[Pass], float]
) -> None:
    some = part(decisions, np.arange(30))
    rng = np.random.default_rng(3)
    numbers = fresh(rng)
    once = Pass(numbers, some)
    slope = once.gradient(some.shares if loss is cross_entropy else once.likely())
    for _ in range(5):
        way = rng.standard_normal(len(numbers)).astype(np.float32)
        way /= np.linalg.norm(way)
        step = np.float32(0.01)
        ahead = loss(Pass(numbers + step * way, some))
        behind = loss(Pass(numbers - step * way, some))
        assert (ahead - behind) / (2 * step) == pytest.approx(slope @ way, abs=0.02)


def test_a_fit_learns_what_the_searches_choose(decisions: Decisions) -> None:
    known = part(decisions, np.arange(250))
    unknown = part(decisions, np.arange(250, 300))
    numbers = fit(known, 8, 5)
    np.testing.assert_array_equal(numbers, fit(known, 8, 5))
    before = agreement(Pass(fresh(np.random.default_rng(5)), unknown).shares, unknown)
    after = agreement(Pass(numbers, unknown).shares, unknown)
    assert after.nats < before.nats - 0.2
    assert after.entropy <= after.nats


def test_one_of_two_moves_that_are_as_good_is_enough(decisions: Decisions) -> None:
    some = part(decisions, np.arange(30))
    best = some.shares == np.maximum.reduceat(
        some.shares, np.concatenate([[0], np.cumsum(some.counts)[:-1]])
    ).repeat(some.counts)
    once = Pass(fresh(np.random.default_rng(3)), some._replace(shares=best.astype(np.float32)))
    likely = once.likely()
    np.testing.assert_allclose(np.add.reduceat(likely, once.starts), 1, rtol=1e-5)
    assert (likely[~best] == 0).all()
    for start, size in zip(once.starts, some.counts, strict=True):
        here = slice(start, start + size)
        share, found = once.shares[here][best[here]], likely[here][best[here]]
        np.testing.assert_allclose(found, share / share.sum(), rtol=1e-5)


def test_each_turn_has_a_network_fitted_to_its_decisions(decisions: Decisions) -> None:
    known = part(decisions, np.arange(200))
    networks = fit_turns(known, 2, 5)
    shared = fit(known, 2, 5)
    turns = turn_indexes(known)
    assert np.unique(turns).tolist() == [0, 1, 2, 3, 4, 5]
    for turn, network in enumerate(networks):
        own = part(known, np.flatnonzero(turns == turn))
        better = agreement(Pass(network, own).shares, own).nats
        assert better < agreement(Pass(shared, own).shares, own).nats
    alike = fit_turns(known, 2, 5, Manner(by_turn=False))
    np.testing.assert_array_equal(alike, np.tile(shared, (len(networks), 1)))


def test_a_turn_without_decisions_has_the_network_of_all_turns(decisions: Decisions) -> None:
    some = part(decisions, np.flatnonzero(turn_indexes(decisions) == 2))
    networks = fit_turns(some, 3, 5)
    shared = fit(some, 3, 5)
    for turn in (0, 1, 3, 4, 5):
        np.testing.assert_array_equal(networks[turn], shared)
    assert (networks[2] != shared).any()


def test_the_shares_of_a_decision_are_those_of_its_turn(decisions: Decisions) -> None:
    rng = np.random.default_rng(2)
    networks = np.stack([fresh(rng) for _ in range(6)])
    shares = shares_by(networks, decisions)
    turns, ends = turn_indexes(decisions), np.cumsum(decisions.counts)
    for place in (0, 100, 299):
        one = part(decisions, np.array([place]))
        here = slice(ends[place] - decisions.counts[place], ends[place])
        np.testing.assert_allclose(
            shares[here], Pass(networks[turns[place]], one).shares, rtol=1e-5
        )


def test_sparse_inputs_are_fitted_alike(decisions: Decisions) -> None:
    some = part(decisions, np.arange(64))
    thin = some._replace(moves=sparse.csr_array(some.moves))
    np.testing.assert_allclose(fit(thin, 1, 5), fit(some, 1, 5), atol=1e-5)
