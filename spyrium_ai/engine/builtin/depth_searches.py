"""What `mcts` does not leave to its tree: the last turn is solved, late decisions go by depths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spyrium_ai.engine.builtin.endgame_prover import (
    OPEN_SHARE,
    PLAYERS,
    EndgameProver,
    workers_in_hand,
)
from spyrium_ai.engine.builtin.endgame_search import Budget, Judges, search_endgame
from spyrium_ai.engine.builtin.network_options import chosen_net, chosen_policy
from spyrium_ai.engine.builtin.next_turn_judge import NextTurnJudge
from spyrium_ai.engine.builtin.turn_search import TurnSearch
from spyrium_ai.search.evaluation.turn_rollout import VALUES
from spyrium_ai.search.expectimax import Expectimax
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive

if TYPE_CHECKING:
    from spyrium_ai.engine.builtin.task import Task
    from spyrium_ai.search.evaluation.policy_net import Policy

# So many nodes of the endgame solver take as long as a simulation.
SOLVER_NODES = 32
# What the solver gets before a search by depths, which uses what the solver has found, and finds
# what takes the solver little longer.
ENDGAME_PROOF = 0.03
# Share of the memory for what judges the ends of a turn.
JUDGE_MEMORY = 0.125


@dataclass(frozen=True)
class Threshold:
    """From where on a search by depths plays better than the tree search.

    Attributes:
        nodes: least limit.
        seconds: least time left.
        hands: most workers in hand of the players in Phase I, all together.
    """

    nodes: int
    seconds: float
    hands: int

    def allows(self, task: Task) -> bool:
        """Return whether so late a decision has limits so large."""
        nodes = task.limits.nodes
        is_late = workers_in_hand(task.position) <= self.hands
        is_long = task.clock.left() >= self.seconds
        return is_late and is_long and (nodes is None or nodes >= self.nodes)


TURN, ENDGAME = Threshold(25_000, 0.08, 6), Threshold(25_000, 0.04, 6)


class DepthSearches:
    """Plays decisions of one game of two players; keeps its tables from move to move.

    Args:
        values: of the engine's options.
        memory: maximum size of the tables, in bytes. Either the last turn or the others have it.
        threads: that search together before the last turn.
    """

    def __init__(self, values: dict[str, Any], memory: int, threads: int) -> None:
        self._values = values
        self._memory = memory
        self._threads = threads
        self._endgame: EndgameProver | None = None
        self._turn: list[Expectimax] = []  # one for each thread
        self._judge: NextTurnJudge | None = None

    @property
    def _policy(self) -> Policy | None:
        """The network is loaded for two players only."""
        return chosen_policy(self._values, PLAYERS)

    def best_move(self, task: Task) -> tuple[str | None, int]:
        """Return the move, None where the tree search plays better, and the nodes used for it."""
        position, limits = task.position, task.limits
        # Lines shown beside the best one come from the tree search alone.
        if position.players != PLAYERS or limits.multipv > 1:
            return None, 0
        if EndgameProver.covers(position, limits):
            return self._play_last_turn(task)
        if self._is_for_depths(task):
            return self._play_turn(task), 0
        return None, 0

    def _is_for_depths(self, task: Task) -> bool:
        """Return whether a decision of an earlier turn is better searched by depths."""
        limits, values = task.limits, self._values
        is_limited = not limits.infinite and limits.depth is None
        is_usual = self._policy and values["value"] == VALUES[0]
        return bool(is_usual and is_limited and TURN.allows(task))

    def _play_last_turn(self, task: Task) -> tuple[str | None, int]:
        policy = self._policy if ENDGAME.allows(task) else None
        share = ENDGAME_PROOF if policy else OPEN_SHARE
        prover = self._prover()
        proof, spent = prover.prove(task.position, task.limits, task.clock, task.stop, share)
        if proof:
            task.report(proof.info(spent, task.clock.milliseconds()))
            return proof.line[0], spent
        return self._search_last_turn(task, spent, policy) if policy else None, spent

    def _search_last_turn(self, task: Task, spent: int, policy: Policy) -> str:
        """Search by depths, after `spent` nodes of the limit."""
        prover = self._prover()
        budget = Budget(prover.solver, task.limits, task.clock, spent)
        judges = Judges(load_weights(PLAYERS), chosen_net(self._values, PLAYERS), policy)
        guess = prover.guess(task.position)
        return search_endgame(
            prover.solver, task.position, guess, budget, task.stop, judges, task.report
        )

    def _play_turn(self, task: Task) -> str:
        searches = self._searches()
        seed = derive("mcts", self._values["seed"], task.position.key)
        for search in searches:
            search.begin(task.position.state, seed)
        return TurnSearch(searches[0], task, helpers=searches[1:], judge=self._judge).best_move()

    def _prover(self) -> EndgameProver:
        if self._endgame is None:
            self._turn, self._judge = [], None
            self._endgame = EndgameProver(self._memory, SOLVER_NODES, self._policy)
        return self._endgame

    def _searches(self) -> list[Expectimax]:
        if not self._turn:
            self._endgame = None
            for _ in range(self._threads):
                self._turn.append(self._make_search(self._turn[0] if self._turn else None))
            self._judge = self._make_judge()
        return self._turn

    def _make_search(self, beside: Expectimax | None) -> Expectimax:
        net = chosen_net(self._values, PLAYERS)
        memory = int((1 - JUDGE_MEMORY) * self._memory)
        return Expectimax(load_weights(PLAYERS), net, memory, policy=self._policy, beside=beside)

    def _make_judge(self) -> NextTurnJudge | None:
        if self._policy is None:
            return None
        net = chosen_net(self._values, PLAYERS)
        memory = int(JUDGE_MEMORY * self._memory)
        return NextTurnJudge(load_weights(PLAYERS), net, self._policy, memory, self._values["seed"])
