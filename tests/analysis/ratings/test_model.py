from __future__ import annotations

from itertools import permutations

import choix
import numpy as np
import pytest
from scipy.optimize import approx_fprime
from support.simulated_players import DUEL, POOL, TABLE, World

from spyrium_ai.analysis.ratings.design import Design, layout_of, make_design
from spyrium_ai.analysis.ratings.model import (
    ELO,
    Objective,
    Prior,
    block_gradients,
    chances_above,
    fit,
)
from spyrium_ai.analysis.ratings.results import Result


def design_of(results: list[Result], players: int, *, with_places: bool = True) -> Design:
    layout = layout_of(results, players, with_places=with_places)
    return make_design(results, layout, max(r.block for r in results) + 1)


def mixed() -> list[Result]:
    """Return games at tables of two and three with ties, and one with seats that have no rank."""
    luck = np.random.default_rng(1)
    results = [*TABLE.tournament(5, luck), *POOL.tournament(5, luck)]
    return [*results, Result(5, (0, 1, 2), (1, 2, 0), ((2,),))]


def test_derivatives_are_those_of_the_value() -> None:
    design = design_of(mixed(), 4)
    objective = Objective(design, Prior())
    x = np.random.default_rng(2).normal(size=design.layout.width)
    _, gradient = objective.value_and_gradient(x)
    numeric = approx_fprime(x, lambda y: objective.value_and_gradient(y)[0], 1e-6)
    assert gradient == pytest.approx(numeric, abs=1e-3)
    curvature = approx_fprime(x, lambda y: objective.value_and_gradient(y)[1], 1e-6)
    assert objective.hessian(x) == pytest.approx(curvature, abs=1e-3)
    blocks = block_gradients(design, x).sum(axis=0) + Prior().weights(design.layout) * x
    assert blocks == pytest.approx(gradient)


def test_weights_repeat_results() -> None:
    results = mixed()
    layout = layout_of(results, 4)
    twice = make_design([*results, *results], layout, 6)
    weighted = make_design(results, layout, 6, [2.0] * len(results))
    assert fit(twice).parameters == pytest.approx(fit(weighted).parameters, abs=1e-6)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_without_ties_and_places_it_is_what_choix_finds(size: int) -> None:
    world = World((1.0, 0.3, 0.0, -0.4, -0.9), (0.0,) * size)
    results = world.tournament(20, np.random.default_rng(size))
    rankings = [
        tuple(result.players[group[0]] for group in result.order if len(group) == 1)
        for result in results
    ]
    prior = 0.3
    theirs = choix.opt_rankings(5, rankings, alpha=prior / 2, tol=1e-9)
    found = fit(design_of(results, 5, with_places=False), Prior(strength=prior))
    assert found.parameters == pytest.approx(theirs, abs=1e-4)


@pytest.mark.parametrize("world", [DUEL, POOL, TABLE])
def test_known_strengths_places_and_ties_are_found(world: World) -> None:
    results = world.tournament(1500, np.random.default_rng(3))
    players = len(world.strengths)
    design = design_of(results, players)
    found = fit(design).parameters
    truth = np.concatenate((world.strengths, world.places, world.ties))
    assert found[: -len(world.ties)] == pytest.approx(truth[: -len(world.ties)], abs=0.1)
    assert found[-len(world.ties) :] == pytest.approx(truth[-len(world.ties) :], abs=0.5)
    assert found[:players].sum() == pytest.approx(0, abs=1e-6)


def test_with_more_games_it_comes_closer() -> None:
    truth = np.array(TABLE.strengths) - np.mean(TABLE.strengths)
    errors = []
    for blocks in (30, 3000):
        results = TABLE.tournament(blocks, np.random.default_rng(4))
        errors.append(np.abs(fit(design_of(results, 4)).parameters[:4] - truth).mean())
    assert errors[1] < errors[0] / 3


def test_the_scale_is_that_of_elo() -> None:
    """Ten wins to one loss are 400 points: the odds."""
    results = [Result(i, (0, 1), None, ((int(i % 11 == 0),),)) for i in range(1100)]
    found = fit(design_of(results, 2), Prior(1e-9)).parameters
    assert ELO * (found[0] - found[1]) == pytest.approx(400, abs=0.5)


def test_all_orders_have_chances_that_add_up_to_one() -> None:
    """The likelihoods of all orders of three, with and without ties, are those of one game."""
    orders: set[tuple[tuple[int, ...], ...]] = {((0, 1, 2),)}
    for a, b, c in permutations(range(3)):
        orders |= {((a,), (b,), (c,)), (tuple(sorted((a, b))), (c,)), ((a,), tuple(sorted((b, c))))}
    everything = [Result(0, (0, 1, 2), (0, 1, 2), order) for order in orders]
    layout = layout_of(everything, 3)
    x = np.random.default_rng(5).normal(size=layout.width)
    total = 0.0
    for result in everything:
        objective = Objective(make_design([result], layout, 1), Prior(0, 0, 0))
        total += np.exp(-objective.value_and_gradient(x)[0])
    assert len(orders) == 13
    assert total == pytest.approx(1)


def test_chances_to_be_above() -> None:
    strengths = np.array([np.log(3.0), 0.0])
    assert chances_above(strengths, None)[0, 1] == pytest.approx(0.75)
    both = chances_above(strengths, np.log(2.0))
    assert both[0, 1] + both[1, 0] == pytest.approx(1)
    assert both[0, 1] == pytest.approx((3 + 3**0.5) / (4 + 2 * 3**0.5))
    many = chances_above(np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([0.0, 1.0]))
    assert many.shape == (2, 2, 2)
    assert many[0, 0, 1] == 0.5
