"""Games of all sorts for the tests of the viewer."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from support.scripted_players import Scripted, at_move, crash, game, illegal, spread

from spyrium_ai.engine.base import Engine, Info
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import replay
from spyrium_ai.search.stop_flag import StopFlag


@cache
def played(players: int) -> GameRecord:
    """Return a game without a fault and without values."""
    return game(*(Scripted(spread) for _ in range(players))).play()


@cache
def forfeited(players: int) -> GameRecord:
    """Return a game in which seat 2 crashes at its fourth move."""
    others = (Scripted(spread) for _ in range(players - 2))
    return game(Scripted(spread), Scripted(at_move(4, crash)), *others).play()


@cache
def void() -> GameRecord:
    """Return a game of three that a fault at the very first move has ended."""
    players = (Scripted(at_move(1, illegal)) for _ in range(3))
    return game(*players, policy="void").play()


@cache
def thought(players: int) -> GameRecord:
    """Return a game of the heuristic against itself, with values, nodes and times."""
    engines = [make_engine("heuristic") for _ in range(players)]
    return game(*(Scripted(partial(_choice, engine)) for engine in engines)).play()


def _choice(engine: Engine, turn: Turn) -> Choice:
    said: list[Info] = []
    move = engine.choose(turn.position, turn.limits, StopFlag(), said.append)
    return Choice(move, 1.2345 + 0.001 * len(turn.moves), said[-1])


def silenced(record: GameRecord, seat: int) -> GameRecord:
    """Return the game without what one seat has said."""
    plies = (
        ply._replace(values=None, nodes=None) if ply.seat == seat else ply for ply in record.plies
    )
    return replace(record, plies=tuple(plies))


def damaged(record: GameRecord, ply: int) -> GameRecord:
    """Return the game with one move, counted from 1, that is not possible."""
    plies = list(record.plies)
    plies[ply - 1] = plies[ply - 1]._replace(move="place:z9z9")
    return replace(record, plies=tuple(plies))


def positions(record: GameRecord) -> list[Position]:
    """Return the positions before the first deal and after every move and deal."""
    return [Position.start(len(record.seats)), *(step.after for step in replay(record))]
