"""The search of the last turn to a depth: right where it reaches the end, harmless to proofs."""

from __future__ import annotations

import pytest
from support.endgames import MEMORY, Minimax, last_turn, small_endgames, solution

from spyrium_ai.search.endgame.solver import MAX_DEPTH, Solver
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_policy, load_weights


@pytest.fixture(params=["policy", "one-ply"])
def policy(request: pytest.FixtureRequest) -> Policy | None:
    return load_policy(2) if request.param == "policy" else None


def test_to_the_end_it_finds_the_margin(policy: Policy | None) -> None:
    checked = 0
    for game in small_endgames():
        truth = Minimax()
        for position in game[-4:]:
            solver = Solver(load_weights(2), MEMORY, policy)
            lower, upper, move = solver.search_depth(position.state, 0, MAX_DEPTH, 0, 0, StopFlag())
            assert lower == upper == truth.margin(position.state), str(position)
            assert move is not None
            after = position.state.copy()
            after.apply(move)
            assert truth.margin(after) == lower, str(position)
            checked += 1
    assert checked > 100


def test_what_a_search_to_a_depth_leaves_in_the_table_changes_no_proof(
    policy: Policy | None,
) -> None:
    believed_wrong = 0
    for game in small_endgames():
        truth = Minimax()
        solver = Solver(load_weights(2), MEMORY, policy)
        for position in game[::-1]:
            margin = truth.margin(position.state)
            for depth in range(1, 4):
                lower, upper, _ = solver.search_depth(position.state, 0, depth, 0, 0, StopFlag())
                assert lower >= upper
                believed_wrong += lower != margin
            assert solution(solver, position.state)[0] == margin, str(position)
    assert believed_wrong > 0


def test_the_same_search_finds_the_same() -> None:
    state = last_turn(1, 0.0)[-1].state
    found = []
    for _ in range(2):
        solver = Solver(load_weights(2), MEMORY, load_policy(2))
        depths = [solver.search_depth(state, 0, depth, 0, 0, StopFlag()) for depth in (1, 2, 3)]
        found.append((depths, solver.nodes))
    assert found[0] == found[1]


def test_limits_end_a_search_to_a_depth() -> None:
    solver = Solver(load_weights(2), MEMORY, load_policy(2))
    state = last_turn(1, 0.0)[-1].state
    lower, upper, _ = solver.search_depth(state, 0, 30, 500, 0, StopFlag())
    assert lower < upper
    assert solver.nodes == 500
