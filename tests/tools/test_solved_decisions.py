"""Decisions of the last turn, labelled by the points that their moves lose."""

from __future__ import annotations

import numpy as np
from support.endgames import MEMORY, Minimax, children, small_endgames

from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation.policy_net import MOVE_INPUT_COUNT, POSITION_INPUT_COUNT
from spyrium_ai.search.weights import load_net, load_policy, load_weights
from spyrium_ai.tools.training.searched_decisions import DecisionSettings, has_choice
from spyrium_ai.tools.training.solved_decisions import PRECISION, solve_decisions, solved_shares

ENOUGH = 10**7  # nodes, for a small endgame
FEW = 30


def settings(nodes: int) -> DecisionSettings:
    return DecisionSettings(2, nodes, load_weights(2), load_net(2), load_policy(2))


def test_the_shares_tell_what_each_move_loses() -> None:
    checked = 0
    for game in small_endgames()[:20]:
        solver, truth = Solver(load_weights(2), MEMORY, load_policy(2)), Minimax()
        for position in filter(has_choice, game):
            shares = solved_shares(solver, position, 0, ENOUGH)
            assert shares is not None
            best = truth.margin(position.state)
            losses = [abs(truth.margin(child) - best) for child in children(position.state)]
            told = PRECISION * np.log(shares.max() / shares)
            np.testing.assert_allclose(told, losses, atol=1e-3, err_msg=str(position))
            checked += max(losses) > 0
    assert checked > 50


def test_a_decision_that_takes_too_long_is_not_labelled() -> None:
    position = next(filter(has_choice, small_endgames()[0]))
    solver = Solver(load_weights(2), MEMORY)
    assert solved_shares(solver, position, 0, 1) is None


def test_the_decisions_have_shares_of_their_moves() -> None:
    found = solve_decisions(settings(500), FEW, 1)
    assert found.counts.shape == (FEW,)
    assert found.counts.min() > 1
    total = int(found.counts.sum())
    assert found.positions.shape == (FEW, POSITION_INPUT_COUNT)
    assert found.moves.shape == (total, MOVE_INPUT_COUNT)
    begins = np.cumsum(found.counts) - found.counts
    np.testing.assert_allclose(np.add.reduceat(found.shares, begins), 1, atol=1e-5)
    assert found.shares.min() >= 0


def test_the_same_seed_gives_the_same_decisions() -> None:
    one, same, other = (solve_decisions(settings(500), FEW, seed) for seed in (1, 1, 2))
    for first, second in zip(one, same, strict=True):
        np.testing.assert_array_equal(first, second)
    assert one.moves.tobytes() != other.moves.tobytes()
