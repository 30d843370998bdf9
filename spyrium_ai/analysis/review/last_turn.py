"""The last turn of two players, solved: what moves are worth with best play to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spyrium_ai.analysis.review.game_review import Value
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import MEBIBYTE
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.cards import LAST_TURN
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_weights

PLAYERS = 2
MEMORY = 64 * MEBIBYTE
LINE_NODES = 50_000  # to find a best line once the margin is known


def is_last(position: Position) -> bool:
    """Return whether positions of this kind may be solved."""
    return position.players == PLAYERS and position.turn == LAST_TURN and not position.is_chance


class Solved(NamedTuple):
    """The exact values of the best and of the played move, and the points of margin between."""

    better: Value
    played: Value
    loss_points: int


class Solution:
    """The solution of one decision: equal questions have equal answers.

    Args:
        position: a decision of the last turn of two players.
        limits: of solving the decision, and again of solving the played move.
        stop: ends the solving early, as if the limit had been reached.
    """

    def __init__(
        self, position: Position, limits: SearchLimits, stop: StopFlag | None = None
    ) -> None:
        self._solver = Solver(load_weights(PLAYERS), MEMORY)
        self._nodes = limits.nodes or 0
        self._seconds = (limits.movetime or 0) / 1000
        self._stop = stop or StopFlag()
        self._position = position
        points, _ = evaluate(position.state, load_weights(PLAYERS))
        self._margin = round(points[0] - points[1])  # the best guess so far

    def compare(self, played: str) -> Solved | None:
        """Return the best and the played move with their exact values; None if it is too hard."""
        solved = self._solve(self._position, self._nodes, self._seconds)
        if solved is None:
            return None
        margin, best = solved
        after = _after(self._position, (played,))
        if after.is_over:
            first, second = after.scores()
            of_played: tuple[int, str | None] | None = (first - second, None)
        else:
            of_played = self._solve(after, self._nodes, self._seconds)
        if of_played is None:
            return None
        loss = abs(margin - of_played[0])
        if not loss:
            best = played
        assert best is not None  # noqa: S101 (somebody decides at the root)
        better = self._value(margin, (best,))
        return Solved(better, better if not loss else self._value(of_played[0], (played,)), loss)

    def _solve(
        self, position: Position, nodes: int, seconds: float = 0
    ) -> tuple[int, str | None] | None:
        """Return the first seat's margin with best play and the best move; None if too hard."""
        lower, upper, move = self._solver.solve(
            position.state, self._margin, nodes, seconds, self._stop
        )
        if lower != upper:
            return None
        self._margin = lower
        return lower, None if move is None else format_move(move)

    def _value(self, margin: int, line: Sequence[str]) -> Value:
        """Return the value of a solved move, with as much of the best line as is found quickly."""
        moves, at = list(line), _after(self._position, line)
        self._margin = margin
        while not at.is_over:
            solved = self._solve(at, LINE_NODES)
            if solved is None or solved[1] is None:
                break
            moves.append(solved[1])
            at.apply(solved[1])
        points = tuple(map(float, at.scores())) if at.is_over else None
        first = 0.5 if margin == 0 else float(margin > 0)
        return Value((first, 1 - first), points, self._solver.nodes, tuple(moves), exact=True)


def _after(position: Position, line: Sequence[str]) -> Position:
    after = position.copy()
    for move in line:
        after.apply(move)
    return after
