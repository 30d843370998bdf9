"""Lines of play drawn out to the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.weights import load_weights


def to_turn_end(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """Return the line, and after it the moves of the one-ply player up to the end of the turn.

    So the built-in players judge the last position that they have searched.

    Args:
        position: a player decides.
        line: legal moves.
    """
    at, moves = position.copy(), list(line)
    for move in line:
        at.apply(move)
    weights = load_weights(position.players)
    while not at.is_chance and not at.is_over:
        numbers, ratings = rate(at.state, weights)
        moves.append(format_move(numbers[ratings.index(max(ratings))]))
        at.apply(moves[-1])
    return tuple(moves)
