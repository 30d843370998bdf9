"""The engine `heuristic`: a greedy one-ply policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Info, Report, thousandths
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import SEED
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag


class HeuristicEngine(Engine):
    """Plays the move that leads to the position with the best evaluation.

    The evaluation values goods, workers, income and cards by the number of turns left, and
    estimates what the rest of the turn brings to each player (docs/search.md). The seed breaks
    ties.
    """

    name = "heuristic"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (SEED,)

    def choose(
        self,
        position: Position,
        limits: SearchLimits,  # noqa: ARG002 (one ply takes no time)
        stop: StopFlag,  # noqa: ARG002
        report: Report,
    ) -> str:
        """Return the move with the best rating."""
        weights = load_weights(position.players)
        moves, ratings = rate(position.state, weights)
        best = [move for move, rating in zip(moves, ratings, strict=True) if rating == max(ratings)]
        move = best[derive("heuristic", self.values["seed"], position.key) % len(best)]
        points, shares = evaluate(position.state, weights)
        report(
            Info(
                nodes=len(moves),
                time=0,
                depth=1,
                values=thousandths(shares),
                points=tuple(points),
                pv=(format_move(move),),
            )
        )
        return format_move(move)
