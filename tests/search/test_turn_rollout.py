"""Leaf values of `mcts`: value networks, the linear value, and playouts to the game's end."""

from __future__ import annotations

import numpy as np
import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.evaluation.turn_rollout import VALUES
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training.afterstate_data import bytes_of, values

LEARNED, LINEAR, PLAYOUTS = range(len(VALUES))


def search_of(value: int, players: int = 2) -> Search:
    return Search(load_weights(players), load_net(players), 2**24, value=value)


def last_decisions(players: int) -> list[tuple[Position, int, State]]:
    """Return by turn, 1 to 5: a decision, a move that ends the turn, and the position after it."""
    found: dict[int, tuple[Position, int, State]] = {}
    for position in positions(players, seed=3, every=1):
        for move in position.state.moves():
            after = position.state.copy()
            after.apply(move)
            if after.stage == "deal":
                found[position.turn] = (position, move, after)
    assert list(found) == [1, 2, 3, 4, 5]
    return list(found.values())


def share_of(search: Search, move: int, seat: int) -> float:
    """Return the mean value of the move for a seat, counted from 0."""
    return next(shares[seat] for at, visits, shares in search.moves() if at == move and visits)


@pytest.mark.parametrize("players", [2, 5])
def test_the_end_of_a_turn_is_judged_as_the_option_says(players: int) -> None:
    weights, net = load_weights(players), load_net(players)
    for position, move, after in last_decisions(players):
        expected = {
            LEARNED: values(np.stack([bytes_of(after)]), players, net)[0, 0],
            LINEAR: evaluate(after, weights)[1],
        }
        for value, shares in expected.items():
            search = search_of(value, players)
            search.begin(position.state, 1)
            search.run(30, 0, StopFlag())  # too few for deals
            for seat in range(players):
                assert share_of(search, move, seat) == pytest.approx(shares[seat], abs=1e-5)


def first_values(search: Search, position: Position) -> set[float]:
    """Return the values of the position in the first simulation of several searches."""
    found = set()
    for seed in range(10):
        search.clear()
        search.begin(position.state, seed)
        found.add(search.values()[0])
    return found


def test_a_playout_draws_its_deals_anew() -> None:
    """No cached value stands for an outcome that chance decides."""
    for position, _, _ in last_decisions(2):
        assert len(first_values(search_of(PLAYOUTS), position)) > 5
        assert len(first_values(search_of(LEARNED), position)) == 1


def test_a_playout_ends_with_a_result() -> None:
    """Half of a result is the win: except for ties, no win share is near one half."""
    for position, _, _ in last_decisions(2):
        for share in first_values(search_of(PLAYOUTS), position):
            assert share == 0.5 or abs(share - 0.5) > 0.25


def test_what_follows_the_last_deal_is_remembered_of_playouts_too() -> None:
    last = [p for p in positions(2, seed=3, every=1) if p.turn == 6]
    for position in last[:: len(last) // 4]:
        assert len(first_values(search_of(PLAYOUTS), position)) == 1


@pytest.mark.parametrize("value", VALUES)
def test_the_same_seed_and_nodes_give_the_same_tree(value: str) -> None:
    found = []
    for _ in range(2):
        engine = make_engine("mcts", [f"value={value}", "seed=5"])
        found.append(
            [
                (move, reports[-1].values, reports[-1].pv)
                for position in positions(2, seed=3, every=40)
                for move, reports in [choose(engine, position, SearchLimits(nodes=30))]
            ]
        )
    assert found[0] == found[1]


def test_another_value_forgets_the_tree() -> None:
    position = positions(2, seed=3, every=1)[4]
    engine = make_engine("mcts", ["value=linear"])
    choose(engine, position, SearchLimits(nodes=100))
    engine.set_option("value", "playouts")
    _, reports = choose(engine, position, SearchLimits(nodes=100))
    _, fresh = choose(make_engine("mcts", ["value=playouts"]), position, SearchLimits(nodes=100))
    assert reports[-1].values == fresh[-1].values
