"""Plays the last turn of two players where it cannot be solved in time: deeper and deeper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Info, Report, thousandths
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation.evaluation import margin_shares
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy, rate_by_policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.line_value import line_value

if TYPE_CHECKING:
    from spyrium_ai.search.stop_flag import StopFlag

DEEPEST = 60  # plies; a turn has fewer decisions
LINE_SHARE = 0.03  # of a limit, for the line after the move


@dataclass(frozen=True)
class Believed:
    """What a search to a depth believes: the best move and the first seat's final margin."""

    move: int
    margin: int
    depth: int


@dataclass(frozen=True)
class Judges:
    """Who plays a line on to the end of the game, and tells what it is worth."""

    weights: Weights
    net: Net
    policy: Policy


class Budget:
    """The nodes and the time of one search, less a share for the line that is reported."""

    def __init__(
        self, solver: Solver, limits: SearchLimits, clock: SearchClock, spent: int
    ) -> None:
        """Take what is left of the limits, of which `spent` nodes are used."""
        self._solver, self._clock, self._spent = solver, clock, spent
        self._begun = solver.nodes
        self._nodes = None if limits.nodes is None else limits.nodes - spent

    def left(self, kept: float = 0) -> tuple[int, float] | None:
        """Return the nodes and seconds that are left (0: no limit), None if there are none.

        `kept` is the share of the limits that stays for later.
        """
        nodes, seconds = 0, 0.0
        if self._nodes is not None:
            # The solver counts one node more before it stops.
            nodes = int((1 - kept) * self._nodes) - (self._solver.nodes - self._begun) - 1
            if nodes <= 0:
                return None
        if self._clock.seconds is not None:
            seconds = self._clock.left() - kept * self._clock.seconds
            if seconds <= 0:
                return None
        return nodes, seconds

    def spent(self) -> tuple[int, int]:
        """Return the nodes and the milliseconds used."""
        made = max(1, self._solver.nodes - self._begun)
        return self._spent + made, self._clock.milliseconds()


def search_endgame(
    solver: Solver,
    position: Position,
    guess: int,
    budget: Budget,
    stop: StopFlag,
    judges: Judges,
    report: Report,
) -> str:
    """Return the best move of the deepest search within the budget; report each depth.

    Args:
        solver: keeps its table from move to move.
        position: a decision of the last turn of two players.
        guess: the first seat's final margin, the first to test.
        budget: what the search may use.
        stop: ends the search.
        judges: tell what the line reported is expected to bring.
        report: takes a report of each depth; that of the last has the line after the move.
    """
    best = _first_choice(position, judges, guess)
    for deeper in _deeper(solver, position, best, DEEPEST, LINE_SHARE, budget, stop):
        best = deeper
        report(_info(position, best, [best.move], budget, judges))
    line = [best.move, *_continuation(solver, position, best, budget, stop)]
    report(_info(position, best, line, budget, judges))
    return format_move(best.move)


def _first_choice(position: Position, judges: Judges, guess: int) -> Believed:
    moves, ratings = rate_by_policy(position.state, judges.weights, judges.policy)
    return Believed(moves[ratings.index(max(ratings))], guess, 1)


def _deeper(
    solver: Solver,
    position: Position,
    best: Believed,
    deepest: int,
    kept: float,
    budget: Budget,
    stop: StopFlag,
) -> Iterator[Believed]:
    """Yield what each depth believes; the last one may be incomplete, and only better.

    `best` has the margin to test first, `kept` is the share of the limits that stays for later.
    """
    for depth in range(1, deepest + 1):
        left = budget.left(kept)
        if left is None or stop.is_set():
            return
        lower, upper, move = solver.search_depth(position.state, best.margin, depth, *left, stop)
        is_complete = lower >= upper
        # The best move so far is the first to be tested, so another that passes is better.
        passes = lower >= best.margin if position.to_move == 1 else upper <= best.margin
        if move is not None and (is_complete or (passes and depth > 1)):
            best = Believed(move, lower if is_complete else best.margin, depth)
            yield best
        if not is_complete:
            return


def _continuation(
    solver: Solver, position: Position, best: Believed, budget: Budget, stop: StopFlag
) -> Iterator[int]:
    """Yield the moves after the best one, as far as one more is found in half of what is left."""
    after = position.copy()
    after.apply(format_move(best.move))
    kept, deepest = LINE_SHARE / 2, best.depth - 1
    while not after.is_over:
        replies = list(_deeper(solver, after, best, deepest, kept, budget, stop))
        if not replies:
            return
        best = replies[-1]
        yield best.move
        after.apply(format_move(best.move))
        kept, deepest = kept / 2, deepest - 1


def _info(
    position: Position, best: Believed, line: list[int], budget: Budget, judges: Judges
) -> Info:
    """Return the report; it has points if the line, played on, comes to the margin believed."""
    weights = judges.weights
    _, points = line_value(position.state, line, weights, judges.net, 0, judges.policy)
    nodes, milliseconds = budget.spent()
    return Info(
        nodes=nodes,
        time=milliseconds,
        depth=best.depth,
        values=thousandths(margin_shares(best.margin, weights)),
        points=tuple(points) if round(points[0] - points[1]) == best.margin else None,
        pv=tuple(map(format_move, line)),
    )
