"""Searches a turn to depth 1, 2, 3 … for `expectimax`, and late in a turn for `mcts`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Info, thousandths
from spyrium_ai.engine.builtin.search_report import report_ranked
from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.search.expectimax import MAX_DEPTH, Expectimax
from spyrium_ai.search.stop_flag import StopFlag

if TYPE_CHECKING:
    from spyrium_ai.engine.builtin.task import Task


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
    """

    search: Expectimax
    task: Task
    count: int = 1
    solved: Sequence[Info] = ()
    spent: int = 0
    helpers: Sequence[Expectimax] = ()

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
        for depth in range(1, self._deepest() + 1):
            complete, found = self._lines(depth)
            # Lines of different depths cannot be compared; a single one that is new is better.
            is_new = self.count == 1 and found and lines and found[0].pv[0] != lines[0].pv[0]
            if found and (complete or not lines or is_new):
                lines = found
                report_ranked(task.report, lines, task.limits.multipv)
            if not complete or task.clock.left() <= 0:
                break
        return lines

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

    def _nodes(self) -> int:
        """Return the limit of each search, 0 for none."""
        limits = self.task.limits
        if limits.infinite or not limits.nodes:
            return 0
        return max(1, (limits.nodes - self.spent) // (1 + len(self.helpers)))

    def _info(self, line: list[int], depth: int) -> Info:
        shares, points = self.search.expect(line)
        return Info(
            nodes=self.spent + sum(search.nodes for search in (self.search, *self.helpers)),
            time=self.task.clock.milliseconds(),
            depth=depth,
            values=thousandths(shares),
            points=tuple(round(p, 1) for p in points),
            pv=tuple(map(format_move, line)),
        )
