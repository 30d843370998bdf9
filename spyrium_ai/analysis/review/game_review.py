"""What an analysis says of a game: plain data, written to and read from lines of JSON.

Win shares and points are by seat. A loss is what the player who moved would have had more by the
best move: both moves are judged after they are made, by one judge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spyrium_ai.engine.registry import STRONGEST

MoveClass = Literal["forced", "none", "small", "error", "blunder"]
CLASSES: tuple[MoveClass, ...] = ("forced", "none", "small", "error", "blunder")
# Who judges if nobody else is named, and with how many nodes each search of the first pass.
JUDGE, SECOND, NODES = STRONGEST, "expectimax", 500

KINDS = ("placing", "money", "activating", "event", "Phase II", "passing", "bonus")


@dataclass(frozen=True)
class Value:
    """What a position is worth.

    Attributes:
        shares: expected win share of each seat; they add up to 1.
        points: expected final score of each seat, None if the judge does not say.
        nodes: that the judge searched; 0 for the result of a game or a network's estimate.
        line: the moves that the judge expects next, up to the turn's end.
        exact: whether best play has been solved to the end of the game.
    """

    shares: tuple[float, ...]
    points: tuple[float, ...] | None = None
    nodes: int = 0
    line: tuple[str, ...] = ()
    exact: bool = False


@dataclass(frozen=True)
class DecisionReview:
    """A decision: the move that was played beside the best one.

    Attributes:
        ply: number of the move in the game; moves and deals count from 1.
        turn: 1 to 6.
        seat: that decided, from 1.
        move: that was played.
        kind: one of `KINDS`.
        legal: number of legal moves.
        cls: the class of the move.
        best: the best move that the judge knows; the played one if nothing is better.
        rank: place of the played move among all that the judge compared, from 1.
        loss: win share that the player lost, at least 0.
        loss_points: the same in points, own score less that of the best rival; it can be negative.
        loss_error: standard error of `loss`, 0 if it is exact.
        better: the position after the best move; its line begins with that move.
        played: the position after the played move; its line begins with that move.
        gained: what every seat has gained by the move that was played instead of the best one.
        deep: whether the second, deeper pass has judged the move.
        second_loss: the loss in the eyes of the second judge, None if it was not asked.
        why: what explains the loss, in words; empty where it was not asked for.
    """

    ply: int
    turn: int
    seat: int
    move: str
    kind: str
    legal: int
    cls: MoveClass
    best: str
    rank: int
    loss: float
    loss_points: float | None
    loss_error: float
    better: Value
    played: Value
    gained: tuple[float, ...]
    deep: bool = False
    second_loss: float | None = None
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class DealReview:
    """A deal, or the setup and the first deal together, beside others that could have come.

    Attributes:
        ply: number of the deal in the game; of the first one, that of the deal after the setup.
        turn: that it began, 1 to 6.
        deal: as the game log has it.
        mean: mean win shares over the deals that could have come.
        shares: win shares after the deal that came, by the same judge.
        luck: `shares` less `mean`, by seat; it adds up to 0.
        luck_error: the greatest standard error of `luck`, from the spread of the other deals.
        samples: number of other deals.
    """

    ply: int
    turn: int
    deal: str
    mean: tuple[float, ...]
    shares: tuple[float, ...]
    luck: tuple[float, ...]
    luck_error: float
    samples: int


@dataclass(frozen=True)
class GameReview:
    """A whole game. By seat, result = start + luck + skill + drift.

    Attributes:
        id: of the game in its log.
        players: their names by seat.
        result: share of the win by seat.
        start: win shares before the first deal.
        luck: sum over the deals.
        skill: sum over the decisions of `gained`: own losses, and what others gave away.
        drift: the rest: what the judge changed its mind about from one position to the next.
        judge: the engine that judged, as a player is written, and its version.
        second: the engine that had to agree on blunders.
        limits: of a judgement in the first pass, in words.
        decisions: in the order of the game.
        deals: in the order of the game.
        finished: whether the game was played to its end; `result` is else what it was worth last.
    """

    id: str
    players: tuple[str, ...]
    result: tuple[float, ...]
    start: tuple[float, ...]
    luck: tuple[float, ...]
    skill: tuple[float, ...]
    drift: tuple[float, ...]
    judge: str
    second: str
    limits: str
    decisions: tuple[DecisionReview, ...]
    deals: tuple[DealReview, ...]
    finished: bool = True
