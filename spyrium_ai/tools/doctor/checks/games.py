"""Whole games by the rules."""

from __future__ import annotations

from functools import partial

from spyrium_ai.tools.doctor.testbed.check import Check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.selfplay import moves_made, self_play

RULE = "where M is a legal move in its exact notation (with `II:` where needed)."
LIMITS = "movetime 10 nodes 50"
SECONDS = 8.0  # for a game; an engine that needs more is not played to the end


def _plays(engine: EngineUnderTest, players: int) -> str:
    """Play a game; return how far it came."""
    turn = self_play(engine, players, LIMITS, SECONDS)
    engine.set_position(turn)
    moves = f"{len(moves_made(turn))} moves"
    return moves if turn.position.is_over else f"{moves} in {SECONDS:g} s, not to the end"


def _game(players: int) -> Check:
    return Check(
        name=f"game-{players}",
        group="games",
        title=f"Plays all seats of a game for {players} with legal moves",
        rule=RULE,
        examine=partial(_plays, players=players),
        basic=True,
        limit=SECONDS + 10,
    )


CHECKS = tuple(_game(players) for players in range(2, 6))
