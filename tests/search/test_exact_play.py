"""The last decisions of a game are played exactly, as an exhaustive search here finds."""

from __future__ import annotations

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position

WON = 20


def solved(position: Position, seat: int) -> float:
    """Return the margin of `seat` with best play to the end, a win worth WON more, a tie half."""
    if position.is_over:
        own, other = position.scores()[seat - 1], position.scores()[2 - seat]
        return own - other + (WON if own > other else -WON if own < other else 0)
    values = []
    for move in position.legal():
        child = position.copy()
        child.apply(move)
        values.append(solved(child, seat))
    return max(values) if position.to_move == seat else min(values)


def is_small(position: Position) -> bool:
    """Whether all play to the end can be gone through here."""
    return all(position.perft(depth) <= 300 for depth in range(1, 16))


def endgames() -> list[Position]:
    """Return positions of turn 6 with a choice that are small enough to be solved here."""
    return [
        position
        for seed in range(6)
        for position in positions(2, seed=seed, every=1)
        if position.turn == 6 and len(position.legal()) > 1 and is_small(position)
    ]


# With several lines to report, mcts has no solver, only the search.
@pytest.mark.parametrize("multipv", [1, 2])
@pytest.mark.parametrize(("name", "nodes"), [("expectimax", 100_000), ("mcts", 20_000)])
def test_the_last_decisions_are_played_exactly(name: str, nodes: int, multipv: int) -> None:
    engine = make_engine(name)
    games = endgames()
    assert len(games) > 10
    for position in games:
        engine.new_game(2, position.to_move)
        move, _ = choose(engine, position, SearchLimits(nodes=nodes, multipv=multipv))
        child = position.copy()
        child.apply(move)
        value, best = solved(child, position.to_move), solved(position, position.to_move)
        if multipv == 1 or name == "expectimax":
            assert value == best, str(position)
        else:  # mcts counts wins more than points
            assert (value > 0) == (best > 0), str(position)
