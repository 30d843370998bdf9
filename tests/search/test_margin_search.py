"""The search of the last turn to a depth: right where it reaches the end, harmless to proofs."""

from __future__ import annotations

import pytest
from support.endgames import MEMORY, Minimax, last_turn, small_endgames, solution

from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State
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


@pytest.mark.parametrize("seed", [2, 5, 7])
def test_a_player_alone_is_searched_to_the_depth_only(seed: int) -> None:
    alone = [
        position.state
        for position in last_turn(seed, 0.2)
        if any(seat.phase == "P" for seat in position.board().seats)
    ]
    proofs, depths = [], []
    for state in alone:
        proofs.append(nodes_to(state, MAX_DEPTH))
        depths.append(nodes_to(state, 1))
    assert max(proofs) > 300
    assert max(depths) < max(proofs) / 2


# The moves rated highest lead to a dead end of the canonical order.
BEFORE_DEAD_ENDS = (
    (
        "2 6 2 1 Ge,En,H2,H1,Fi.3,L3,F2,Ad,- -,-,-,-,1,-,-,-,1,-,-,- E2 E5 F2,L3,H1,H2,H3,En,Ge,Fi,"
        "Ad 3.4.4/5.4.3 - II/e/26/1/8/3/1/6/wm/L3,H3/-/- P/e/19/12/1/2/4/4/m/M3*,F2/-/-"
    ),
    (
        "2 6 1 2 En,H3,Fi,L3,F2,H2,Ad,H1,Ge 2,2,2,-,2,-,2,-,2,2,-,- E5 E3 F2,L3,H1,H2,H3,En,Ge,Fi,"
        "Ad 4.2.4/4.6.4 - P/-/47/1/0/3/0/5/wm/F1*,R1,U2*/-/- I/-/20/3/4/3/0/7/wm/M2,N2/-/-"
    ),
)


@pytest.mark.parametrize("text", BEFORE_DEAD_ENDS)
def test_a_search_to_a_depth_meets_no_dead_end(text: str) -> None:
    position = Position.parse(text)
    margin, _ = solution(Solver(load_weights(2), MEMORY, load_policy(2)), position.state)
    for depth in range(1, 8):
        solver = Solver(load_weights(2), MEMORY, load_policy(2))
        lower, upper, move = solver.search_depth(position.state, 0, depth, 0, 0, StopFlag())
        assert upper <= lower
        assert lower == pytest.approx(margin, abs=10), depth
        assert move is not None


def nodes_to(state: State, depth: int) -> int:
    """Return the nodes of a search to the depth."""
    solver = Solver(load_weights(2), MEMORY, load_policy(2))
    solver.search_depth(state, 0, depth, 0, 0, StopFlag())
    return solver.nodes


def test_limits_end_a_search_to_a_depth() -> None:
    solver = Solver(load_weights(2), MEMORY, load_policy(2))
    state = last_turn(1, 0.0)[-1].state
    lower, upper, _ = solver.search_depth(state, 0, 30, 500, 0, StopFlag())
    assert lower < upper
    assert solver.nodes == 500
