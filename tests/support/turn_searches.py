"""Searches by `expectimax`, and what they have to find, by going through everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.policy_net import rate_by_policy
from spyrium_ai.search.expectimax import BRS_PLUS, MAXN, Expectimax
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights

MEMORY = 2**25
EVEN = 1e6  # a width at which all moves are looked at equally deep


def search_of(
    position: Position, width: float = 4, memory: int = MEMORY, **options: Any
) -> Expectimax:
    """Return a search that has begun; `options` are further arguments of `Expectimax`."""
    players = position.players
    settings = {"policy": load_policy(players), **options}
    search = Expectimax(load_weights(players), load_net(players), memory, width=width, **settings)
    search.begin(position.state, 1)
    return search


def look(search: Expectimax, depth: int, nodes: int = 0) -> tuple[bool, list[int]]:
    return search.search_depth(depth, nodes, 0, StopFlag())


def deepen(search: Expectimax, deepest: int, stop: StopFlag) -> None:
    for depth in range(1, deepest + 1):
        search.search_depth(depth, 0, 0, stop)


class Everything:
    """A full search of the moves of all seats, with the leaf values of `expectimax`."""

    def __init__(self, search: Expectimax, position: Position, rivals: str):
        self._search = search
        self._rivals = rivals if position.players > 2 else MAXN
        self._seat = position.to_move

    def shares(
        self, position: Position, depth: int, line: Sequence[int] = (), *, replied: bool = False
    ) -> list[float]:
        """Return the value of the position, by seat, at a depth of so many decisions.

        Of the rivals of BRS+ all play their best rated moves once one has `replied` with another.
        """
        if depth == 0 or position.is_chance or position.is_over:
            return self._search.expect(list(line))[0]
        mover = position.to_move
        is_rival = self._rivals != MAXN and mover != self._seat
        best = best_rated(position)
        has_one_reply = is_rival and self._rivals == BRS_PLUS
        found = []
        for text in [best] if has_one_reply and replied else position.legal():
            child = position.copy()
            child.apply(text)
            reply = has_one_reply and (replied or text != best)
            after = [*line, parse_move(text)]
            found.append(self.shares(child, depth - 1, after, replied=reply))
        return chosen(found, mover, self._seat if is_rival else None)


def chosen(found: list[list[float]], mover: int, against: int | None) -> list[float]:
    """Return the win shares that are best for the mover, or worst for the seat it is against."""
    if against is None:
        return max(found, key=lambda shares: shares[mover - 1])
    return min(found, key=lambda shares: shares[against - 1])


def best_rated(position: Position) -> str:
    moves, ratings = rate_by_policy(
        position.state, load_weights(position.players), load_policy(position.players)
    )
    return format_move(moves[list(ratings).index(max(ratings))])
