"""Searches a turn to depth 1, 2, 3 … for `expectimax`, and late in a turn for `mcts`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Info, thousandths
from spyrium_ai.engine.builtin.search_report import report_ranked
from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.search.expectimax import MAX_DEPTH, Expectimax
from spyrium_ai.search.stop_flag import StopFlag

if TYPE_CHECKING:
    from spyrium_ai.engine.builtin.next_turn_judge import NextTurnJudge
    from spyrium_ai.engine.builtin.task import Task

# A line to the turn's end is settled at a depth of so many plies past it, or when so much of a
# limit is used.
SETTLED_PLIES, SETTLED_SHARE = 12, 0.4
# Beside it so many lines at most are judged, which bring less by at most so much of a win; they are
# looked for until so much of a limit is used.
MOST_CLOSE, CLOSE, CLOSE_SHARE = 5, 0.08, 0.6


@dataclass(frozen=True)
class TurnSearch:
    """One search of a position, to each depth in turn.

    Attributes:
        search: has begun with the position.
        count: lines that are asked for.
        solved: those among them that the endgame solver has found, best first.
        spent: nodes of the limit that the solver has used.
        helpers: have begun with the position too, and share the tables of `search`. Each searches
            in a thread of its own, so that the tables know more when `search` comes to a depth
            (lazy SMP).
        judge: tells the best lines apart once the turn has been searched to its end.
    """

    search: Expectimax
    task: Task
    count: int = 1
    solved: Sequence[Info] = ()
    spent: int = 0
    helpers: Sequence[Expectimax] = ()
    judge: NextTurnJudge | None = None

    def best_move(self) -> str:
        """Return the first move of the deepest search; report the lines of each depth.

        For further lines the root is searched again at each depth, without the moves found so far.
        """
        with self._helped():
            return self._deepen()[0].pv[0]

    def _deepen(self) -> list[Info]:
        """Return the lines of the deepest search, best first."""
        task = self.task
        lines: list[Info] = []
        judge = self.judge
        for depth in range(1, self._deepest() + 1):
            complete, found = self._lines(depth)
            # Lines of different depths cannot be compared; a single one that is new is better.
            is_new = self.count == 1 and found and lines and found[0].pv[0] != lines[0].pv[0]
            if found and (complete or not lines or is_new):
                lines = found
                report_ranked(task.report, lines, task.limits.multipv)
            if not complete or task.clock.left() <= 0:
                break
            if judge and self._is_settled(lines[0], depth):
                best = self._judged(judge, lines[0], depth)
                if best:
                    report_ranked(task.report, [best], task.limits.multipv)
                    return [best]
                judge = None
        return lines

    def _is_settled(self, best: Info, depth: int) -> bool:
        """Return whether the best line of a depth goes to the turn's end, and is to stay."""
        past_end = depth - len(best.pv)
        is_late = self.task.used(best.nodes) > SETTLED_SHARE
        return past_end >= SETTLED_PLIES or (past_end > 0 and is_late)

    def _judged(self, judge: NextTurnJudge, best: Info, depth: int) -> Info | None:
        """Return what is best of the best line and those close to it; None if none is."""
        position = self.task.position
        lines = [list(map(parse_move, best.pv)), *self._close_lines(best, depth)]
        candidates = judge.candidates(position, lines)
        if len(candidates) == 1:
            return None
        chosen, nodes = judge.best(candidates, self.task, self._searched())
        share = chosen.share if position.to_move == 1 else 1 - chosen.share
        info = self._info(list(chosen.line), depth)
        return replace(info, nodes=nodes, values=thousandths([share, 1 - share]))

    def _close_lines(self, best: Info, depth: int) -> Iterator[list[int]]:
        """Yield the lines that begin with other moves and are nearly as good, best first."""
        task, share = self.task, self.search.share
        without = [parse_move(best.pv[0])]
        while len(without) < min(1 + MOST_CLOSE, len(task.position.legal())):
            used = task.used(self._searched())
            if used >= CLOSE_SHARE:
                return
            nodes = int(CLOSE_SHARE * self._nodes())
            seconds = (CLOSE_SHARE - used) * (task.clock.seconds or 0)
            complete, line = self.search.search_depth(depth, nodes, seconds, task.stop, without)
            if not complete or self.search.share < share - CLOSE:
                return
            without.append(line[0])
            yield line

    @contextmanager
    def _helped(self) -> Iterator[None]:
        """Let the helpers search until the end of the `with` block."""
        if not self.helpers:
            yield
            return
        done = StopFlag()
        with ThreadPoolExecutor(len(self.helpers)) as pool:
            runs = [
                pool.submit(self._help, helper, 2 + number % 2, done)
                for number, helper in enumerate(self.helpers)
            ]
            try:
                yield
            finally:
                done.set()
        for run in runs:
            run.result()  # raises what went wrong

    def _help(self, helper: Expectimax, first: int, done: StopFlag) -> None:
        """Search to depth `first` and on: ahead of the search that is helped."""
        for depth in range(first, self._deepest() + 1):
            complete, _ = helper.search_depth(depth, self._nodes(), 0, done)
            if not complete:
                return

    def _deepest(self) -> int:
        limits = self.task.limits
        if limits.infinite:
            return MAX_DEPTH
        if limits.clock and len(self.task.position.legal()) == 1:
            return 1  # what is saved on a clock is there for later moves
        return min(limits.depth or MAX_DEPTH, MAX_DEPTH)

    def _lines(self, depth: int) -> tuple[bool, list[Info]]:
        """Search the lines to a depth.

        Returns whether all are complete, and the lines, best first, the solved one included. Of
        those that are not complete only the first is returned, if it has a move.
        """
        task, found = self.task, list[tuple[float, Info]]()
        without = [parse_move(info.pv[0]) for info in self.solved]
        nodes = self._nodes()
        while len(without) < self.count:
            seconds = 0 if task.clock.seconds is None else max(task.clock.left(), 0.001)
            complete, line = self.search.search_depth(depth, nodes, seconds, task.stop, without)
            if line and (complete or not found):
                found.append((self.search.share, self._info(line, depth)))
                without.append(line[0])
            if not complete:
                return False, [*self.solved, *(info for _, info in found)]
        found.sort(key=lambda line: -line[0])
        return True, [*self.solved, *(info for _, info in found)]

    def _searched(self) -> int:
        """Return the nodes used."""
        return self.spent + sum(search.nodes for search in (self.search, *self.helpers))

    def _nodes(self) -> int:
        """Return the limit of each search, 0 for none."""
        limits = self.task.limits
        if limits.infinite or not limits.nodes:
            return 0
        return max(1, (limits.nodes - self.spent) // (1 + len(self.helpers)))

    def _info(self, line: list[int], depth: int) -> Info:
        shares, points = self.search.expect(line)
        return Info(
            nodes=self._searched(),
            time=self.task.clock.milliseconds(),
            depth=depth,
            values=thousandths(shares),
            points=tuple(round(p, 1) for p in points),
            pv=tuple(map(format_move, line)),
        )
