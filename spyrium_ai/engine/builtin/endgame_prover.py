"""Plays the last turn of two players perfectly if it can be solved in time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Info, thousandths
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.cards import LAST_TURN
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.weights import load_weights

if TYPE_CHECKING:
    from spyrium_ai.search.evaluation.policy_net import Policy
    from spyrium_ai.search.stop_flag import StopFlag

PLAYERS = 2
SOLVED = "solved"  # what the report of a solution says
# Share of a limit that goes to the solver first: while workers may still be placed, and later.
OPEN_SHARE, CLOSED_SHARE = 0.1, 0.5
LINE_NODES = 20_000  # at most, to find the best line once the margin is known
OTHERS_SHARE = 0.5  # of what is left then, for the other moves if several lines are asked for


@dataclass(frozen=True)
class Proof:
    """The solution of a position.

    Attributes:
        line: the best line as far as it was found, moves as text; it has at least the best move.
        margin: the first seat's final score less the second's.
        scores: both final scores if the line reaches the end of the game, else None.
    """

    line: tuple[str, ...]
    margin: int
    scores: tuple[int, ...] | None

    def info(self, nodes: int, milliseconds: int) -> Info:
        """Return the report of the solution."""
        first = 0.5 if self.margin == 0 else 1.0 if self.margin > 0 else 0.0
        points = None if self.scores is None else tuple(map(float, self.scores))
        return Info(
            nodes=nodes,
            time=milliseconds,
            depth=len(self.line),
            values=thousandths((first, 1 - first)),
            points=points,
            pv=self.line,
            string=SOLVED,
        )


class EndgameProver:
    """Solves positions of one game; its transposition table is kept from move to move.

    Args:
        memory: maximum size of the table, in bytes.
        unit: number of solver nodes that count as one node of the engine.
        policy: orders the moves; without it the one-ply ratings do.
    """

    def __init__(self, memory: int, unit: float, policy: Policy | None = None) -> None:
        self.solver = Solver(load_weights(PLAYERS), memory, policy)
        self._unit = unit
        self._margin: int | None = None

    @staticmethod
    def covers(position: Position, limits: SearchLimits) -> bool:
        """Return whether the position can be solved and the limits allow it."""
        is_last = position.players == PLAYERS and position.turn == LAST_TURN
        return is_last and not limits.infinite and limits.depth is None

    def prove(
        self,
        position: Position,
        limits: SearchLimits,
        clock: SearchClock,
        stop: StopFlag,
        open_share: float = OPEN_SHARE,
    ) -> tuple[Proof | None, int]:
        """Return the solution, None if a share of the limits was not enough, and the nodes used.

        `open_share` is that share while workers may still be placed.
        """
        share = open_share if workers_in_hand(position) else CLOSED_SHARE
        nodes = 0 if limits.nodes is None else int(share * limits.nodes * self._unit)
        if limits.nodes is not None and (nodes == 0 or limits.nodes == 1):
            return None, 0  # the player's search needs a node too
        before = self.solver.nodes
        seconds = 0 if clock.seconds is None else max(share * clock.left(), 0.001)
        lower, upper, move = self.solver.solve(
            position.state, self.guess(position), nodes, seconds, stop
        )
        proof = None
        if move is not None and lower == upper:
            self._margin = lower
            last = self.solver.nodes + LINE_NODES
            if limits.nodes is not None:
                last = min(last, before + int(limits.nodes * self._unit))
            proof = self._proof(position, format_move(move), lower, last, clock, stop)
        # The solver exceeds its share by a few nodes until it polls; they are not counted.
        return proof, max(1, int((self.solver.nodes - before) / self._unit))

    def prove_lines(
        self, position: Position, limits: SearchLimits, clock: SearchClock, stop: StopFlag
    ) -> tuple[list[Proof], int]:
        """Return the solutions of the best moves, best first, and the nodes used.

        There are as many as `limits.multipv` asks for, or the best one alone if the limits are not
        enough for the others, or none.
        """
        best, spent = self.prove(position, limits, clock, stop)
        if best is None or limits.multipv == 1:
            return [best] if best else [], spent
        begin = self.solver.nodes
        nodes = math.inf if limits.nodes is None else (limits.nodes - spent) * self._unit
        last = begin + OTHERS_SHARE * nodes
        end = clock.spent() + OTHERS_SHARE * clock.left()
        others: list[Proof] = []
        for move in position.legal():
            if move != best.line[0]:
                proof = self._prove_move(position, move, best.margin, last, end, clock, stop)
                if proof is None:
                    others = []
                    break
                others.append(proof)
        sign = 1 if position.to_move == 1 else -1
        others.sort(key=lambda proof: -sign * proof.margin)
        spent += int((self.solver.nodes - begin) / self._unit)
        return [best, *others][: limits.multipv], spent

    def _prove_move(
        self,
        position: Position,
        move: str,
        guess: int,
        last: float,
        end: float,
        clock: SearchClock,
        stop: StopFlag,
    ) -> Proof | None:
        """Return the solution after a move, None if it takes too long.

        That is, more of the solver's nodes, all of them together, than `last`, or more seconds of
        the clock than `end`.
        """
        after = position.copy()
        after.apply(move)
        if after.is_over:
            scores = after.scores()
            return Proof((move,), scores[0] - scores[1], scores)
        if self.solver.nodes >= last or clock.spent() >= end:
            return None
        nodes = 0 if last == math.inf else math.ceil(last - self.solver.nodes)
        seconds = 0 if end == math.inf else max(end - clock.spent(), 0.001)
        lower, upper, _ = self.solver.solve(after.state, guess, nodes, seconds, stop)
        if lower < upper:
            return None
        line_end = math.ceil(min(last, self.solver.nodes + LINE_NODES))
        return self._proof(position, move, lower, line_end, clock, stop)

    def guess(self, position: Position) -> int:
        """Return the last margin found, or the one that the evaluation expects."""
        if self._margin is not None:
            return self._margin
        points, _ = evaluate(position.state, load_weights(PLAYERS))
        return round(points[0] - points[1])

    def _proof(
        self,
        position: Position,
        move: str,
        margin: int,
        last: int,
        clock: SearchClock,
        stop: StopFlag,
    ) -> Proof:
        """Return the proof of the margin after a move with as much of the line as is found quickly.

        The solver's nodes, all of them together, go up to `last`.
        """
        line = [move]
        position = position.copy()
        position.apply(move)
        while not position.is_over and self.solver.nodes < last:
            seconds = 0 if clock.seconds is None else max(clock.left() / 2, 0.001)
            lower, upper, number = self.solver.solve(
                position.state, margin, last - self.solver.nodes, seconds, stop
            )
            if number is None or lower < upper:
                break
            line.append(format_move(number))
            position.apply(line[-1])
        return Proof(tuple(line), margin, position.scores() if position.is_over else None)


def workers_in_hand(position: Position) -> int:
    """Return how many workers the players in Phase I can still place."""
    return sum(seat.active for seat in position.board().seats if seat.phase == "I")
