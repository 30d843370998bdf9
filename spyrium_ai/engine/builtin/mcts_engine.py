"""The engine `mcts`: Monte Carlo tree search with the heuristic's evaluation (docs/search.md)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Report
from spyrium_ai.engine.builtin.endgame_prover import OPEN_SHARE, EndgameProver, workers_in_hand
from spyrium_ai.engine.builtin.endgame_search import Budget, Judges, search_endgame
from spyrium_ai.engine.builtin.network_options import (
    NETWORKS,
    POLICY,
    chosen_net,
    chosen_policy,
)
from spyrium_ai.engine.builtin.search_report import Line, ranked, report_lines
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
    from spyrium_ai.search.evaluation.policy_net import Policy
    from spyrium_ai.search.stop_flag import StopFlag

# The endgame solver has this share of the memory; so many of its nodes take as long as a
# simulation.
SOLVER_MEMORY, SOLVER_NODES = 0.25, 32
# With less, or with more workers in hand, the tree search plays the last turn better than the
# search by depths.
ENDGAME_NODES, ENDGAME_SECONDS, ENDGAME_HANDS = 25_000, 0.25, 6
# What the solver gets before a search by depths, which uses what the solver has found, and finds
# what takes the solver little longer.
ENDGAME_PROOF = 0.03
# Minimum memory of a thread, in bytes.
LEAST_MEMORY = 2**18
# Time between two reports, in seconds: it grows from the first to the second.
FIRST_SLICE, LONGEST_SLICE = 0.05, 1.0


@dataclass(frozen=True)
class Task:
    """What `choose` is asked, and the clock that runs for it."""

    position: Position
    limits: SearchLimits
    clock: SearchClock
    stop: StopFlag
    report: Report


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
        self._endgame: EndgameProver | None = None
        self._players = 0

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: ARG002
        """Drop the tree."""
        self._search = None
        self._endgame = None
        self._players = players

    def option_set(self, name: str) -> None:
        """Drop the tree, which was built with other options."""
        if name != "seed":
            self._search = None
            self._endgame = None

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the solved move if there is one, else the best one that a search has found."""
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        task = Task(position, limits, clock, stop, report)
        spent = 0
        if position.players != self._players:
            self.new_game(position.players, None)
        # Lines shown beside the best one come from the tree search alone.
        if limits.multipv == 1 and EndgameProver.covers(position, limits):
            policy = self._endgame_policy(task)
            share = ENDGAME_PROOF if policy else OPEN_SHARE
            proof, spent = self._prover().prove(position, limits, clock, stop, share)
            if proof:
                report(proof.info(spent, round(1000 * clock.spent())))
                return proof.line[0]
            if policy:
                return self._search_endgame(task, spent, policy)
        search = self._search = self._search or self._make_search()
        if limits.depth is not None:
            search.clear()  # what is kept may go deeper
        search.begin(position.state, derive("mcts", self.values["seed"], position.key, 0))
        return self._run(search, task, spent)

    def _prover(self) -> EndgameProver:
        if self._endgame is None:
            memory = int(SOLVER_MEMORY * self.values["memory"] * MEBIBYTE)
            policy = chosen_policy(self.values, self._players)
            self._endgame = EndgameProver(memory, SOLVER_NODES, policy)
        return self._endgame

    def _endgame_policy(self, task: Task) -> Policy | None:
        """Return the network for a search by depths, None where the tree search is better."""
        nodes = task.limits.nodes
        is_late = workers_in_hand(task.position) <= ENDGAME_HANDS
        is_long = task.clock.left() >= ENDGAME_SECONDS
        if is_late and is_long and (nodes is None or nodes >= ENDGAME_NODES):
            return chosen_policy(self.values, self._players)
        return None

    def _search_endgame(self, task: Task, spent: int, policy: Policy) -> str:
        """Search the last turn of two players by depths, after `spent` nodes of the limit."""
        prover, players = self._prover(), self._players
        budget = Budget(prover.solver, task.limits, task.clock, spent)
        judges = Judges(load_weights(players), chosen_net(self.values, players), policy)
        guess = prover.guess(task.position)
        return search_endgame(
            prover.solver, task.position, guess, budget, task.stop, judges, task.report
        )

    def _make_search(self) -> Search:
        players = self._players
        share = 1 - SOLVER_MEMORY if players == 2 else 1
        memory = int(share * self.values["memory"] * MEBIBYTE)
        self._threads = min(self.values["threads"], max(1, memory // LEAST_MEMORY))
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
