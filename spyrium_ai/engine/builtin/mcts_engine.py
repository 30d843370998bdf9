"""The engine `mcts`: Monte Carlo tree search with the heuristic's evaluation (docs/search.md)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Report
from spyrium_ai.engine.builtin.endgame_prover import EndgameProver
from spyrium_ai.engine.builtin.policy_option import POLICY, chosen_policy
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
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

# The endgame solver has this share of the memory; so many of its nodes take as long as a
# simulation.
SOLVER_MEMORY, SOLVER_NODES = 0.25, 32
# Minimum size of a tree, in bytes: it holds the greatest number of moves of a position.
LEAST_MEMORY = 2**18
# Time between two reports, in seconds: it grows from the first to the second.
FIRST_SLICE, LONGEST_SLICE = 0.05, 1.0


class MctsEngine(Engine):
    """Searches the turn and, through sampled deals, what comes after it.

    The same seed, position history and node limit give the same move. Each thread has its own tree
    and a share of the nodes; the visits are added up. If the memory does not suffice for so many
    trees, fewer threads search.
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
        Option("value", "combo", VALUES[0], choices=VALUES),
    )

    def __init__(self) -> None:
        super().__init__()
        self._searches: list[Search] = []
        self._endgame: EndgameProver | None = None
        self._players = 0

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: ARG002
        """Drop the trees."""
        self._searches = []
        self._endgame = None
        self._players = players

    def option_set(self, name: str) -> None:
        """Drop the trees, which were built with other options."""
        if name != "seed":
            self._searches = []
            self._endgame = None

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the solved move if there is one, else the move with the most visits."""
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        spent = 0
        if position.players != self._players:
            self.new_game(position.players, None)
        # Lines shown beside the best one come from the search alone.
        if limits.multipv == 1 and EndgameProver.covers(position, limits):
            proof, spent = self._solver().prove(position, limits, clock, stop)
            if proof:
                report(proof.info(spent, round(1000 * clock.spent())))
                return proof.line[0]
        if not self._searches:
            self._searches = self._make_searches()
        for number, search in enumerate(self._searches):
            if limits.depth is not None:
                search.clear()  # what is kept may go deeper
            search.begin(position.state, derive("mcts", self.values["seed"], position.key, number))
        return self._search(position, limits, clock, spent, stop, report)

    def _solver(self) -> EndgameProver:
        if self._endgame is None:
            memory = int(SOLVER_MEMORY * self.values["memory"] * MEBIBYTE)
            self._endgame = EndgameProver(memory, SOLVER_NODES)
        return self._endgame

    def _make_searches(self) -> list[Search]:
        players = self._players
        share = 1 - SOLVER_MEMORY if players == 2 else 1
        memory = int(share * self.values["memory"] * MEBIBYTE)
        count = min(self.values["threads"], max(1, memory // LEAST_MEMORY))
        return [
            Search(
                load_weights(players),
                load_net(players),
                memory // count,
                exploration=self.values["exploration"],
                temperature=self.values["temperature"],
                first_play=self.values["firstplay"],
                before_deals=self.values["dealsafter"],
                value=VALUES.index(self.values["value"]),
                policy=chosen_policy(self.values["policy"], players),
            )
            for _ in range(count)
        ]

    def _search(
        self,
        position: Position,
        limits: SearchLimits,
        clock: SearchClock,
        spent: int,
        stop: StopFlag,
        report: Report,
    ) -> str:
        """Search in slices with a report after each, until the first limit.

        `spent`: nodes of the limit that the endgame solver has used.
        """
        count = len(self._searches)
        nodes = None
        if not limits.infinite and limits.nodes is not None:
            nodes = max(1, limits.nodes - spent)
        # Every tree has its own share of the nodes, so that the slices do not change the trees.
        left = [None if nodes is None else (nodes + i) // count for i in range(count)]
        deepest = 0 if limits.infinite else limits.depth or 0
        made, seconds = spent, FIRST_SLICE
        while True:
            # What is saved on a clock is there for later moves. Lines shown beside the best one are
            # searched to the end.
            timed = clock.left() if limits.clock and limits.multipv == 1 else 0
            time = max(min(seconds, clock.left()), 0.001)
            made += self._run_slice(left, deepest, time, timed, stop)
            best = ranked(self._lines(), position.to_move)
            depth = max(search.deepest for search in self._searches)
            shown = [self._with_points(line, position) for line in best[: limits.multipv]]
            report_lines(report, shown, limits.multipv, clock, made, depth)
            if stop.is_set() or clock.left() <= 0 or self._finished(left):
                return format_move(best[0].moves[0])
            seconds = min(2 * seconds, LONGEST_SLICE)

    def _with_points(self, line: Line, position: Position) -> Line:
        """Return the line with the points that each seat can expect at its end."""
        players = self._players
        _, points = line_value(
            position.state,
            line.moves,
            load_weights(players),
            load_net(players),
            self.values["seed"],
            chosen_policy(self.values["policy"], players),
        )
        return line._replace(points=points)

    def _finished(self, left: list[int | None]) -> bool:
        """Return whether every search has used its nodes or is decided."""
        return all(
            nodes == 0 or search.is_decided
            for nodes, search in zip(left, self._searches, strict=True)
        )

    def _run_slice(
        self, left: list[int | None], depth: int, seconds: float, timed: float, stop: StopFlag
    ) -> int:
        """Run all searches for some seconds; return the simulations, and subtract them from `left`.

        `depth`: the depth limit in plies, 0 for none.
        `timed`: the seconds left, if the search may end as soon as its choice is certain; else 0.
        """

        def run(number: int) -> int:
            nodes, search = left[number], self._searches[number]
            if nodes == 0 or search.is_decided:
                return 0
            made = search.run(nodes or 0, seconds, stop, timed, depth)
            left[number] = None if nodes is None else nodes - made
            return made

        if len(self._searches) == 1:
            return run(0)
        with ThreadPoolExecutor(len(self._searches)) as pool:
            return sum(pool.map(run, range(len(self._searches))))

    def _lines(self) -> list[Line]:
        """Return the root's moves with the visits of all trees together."""
        roots = [search.moves() for search in self._searches]
        lines = []
        for entries in zip(*(sorted(root) for root in roots), strict=True):
            move = entries[0][0]
            visits = sum(entry[1] for entry in entries)
            lines.append((move, visits, _mean(entries, visits)))
        return [
            Line(self._searches[0].line(move), visits, shares) for move, visits, shares in lines
        ]


def _mean(entries: tuple[tuple[int, int, list[float]], ...], visits: int) -> list[float]:
    """Return the mean win shares by seat, weighted by visits; zeros without visits."""
    seats = range(len(entries[0][2]))
    return [sum(entry[1] * entry[2][seat] for entry in entries) / max(1, visits) for seat in seats]
