"""The engine `expectimax`: iterative deepening within the turn, and past it (docs/search.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Info, Report, thousandths
from spyrium_ai.engine.builtin.endgame_prover import EndgameProver
from spyrium_ai.engine.builtin.network_options import (
    NETWORKS,
    POLICY,
    chosen_net,
    chosen_policy,
)
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import MEBIBYTE, SEED, Option, limit_options, memory_option
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.move_notation import format_move, parse_move
from spyrium_ai.search.expectimax import MAX_DEPTH, MOST_DEALS, Expectimax
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

# The endgame solver has this share of the memory; so many of its nodes take as long as one of ours.
SOLVER_MEMORY, SOLVER_NODES = 0.5, 6


@dataclass(frozen=True)
class Deepening:
    """What is searched to each depth, one after the other.

    Attributes:
        count: lines that are asked for.
        solved: those among them that the endgame solver has found, best first.
        nodes: the limit of the search, 0 for none.
        spent: nodes that the solver has used.
    """

    count: int
    solved: list[Info]
    nodes: int
    spent: int
    clock: SearchClock
    stop: StopFlag


class ExpectimaxEngine(Engine):
    """Alpha-beta for two players; for more, max^n or paranoid search.

    The same seed, position history and node limit give the same move.
    """

    name = "expectimax"
    author = "the spyrium-ai developers"
    version = full_version()
    options = (
        SEED,
        *limit_options(nodes=0, movetime=1000),
        memory_option(128),
        Option("width", "real", 4, 0.01, 1000),
        Option("paranoid", "check", default=False),
        POLICY,
        NETWORKS,
        Option("deals", "spin", 0, 0, MOST_DEALS),
    )

    def __init__(self) -> None:
        super().__init__()
        self._players = 0
        self._forget()

    def new_game(self, players: int, seat: int | None) -> None:  # noqa: ARG002
        """Clear the transposition tables."""
        self._forget()
        self._players = players

    def option_set(self, name: str) -> None:
        """Clear the transposition tables, which were filled with other options."""
        if name != "seed" or self.values["deals"]:
            self._forget()

    def _forget(self) -> None:
        self._search: Expectimax | None = None
        self._endgame: EndgameProver | None = None

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        """Return the solved move if there is one, else the best of the deepest search.

        For further lines the root is searched again at each depth, without the moves found so far.
        """
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        nodes = 0 if limits.infinite else limits.nodes or 0
        spent, solved = 0, list[Info]()
        count = min(limits.multipv, len(position.legal()))
        if position.players != self._players:
            self.new_game(position.players, None)
        if EndgameProver.covers(position, limits):
            proofs, spent = self._solver().prove_lines(position, limits, clock, stop)
            solved = [proof.info(spent, round(1000 * clock.spent())) for proof in proofs]
            if len(solved) == count:
                _report(report, solved, limits.multipv)
                return solved[0].pv[0]
            nodes = max(1, nodes - spent) if nodes else 0
        self._searcher().begin(
            position.state, derive("expectimax", self.values["seed"], position.key)
        )
        deepest = MAX_DEPTH if limits.infinite else limits.depth or MAX_DEPTH
        deepening = Deepening(count, solved, nodes, spent, clock, stop)
        lines: list[Info] = []
        for depth in range(1, min(deepest, MAX_DEPTH) + 1):
            complete, found = self._lines(depth, deepening)
            # Lines of different depths cannot be compared; a single one that is new is better.
            is_new = count == 1 and found and lines and found[0].pv[0] != lines[0].pv[0]
            if found and (complete or not lines or is_new):
                lines = found
                _report(report, lines, limits.multipv)
            if not complete or clock.left() <= 0:
                break
        return lines[0].pv[0]

    def _lines(self, depth: int, deepening: Deepening) -> tuple[bool, list[Info]]:
        """Search the lines to a depth.

        Returns whether all are complete, and the lines, best first, the solved one included. Of
        those that are not complete only the first is returned, if it has a move.
        """
        search = self._searcher()
        found: list[tuple[float, Info]] = []
        without = [parse_move(info.pv[0]) for info in deepening.solved]
        while len(without) < deepening.count:
            seconds = 0 if deepening.clock.seconds is None else max(deepening.clock.left(), 0.001)
            complete, line = search.search_depth(
                depth, deepening.nodes, seconds, deepening.stop, without
            )
            if line and (complete or not found):
                found.append((search.share, _info(search, line, depth, deepening)))
                without.append(line[0])
            if not complete:
                return False, [*deepening.solved, *(info for _, info in found)]
        found.sort(key=lambda line: -line[0])
        return True, [*deepening.solved, *(info for _, info in found)]

    def _solver(self) -> EndgameProver:
        if self._endgame is None:
            memory = int(SOLVER_MEMORY * self.values["memory"] * MEBIBYTE)
            self._endgame = EndgameProver(memory, SOLVER_NODES)
        return self._endgame

    def _searcher(self) -> Expectimax:
        if self._search is None:
            players = self._players
            share = 1 - SOLVER_MEMORY if players == 2 else 1
            self._search = Expectimax(
                load_weights(players),
                chosen_net(self.values, players),
                int(share * self.values["memory"] * MEBIBYTE),
                paranoid=self.values["paranoid"],
                width=self.values["width"],
                deals=self.values["deals"],
                deal_seed=derive("deals", self.values["seed"]),
                policy=chosen_policy(self.values, players),
            )
        return self._search


def _info(search: Expectimax, line: list[int], depth: int, deepening: Deepening) -> Info:
    shares, points = search.expect(line)
    return Info(
        nodes=deepening.spent + search.nodes,
        time=round(1000 * deepening.clock.spent()),
        depth=depth,
        values=thousandths(shares),
        points=tuple(round(p, 1) for p in points),
        pv=tuple(map(format_move, line)),
    )


def _report(report: Report, lines: list[Info], multipv: int) -> None:
    """Report the lines, best first, ranked if `multipv` is above 1."""
    for rank, info in enumerate(lines, 1):
        report(replace(info, multipv=rank) if multipv > 1 else info)
