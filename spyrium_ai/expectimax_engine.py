"""The engine `expectimax`: iterative deepening within the turn (docs/search.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spyrium_ai.core.evaluate import shares_of
from spyrium_ai.core.expectimax import DEEPEST_LOOK, Expectimax
from spyrium_ai.endgame import Endgame
from spyrium_ai.engine import (
    SEED,
    Engine,
    Info,
    Limits,
    Option,
    Report,
    limit_options,
    thousandths,
)
from spyrium_ai.movetext import format_move
from spyrium_ai.searching import Clock
from spyrium_ai.seeds import derive
from spyrium_ai.version import VERSION
from spyrium_ai.weights import load_weights

if TYPE_CHECKING:
    from spyrium_ai.core.stop import StopFlag
    from spyrium_ai.position import Position

# The solver's table in the last turn, in bytes; its nodes take as long as five positions evaluated.
SOLVER_MEMORY, SOLVER_NODES = 64 * 2**20, 0.2


class ExpectimaxEngine(Engine):
    """Minimax for two players, max^n for more; the option `deals` is how many are averaged."""

    name = "expectimax"
    author = "the spyrium-ai developers"
    version = VERSION
    options = (SEED, *limit_options(nodes=0, movetime=1000), Option("deals", "spin", 4, 1, 32))

    def choose(self, position: Position, limits: Limits, stop: StopFlag, report: Report) -> str:
        """Return the first move of the best line that the deepest look has found."""
        limits = self.limits(limits)
        clock = Clock(limits, position)
        nodes = 0 if limits.infinite else limits.nodes or 0
        if Endgame.covers(position, limits):
            proof, spent = Endgame(SOLVER_MEMORY, SOLVER_NODES).prove(position, limits, clock, stop)
            if proof:
                report(proof.info(spent, round(1000 * clock.spent())))
                return proof.line[0]
            nodes = max(1, nodes - spent) if nodes else 0
        weights = load_weights(position.players)
        search = Expectimax(
            position.state,
            weights,
            self.values["deals"],
            derive("expectimax", self.values["seed"], position.key),
        )
        deepest = DEEPEST_LOOK if limits.infinite else limits.depth or DEEPEST_LOOK
        best = ""
        for depth in range(1, min(deepest, DEEPEST_LOOK) + 1):
            seconds = 0 if clock.seconds is None else max(clock.left(), 0.001)
            complete, line, points = search.look(depth, nodes, seconds, stop)
            if line:
                best = format_move(line[0])
                report(
                    Info(
                        nodes=search.nodes,
                        time=round(1000 * clock.spent()),
                        depth=depth,
                        values=thousandths(shares_of(position.state, points, weights)),
                        points=tuple(round(p, 1) for p in points),
                        pv=tuple(map(format_move, line)),
                    )
                )
            if not complete or clock.left() <= 0:
                break
        return best
