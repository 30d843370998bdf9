"""The tree of `mcts`: a position is one node of it where there is a policy network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.engine_cases import positions

from spyrium_ai.game.position import Position
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights


def end_of_a_turn() -> Position:
    return [p for p in positions(2, seed=3, every=1) if p.turn == 5][-6]


def later_positions(position: Position) -> dict[str, int]:
    """Return the positions up to the turn's end, each with the number of orders of moves to it."""
    orders = {str(position): 1}
    level = dict(orders)
    while level:
        after: dict[str, int] = {}
        for line, count in level.items():
            here = Position.parse(line)
            for move in [] if here.is_chance or here.is_over else here.state.moves():
                child = Position.parse(line)
                child.state.apply(move)
                key = str(child)
                after[key] = after.get(key, 0) + count
        for line, count in after.items():
            orders[line] = orders.get(line, 0) + count
        level = after
    return orders


@pytest.mark.parametrize("threads", [1, 3])
def test_a_position_is_one_node_in_whatever_order_its_moves_are_made(threads: int) -> None:
    late = end_of_a_turn()
    orders = later_positions(late)
    search = Search(
        load_weights(2),
        load_net(2),
        2**24,
        exploration=5,
        temperature=1000,  # all moves have the same prior, so that every one is tried
        before_deals=10**6,
        policy=load_policy(2),
        threads=threads,
    )
    search.begin(late.state, 1)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda i: search.run(20_000, 0, StopFlag(), 0, 0, i), range(threads)))
    assert sum(orders.values()) > 2 * len(orders)
    # Of several threads that add a position at once, all but one lose their node.
    assert len(orders) <= search.size <= len(orders) * (1 if threads == 1 else 1.1)


def test_without_a_policy_network_each_order_of_moves_has_nodes_of_its_own() -> None:
    """So the first `mcts` and the levels play on as they were measured."""
    late = end_of_a_turn()
    orders = later_positions(late)
    search = Search(load_weights(2), load_net(2), 2**24, before_deals=10**6)
    search.begin(late.state, 1)
    search.run(20_000, 0, StopFlag())
    assert len(orders) < search.size <= sum(orders.values())
