"""For the tests of the players: engines with options, one choice with everything they report."""

from __future__ import annotations

from spyrium_ai.engine.base import Engine, Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import BUILTIN, make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

SEARCHERS = ("uct", "expectimax", "mcts")
PLAYERS = tuple(BUILTIN)


def choose(
    engine: Engine, position: Position, limits: SearchLimits, stop: StopFlag | None = None
) -> tuple[str, list[Info]]:
    """Return the engine's move and its reports."""
    reports: list[Info] = []
    move = engine.choose(position.copy(), limits, stop or StopFlag(), reports.append)
    return move, reports


def without_time(reports: list[Info]) -> list[tuple[object, ...]]:
    """Return the last report, which no other run's clock can change, without its time."""
    return [(info.nodes, info.values, info.points, info.pv) for info in reports[-1:]]


def positions(players: int, seed: int, every: int) -> list[Position]:
    """Return every so many decisions' positions of a game that the heuristic plays with itself."""
    dealer = Dealer(players, seed)
    engine = make_engine("heuristic")
    position = Position.start(players)
    found, decisions = [], 0
    while not position.is_over:
        if position.is_chance:
            position.apply(dealer.deal(position))
            continue
        if decisions % every == 0:
            found.append(position.copy())
        decisions += 1
        position.apply(choose(engine, position, SearchLimits())[0])
    return found
