"""The first turn of a game for two, played by the rules, with what its steps explain and ask."""

from __future__ import annotations

from functools import cache

from spyrium_ai.analysis.report.viewer_track import table, track
from spyrium_ai.game.position import Position
from spyrium_ai.web.api import Data
from spyrium_ai.web.learn.lesson import STEPS, Step
from spyrium_ai.web.moves_data import legal_data, refused_data

PLAYERS = ("Ada", "Ben")  # the reader is Ada
MOVES = (
    "setup:1:E1.2",
    "deal:M2,Bu.3,W1,R1,Ap,N1,M1,Cr,Mi.2:E6",
    "place:a1b1",
    "place:b1b2",
    "place:b1c1",
    "place:b1c1",
    "place:a1a2",
    "II:money:b1b2:b1",
    "II:money:b1c1:b1",
    "activate:b1c1:b1:token=3",
    "activate:a1b1:a1",
    "event:points",
    "activate:a1a2:a2:advance",
    "pass",
    "event:spyrium",
    "use:M2:1",
    "pass",
    "deal:U1.1,W2,Ap,Lo,M2,Ar.3,N1,Au,M1:E3",
)


@cache
def first_game() -> Data:
    """Return the game as a board draws it, and the steps.

    Each step has `ply`, the number of moves and deals before it, and where it asks for the move
    that comes next, `answer`, all that is legal there, and why other places are refused.
    """
    positions = _positions()
    boards = [position.board() for position in positions]
    game = {
        "players": [{"name": name, "about": ""} for name in PLAYERS],
        "winners": [],
        "faults": [],
        "start": table(boards[0]),
        **track(boards, MOVES),
    }
    return {"game": game, "steps": [_step_data(step, positions[step.ply]) for step in STEPS]}


def _positions() -> list[Position]:
    """Return the position before the game and after each move; every move is a legal one."""
    positions = [Position.start(len(PLAYERS))]
    for move in MOVES:
        after = positions[-1].copy()
        after.apply(move)
        positions.append(after)
    return positions


def _step_data(step: Step, position: Position) -> Data:
    data: Data = {
        "title": step.title,
        "text": step.paragraphs(),
        "ply": step.ply,
        "points": step.points.split(),
        "ask": step.ask,
    }
    if step.ask:
        data |= {
            "answer": MOVES[step.ply],
            "legal": legal_data(position),
            "refused": refused_data(position),
        }
    return data
