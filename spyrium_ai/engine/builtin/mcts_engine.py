"""The engine `mcts`: Monte Carlo tree search with value networks (docs/search.md)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Report
from spyrium_ai.engine.builtin.depth_searches import DepthSearches
from spyrium_ai.engine.builtin.network_options import (
    NETWORKS,
    POLICY,
    chosen_net,
    chosen_policy,
)
from spyrium_ai.engine.builtin.search_report import Line, ranked, report_lines
from spyrium_ai.engine.builtin.task import Task
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import (
    MEBIBYTE,
    SEED,
    Option,
    limit_options,
    memory_option,
    threads_option,
)
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.search.evaluation.turn_rollout import VALUES
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.mcts import (
    BEFORE_DEALS,
    EXPLORATION,
    FIRST_PLAY,
    TEMPERATURE,
    Search,
)
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

# With two players the searches by depths have this share of the memory.
DEPTHS_MEMORY = 0.25
# Minimum memory of a thread, in bytes.
LEAST_MEMORY = 2**18
# Time between two reports, in seconds: it grows from the first to the second.
FIRST_SLICE, LONGEST_SLICE = 0.05, 1.0


class MctsEngine(Engine):
    """Searches the turn and, through sampled deals, what comes after it.

    With one thread the same seed, position history and node limit give the same move. More threads
    grow one tree together, each with a share of the nodes, and which of them comes first is left to
    chance. If the memory does not suffice for so many threads, fewer search.
    """

    name = "mcts"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (
        SEED,
        *limit_options(nodes=0, movetime=1000),
        threads_option(),
        memory_option(256),
        Option("exploration", "real", EXPLORATION, 0, 100),
        Option("temperature", "real", TEMPERATURE, 0.01, 1000),
        Option("firstplay", "real", FIRST_PLAY, 0, 1),
        Option("dealsafter", "spin", BEFORE_DEALS, 1, 10**9),
        POLICY,
        NETWORKS,
        Option("value", "combo", VALUES[0], choices=VALUES),
    )

    def __init__(self) -> None:
        super().__init__()
        self._search: Search | None = None
        self._threads = 1  # of the search
        self._by_depths: DepthSearches | None = None
        self._players = 0

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: ARG002
        """Drop the tree."""
        self._search = None
        self._by_depths = None
        self._players = players

    def option_set(self, name: str) -> None:
        """Drop the tree, which was built with other options."""
        if name != "seed":
            self._search = None
            self._by_depths = None

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the best move of the search that plays the position best."""
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        task = Task(position, limits, clock, stop, report)
        if position.players != self._players:
            self.new_game(position.players, None)
        move, spent = self._searches().best_move(task)
        if move is not None:
            return move
        search = self._search = self._search or self._make_search()
        if limits.depth is not None:
            search.clear()  # what is kept may go deeper
        search.begin(position.state, derive("mcts", self.values["seed"], position.key, 0))
        return self._run(search, task, spent)

    def _searches(self) -> DepthSearches:
        if self._by_depths is None:
            memory = int(DEPTHS_MEMORY * self.values["memory"] * MEBIBYTE)
            self._by_depths = DepthSearches(self.values, memory, self._threads_within(memory))
        return self._by_depths

    def _threads_within(self, memory: int) -> int:
        threads: int = self.values["threads"]
        return min(threads, max(1, memory // LEAST_MEMORY))

    def _make_search(self) -> Search:
        players = self._players
        share = 1 - DEPTHS_MEMORY if players == 2 else 1
        memory = int(share * self.values["memory"] * MEBIBYTE)
        self._threads = self._threads_within(memory)
        return Search(
            load_weights(players),
            chosen_net(self.values, players),
            memory,
            exploration=self.values["exploration"],
            temperature=self.values["temperature"],
            first_play=self.values["firstplay"],
            before_deals=self.values["dealsafter"],
            value=VALUES.index(self.values["value"]),
            policy=chosen_policy(self.values, players),
            threads=self._threads,
        )

    def _run(self, search: Search, task: Task, spent: int) -> str:
        """Search in slices with a report after each, until the first limit.

        `spent`: nodes of the limit that the endgame solver has used.
        """
        position, limits, clock = task.position, task.limits, task.clock
        nodes = None
        if not limits.infinite and limits.nodes is not None:
            nodes = max(1, limits.nodes - spent)
        count = self._threads
        left = [None if nodes is None else (nodes + i) // count for i in range(count)]
        deepest = 0 if limits.infinite else limits.depth or 0
        made, seconds = spent, FIRST_SLICE
        while True:
            # What is saved on a clock is there for later moves. Lines shown beside the best one are
            # searched to the end.
            timed = clock.left() if limits.clock and limits.multipv == 1 else 0
            time = max(min(seconds, clock.left()), 0.001)
            made += _run_slice(search, left, deepest, time, timed, task.stop)
            best = ranked(_lines(search), position.to_move)
            shown = [self._with_points(line, position) for line in best[: limits.multipv]]
            report_lines(task.report, shown, limits.multipv, clock, made, search.deepest)
            if (
                task.stop.is_set()
                or clock.left() <= 0
                or search.is_decided
                or all(nodes == 0 for nodes in left)
            ):
                return format_move(best[0].moves[0])
            seconds = min(2 * seconds, LONGEST_SLICE)

    def _with_points(self, line: Line, position: Position) -> Line:
        """Return the line with the points that each seat can expect at its end."""
        players = self._players
        _, points = line_value(
            position.state,
            line.moves,
            load_weights(players),
            chosen_net(self.values, players),
            self.values["seed"],
            chosen_policy(self.values, players),
        )
        return line._replace(points=points)


def _run_slice(
    search: Search,
    left: list[int | None],
    depth: int,
    seconds: float,
    timed: float,
    stop: StopFlag,
) -> int:
    """Run all threads for some seconds; return the simulations, and subtract them from `left`.

    Args:
        search: the tree that they grow.
        left: simulations of each thread, None without a limit.
        depth: the depth limit in plies, 0 for none.
        seconds: until the next report.
        timed: the seconds left, if the search may end as soon as its choice is certain; else 0.
        stop: ends it at once.
    """

    def run(thread: int) -> int:
        nodes = left[thread]
        if nodes == 0:
            return 0
        made = search.run(nodes or 0, seconds, stop, timed, depth, thread)
        left[thread] = None if nodes is None else nodes - made
        return made

    if len(left) == 1:
        return run(0)
    with ThreadPoolExecutor(len(left)) as pool:
        return sum(pool.map(run, range(len(left))))


def _lines(search: Search) -> list[Line]:
    """Return the root's moves with what was found of them, in the order of their numbers."""
    return [
        Line(search.line(move), visits, shares) for move, visits, shares in sorted(search.moves())
    ]
