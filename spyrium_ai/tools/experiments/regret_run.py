"""Decisions examined for regret, those of several games at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from queue import SimpleQueue

from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.regret import Decision, DecisionRegret, MarginSolver, ask
from spyrium_ai.tools.experiments.regret_journal import RegretJournal


class Examiner:
    """Asks players for their moves and has them judged, one decision after the other."""

    def __init__(
        self, players: Sequence[EnginePlayer], limits: TimeControl, seed: int, judge: MarginSolver
    ) -> None:
        self._players, self._limits, self._seed, self._judge = players, limits, seed, judge

    def examine(self, decision: Decision) -> DecisionRegret:
        """Return what each player's move loses."""
        moves = {
            player.spec.name: ask(player, decision, self._limits, self._seed)
            for player in self._players
        }
        return DecisionRegret(
            decision.key, decision.left, self._judge.losses(decision.position(), moves)
        )


def examine_games(
    games: Iterable[Sequence[Decision]],
    examiners: Sequence[Examiner],
    notebook: RegretJournal | None,
    progress: Callable[[], object],
    stop: StopFlag,
) -> list[DecisionRegret]:
    """Return what is found about the decisions of games, in their order.

    Args:
        games: the decisions of each, which one examiner takes as they come.
        examiners: as many games are examined at a time; their judges obey the same flag.
        notebook: what it has is not examined again; it gets every finding as soon as it is made.
        progress: called, by any thread, after every finding.
        stop: once it is set no finding is made any more.
    """
    free: SimpleQueue[Examiner] = SimpleQueue()
    for examiner in examiners:
        free.put(examiner)

    def find(examiner: Examiner, decision: Decision) -> DecisionRegret | None:
        known = notebook.found.get(decision.key) if notebook else None
        if known is None and not stop.is_set():
            made = examiner.examine(decision)
            known = None if stop.is_set() else made  # a judge that was stopped has solved nothing
            if known and notebook:
                notebook.add(known)
        if known:
            progress()
        return known

    def examine(decisions: Sequence[Decision]) -> list[DecisionRegret]:
        examiner = free.get()
        try:
            return [found for each in decisions if (found := find(examiner, each))]
        except BaseException:
            stop.set()  # for the others
            raise
        finally:
            free.put(examiner)

    # One examiner has a thread too: signals come to the main one, which must not be solving.
    with ThreadPoolExecutor(len(examiners)) as pool:
        return list(chain.from_iterable(pool.map(examine, games)))
