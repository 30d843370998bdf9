"""Self-play games of the engine, with the commands of a runner."""

from __future__ import annotations

import time
from collections.abc import Sequence

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.positions import DEAL, after, turn_of


def self_play(engine: EngineUnderTest, players: int, limits: str, seconds: float) -> Turn:
    """Let it play all seats of a game; return its end, or the position when the time is over."""
    dealer = Dealer(players, DEAL + engine.round)
    turn = turn_of(Position.start(players), ())
    engine.new_game(players)
    until = time.monotonic() + seconds
    while not turn.position.is_over and time.monotonic() < until:
        if turn.position.is_chance:
            move = dealer.deal(turn.position)
        else:
            move = engine.choose(turn, limits).move
        turn = after(turn, move)
    return turn


def moves_made(turn: Turn) -> Sequence[str]:
    """Return the players' moves that led to the position, without the deals."""
    return [move for move in turn.moves if not move.startswith(("setup:", "deal:"))]
