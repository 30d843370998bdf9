"""Measures the regret of players over many decisions, several games in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from queue import SimpleQueue

from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.regret import Decision, DecisionRegret, MarginSolver, ask
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.run_journal import RunJournal


class RegretMeter:
    """Asks players for their moves and rates these with the solver, one decision at a time."""

    def __init__(
        self, players: Sequence[EnginePlayer], limits: TimeControl, seed: int, solver: MarginSolver
    ) -> None:
        self._players, self._limits, self._seed, self._solver = players, limits, seed, solver

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player.spec.name for player in self._players]

    def measure(self, decision: Decision) -> DecisionRegret:
        """Return the points that each player's move loses."""
        moves = {
            player.spec.name: ask(player, decision, self._limits, self._seed)
            for player in self._players
        }
        losses = self._solver.losses(decision.position(), moves)
        return DecisionRegret(decision.key, decision.left, losses)


def measure_games(
    games: Iterable[Sequence[Decision]],
    meters: Sequence[RegretMeter],
    journal: RunJournal[DecisionRegret] | None,
    progress: Callable[[], object],
    stop: StopFlag,
) -> list[DecisionRegret]:
    """Return the regret of each decision, in the order of the games.

    Args:
        games: the decisions of each game; one meter measures all of a game, in their order.
        meters: one for each game that is measured in parallel; their solvers obey the same flag.
        journal: its decisions are not measured again; new results are appended at once.
        progress: called after every decision, by any thread.
        stop: once it is set nothing more is measured.

    Raises:
        UsageError: the journal has a decision without the loss of a player.
    """
    found = _known(journal, meters[0].names) if journal else {}
    free: SimpleQueue[RegretMeter] = SimpleQueue()
    for meter in meters:
        free.put(meter)

    def regret_of(decision: Decision, meter: RegretMeter) -> DecisionRegret | None:
        known = found.get(decision.key)
        if known is None and not stop.is_set():
            measured = meter.measure(decision)
            known = None if stop.is_set() else measured  # a solver that was stopped solved nothing
            if known and journal:
                journal.add(known)
        if known:
            progress()
        return known

    def measure(decisions: Sequence[Decision]) -> list[DecisionRegret]:
        meter = free.get()
        try:
            return [found for each in decisions if (found := regret_of(each, meter))]
        except BaseException:
            stop.set()  # for the others
            raise
        finally:
            free.put(meter)

    # Even one meter has its own thread: signals come to the main thread, which must stay free.
    with ThreadPoolExecutor(len(meters)) as pool:
        return list(chain.from_iterable(pool.map(measure, games)))


def _known(journal: RunJournal[DecisionRegret], names: Sequence[str]) -> dict[str, DecisionRegret]:
    """Return the regrets of a journal by decision; UsageError where a player's loss is missing."""
    for regret in journal.found:
        if missing := [name for name in names if name not in regret.losses]:
            raise UsageError(f"'{journal.path}': {regret.key} has no loss of {missing[0]}")
    return {regret.key: regret for regret in journal.found}
