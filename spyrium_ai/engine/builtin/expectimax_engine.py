"""The engine `expectimax`: iterative deepening within the turn, and past it (docs/search.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spyrium_ai.engine.base import Engine, Info, Report
from spyrium_ai.engine.builtin.endgame_prover import EndgameProver
from spyrium_ai.engine.builtin.network_options import (
    NETWORKS,
    POLICY,
    chosen_net,
    chosen_policy,
)
from spyrium_ai.engine.builtin.search_report import report_ranked
from spyrium_ai.engine.builtin.task import Task
from spyrium_ai.engine.builtin.turn_search import TurnSearch
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import MEBIBYTE, SEED, Option, limit_options, memory_option
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.search.expectimax import BRS_PLUS, MOST_DEALS, RIVALS, Expectimax
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position
    from spyrium_ai.search.stop_flag import StopFlag

# The endgame solver has this share of the memory; so many of its nodes take as long as one of ours.
SOLVER_MEMORY, SOLVER_NODES = 0.5, 6


class ExpectimaxEngine(Engine):
    """Alpha-beta for two players; for more, best-reply search, max^n or paranoid search.

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
        Option("rivals", "combo", BRS_PLUS, choices=RIVALS),
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
        """Return the solved move if there is one, else the best of the deepest search."""
        limits = self.limits(limits)
        clock = SearchClock(limits, position)
        spent, solved = 0, list[Info]()
        count = min(limits.multipv, len(position.legal()))
        if position.players != self._players:
            self.new_game(position.players, None)
        if EndgameProver.covers(position, limits):
            proofs, spent = self._solver().prove_lines(position, limits, clock, stop)
            solved = [proof.info(spent, clock.milliseconds()) for proof in proofs]
            if len(solved) == count:
                report_ranked(report, solved, limits.multipv)
                return solved[0].pv[0]
        searcher = self._searcher()
        searcher.begin(position.state, derive("expectimax", self.values["seed"], position.key))
        task = Task(position, limits, clock, stop, report)
        return TurnSearch(searcher, task, count, solved, spent).best_move()

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
                rivals=self.values["rivals"],
                width=self.values["width"],
                deals=self.values["deals"],
                deal_seed=derive("deals", self.values["seed"]),
                policy=chosen_policy(self.values, players),
            )
        return self._search
