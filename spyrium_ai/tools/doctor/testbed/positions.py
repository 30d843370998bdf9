"""Test positions, each with the moves and deals that lead to it."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Callable, Iterator
from functools import cache

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Turn
from spyrium_ai.util.seeds import derive

DEAL = 7  # seed of the first game that is searched for positions

Wanted = Callable[[Turn], bool]


def has_choice(turn: Turn) -> bool:
    """Whether a player has a choice of moves, some way into the game."""
    return len(turn.legal) > 3 and len(turn.moves) > 6


def has_one_move(turn: Turn) -> bool:
    """Whether there is exactly one legal move."""
    return len(turn.legal) == 1


def is_bonus(turn: Turn) -> bool:
    """Whether a player chooses the bonus at 8 points."""
    return turn.position.bonus_open


def is_chance(turn: Turn) -> bool:
    """Whether a deal is due, after turn 1 or later."""
    return turn.position.is_chance and turn.position.turn > 1


def is_over(turn: Turn) -> bool:
    """Whether the game has ended."""
    return turn.position.is_over


def may_end(turn: Turn) -> bool:
    """Whether one of several moves ends the game."""
    return is_late(turn) and any(after(turn, move).position.is_over for move in turn.legal)


def is_late(turn: Turn) -> bool:
    """Whether a player has several moves in the last turn."""
    return turn.position.turn == 6 and len(turn.legal) > 1


@cache
def find_position(players: int, wanted: Wanted, seat: int = 0) -> Turn:
    """Return the first position of random games that is as wanted, where this seat decides.

    Seat 0 means any seat, or chance, or the end of the game.
    """
    seed = DEAL
    while True:
        for turn in random_game(players, seed):
            if wanted(turn) and seat in {0, turn.seat}:
                return turn
        seed += 1


def random_game(players: int, seed: int) -> Iterator[Turn]:
    """Yield the positions of a random game from the setup to the end."""
    dealer = Dealer(players, seed)
    turn = turn_of(Position.start(players), ())
    while not is_over(turn):
        yield turn
        if turn.position.is_chance:
            move = dealer.deal(turn.position)
        else:
            move = turn.legal[derive("doctor", seed, len(turn.moves)) % len(turn.legal)]
        turn = after(turn, move)
    yield turn


def after(turn: Turn, move: str) -> Turn:
    """Return the position after a move or a deal."""
    position = turn.position.copy()
    position.apply(move)
    return turn_of(position, (*turn.moves, move))


def turn_of(position: Position, moves: tuple[str, ...]) -> Turn:
    """Return the position with the moves that led to it."""
    return Turn(position, moves, position.to_move, tuple(position.legal()), SearchLimits())


def why_illegal(move: str, turn: Turn) -> str:
    """Return in words what is wrong with a move that is not legal in the turn.

    >>> why_illegal("bonus:money", find_position(2, has_choice, seat=1))
    "'bonus:money' is not legal: player 1 has no bonus to choose now"
    """
    problem = f"'{move}' is not legal"
    with contextlib.suppress(NotationError):
        return f"{problem}: {refusal(turn.position.board(), move)}"
    if close := difflib.get_close_matches(move, turn.legal, n=1):
        return f"{problem}; the nearest legal move is '{close[0]}'"
    return f"{problem}; legal are {len(turn.legal)} moves, the first is '{turn.legal[0]}'"
