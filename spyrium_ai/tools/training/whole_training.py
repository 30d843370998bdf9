"""All weights from nothing: each part is trained with the parts before it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from spyrium_ai.search.weights import ENDGAME_FILE, FILE, NETS_FILE, POLICY_FILE
from spyrium_ai.tools.training import plan
from spyrium_ai.tools.training.calls import Compute, in_threads
from spyrium_ai.tools.training.chunk_files import ChunkFolder
from spyrium_ai.tools.training.endgame_training import EndgamePlan, EndgameTraining
from spyrium_ai.tools.training.heuristic_training import HeuristicPlan, HeuristicTraining
from spyrium_ai.tools.training.plan import TrainingPlan
from spyrium_ai.tools.training.policy_training import PolicyPlan, PolicyTraining
from spyrium_ai.tools.training.refine_training import RefinePlan, RefineTraining
from spyrium_ai.tools.training.training_run import ValueTraining
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import derive

# Is told of a part its name, its size and how much of it is done already; returns what gets the
# sizes of the pieces to come.
Begin = Callable[[str, int, int], Callable[[int], None]]


class WholePlan(NamedTuple):
    """The amount of work of all parts."""

    heuristic: HeuristicPlan
    values: tuple[TrainingPlan, ...]
    policy: PolicyPlan
    refine: RefinePlan
    refine_two: RefinePlan  # further, for two players alone
    refine_more: RefinePlan  # the value networks further, for more players
    refine_policy_of_two: RefinePlan  # the policy networks further, by longer searches
    refine_policy_of_more: RefinePlan  # the same for more players
    endgame: EndgamePlan


def whole_plan(players: tuple[int, ...], work: float, seed: int) -> WholePlan:
    """Return the plan for some numbers of players, with `work` times the usual games."""

    def part(usual: int) -> int:
        return max(plan.CHUNK, round(work * usual))

    return WholePlan(
        HeuristicPlan(players, part(plan.HEURISTIC_GAMES), plan.HEURISTIC_GENERATIONS, seed),
        tuple(
            TrainingPlan.of(
                count,
                part(plan.VALUE_GAMES),
                plan.DEALS,
                plan.VALUE_EPOCHS,
                part(plan.SEARCHED_GAMES),
                plan.SEARCHED_NODES,
                seed,
            )
            for count in players
        ),
        PolicyPlan(
            players,
            part(plan.DECISIONS),
            plan.POLICY_GENERATIONS,
            plan.DECISION_NODES,
            plan.POLICY_EPOCHS,
            seed,
        ),
        *_refinements(players, part, seed),
        EndgamePlan(part(plan.SOLVED_DECISIONS), plan.SOLVER_NODES, plan.SOLVED_EPOCHS, seed),
    )


def _refinements(
    players: tuple[int, ...], part: Callable[[int], int], seed: int
) -> tuple[RefinePlan, RefinePlan, RefinePlan, RefinePlan, RefinePlan]:
    """Return the refinements in their order; `part` says how much of a usual amount is done."""
    two = tuple(count for count in players if count == 2)
    more = tuple(count for count in players if count > 2)
    refine = RefinePlan(
        players,
        plan.REFINE_GENERATIONS,
        part(plan.REFINE_GAMES),
        plan.REFINE_MOVES,
        part(plan.DECISIONS),
        plan.DECISION_NODES,
        seed,
    )
    policy = refine._replace(
        games=0, decisions=part(plan.LONG_DECISIONS), generations=plan.LONG_GENERATIONS
    )
    return (
        refine,
        refine._replace(
            players=two, games=part(plan.LATER_GAMES_OF_TWO), seed=derive("refine two", seed)
        ),
        refine._replace(
            players=more,
            games=part(plan.LATER_GAMES_OF_MORE),
            decisions=0,
            seed=derive("refine more", seed),
        ),
        policy._replace(
            players=two,
            nodes=plan.LONG_NODES_OF_TWO,
            seed=derive("refine policy", seed),
        ),
        policy._replace(
            players=more,
            nodes=plan.LONG_NODES_OF_MORE,
            seed=derive("refine policy of more", seed),
        ),
    )


class WholeTraining:
    """All weights on their way to a new folder.

    Raises:
        UsageError: the folder exists, or another training is in the way.
    """

    def __init__(self, out: Path, whole: WholePlan, made_by: str):
        self._out, self._plan, self._made_by = out, whole, made_by
        if out.exists():
            raise UsageError(f"--out: {out} exists; name a new folder, or remove it")
        self._parts = ChunkFolder(out, made_by)

    def run(self, begin: Begin, compute: Compute = in_threads) -> None:
        """Train what is missing, and write all.

        Args:
            begin: is told of each part.
            compute: plays and searches.

        Raises:
            UsageError: a kept piece is damaged.
            HaltError: the disk does not take one.
        """
        self._parts.begin()
        folder = self._parts.path
        if not (folder / FILE).exists():
            linear = HeuristicTraining(folder / FILE, self._plan.heuristic, self._made_by)
            linear.run(begin("linear weights", self._plan.heuristic.total, 0), compute)
        if not (folder / NETS_FILE).exists():
            values = ValueTraining(folder / NETS_FILE, self._plan.values, self._made_by, folder)
            values.run(begin("value networks", values.total, values.done), compute)
            values.finish()
        if not (folder / POLICY_FILE).exists():
            policy = PolicyTraining(folder / POLICY_FILE, self._plan.policy, self._made_by, folder)
            policy.run(begin("policy networks", self._plan.policy.total, 0), compute)
        refined = folder
        for work, name in (
            (self._plan.refine, "both networks"),
            (self._plan.refine_two, "both networks for two players"),
            (self._plan.refine_more, "value networks for more players"),
            (self._plan.refine_policy_of_two, "policy networks for two players"),
            (self._plan.refine_policy_of_more, "policy networks for more players"),
        ):
            if work.players:
                refined = self._refined(refined, work, name, begin, compute)
        if not (refined / ENDGAME_FILE).exists():
            last = EndgameTraining(
                refined / ENDGAME_FILE, self._plan.endgame, self._made_by, refined
            )
            last.run(begin("network of the last turn", self._plan.endgame.total, 0), compute)
        refined.rename(self._out)
        self._parts.remove()

    def _refined(
        self, before: Path, work: RefinePlan, name: str, begin: Begin, compute: Compute
    ) -> Path:
        """Return the folder with the linear weights, and with the networks trained further."""
        refined = before / "refined"
        if not refined.exists():
            RefineTraining(refined, work, self._made_by, before).run(
                begin(name, work.total, 0), compute
            )
        shutil.copy(before / FILE, refined / FILE)
        return refined
