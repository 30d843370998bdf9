"""Positions played on by the one-ply player, as the engine `heuristic` plays.

Of equally good moves it takes the first, so that positions alone decide what is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive

_DEALS = "deals of games played on"


class TurnEnds(NamedTuple):
    """The positions at the turn's end after two lines.

    `played_on` says whether the one-ply player had to choose moves on the way.
    """

    better: Position
    played: Position
    played_on: bool


def turn_ends(position: Position, better: Sequence[str], played: Sequence[str]) -> TurnEnds:
    """Return how the turn ends after two lines.

    A line counts up to the turn's end, or to a move that is not legal there. Where one ends before
    the turn does, the other one is cut to as many moves, and the one-ply player plays both on:
    a longer line by a stronger player would look better than it is.

    Args:
        position: where the lines begin; it stays as it is.
        better: at least one move.
        played: at least one move.

    Raises:
        IllegalMoveError: a first move is not legal.
    """
    made = [_followed(position, better), _followed(position, played)]
    open_lengths = [length for end, length in made if end.to_move]
    if open_lengths:
        shortest = min(open_lengths)
        made = [_followed(position, line[:shortest]) for line in (better, played)]
    chosen = [_play_turn(end) for end, _ in made]
    return TurnEnds(made[0][0], made[1][0], any(chosen))


def game_end(position: Position, seed: int) -> Position:
    """Return the end of the game that is played on from a position, which stays as it is.

    With one seed, positions of the same turn meet the same cards and events, and nearly the same
    tokens.

    Args:
        position: after the setup.
        seed: the deals follow from it.
    """
    end = position.copy()
    state = end.state
    while not end.is_over:
        if end.is_chance:
            _, market, event, token = state.sample(derive(_DEALS, seed, state.turn))
            state.deal(market, event, token)
        else:
            _play_best(end)
    return end


def _followed(position: Position, line: Sequence[str]) -> tuple[Position, int]:
    """Return the position that a line leads to within the turn, and how many of its moves."""
    end = position.copy()
    end.apply(line[0])
    for number, move in enumerate(line[1:], 1):
        if not end.to_move:
            return end, number
        try:
            end.apply(move)
        except IllegalMoveError:  # of another engine
            return end, number
    return end, len(line)


def _play_turn(position: Position) -> bool:
    """Play to the turn's end, in place; return whether there was any choice."""
    choices = 0
    while position.to_move:
        choices += _play_best(position) > 1
    return choices > 0


def _play_best(position: Position) -> int:
    """Make the best move, in place; return how many there were."""
    moves, ratings = rate(position.state, load_weights(position.players))
    position.state.apply(moves[ratings.index(max(ratings))])
    return len(moves)
