"""Planned games on a Dask cluster, with the interface of `spyrium_ai.match.local_runner`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from spyrium_ai.match.local_runner import LocalRunner, too_many_threads
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.util.cluster.cluster import Cluster, Say


class ClusterRunner(Cluster[GamePlan, GameRecord]):
    """Plays planned games on the workers of a cluster; use it as a context manager."""

    def __init__(
        self, settings: MatchSettings, address: str, jobs: int = -1, say: Say = print
    ) -> None:
        """Prepare a run without connecting.

        Args:
            settings: the players and the settings.
            address: the scheduler's, as in tls://10.0.0.1:8786.
            jobs: number of games in parallel; -1: one per thread of the workers.
            say: receives messages about the cluster's state, from any thread.
        """
        players, patience = settings.players, settings.patience
        # Of an event too, only this: its seed is not for the workers.
        self._settings = MatchSettings(players, settings.limits, settings.policy, patience)
        seconds = len(players) * (patience.start + patience.ready)
        super().__init__(address, partial(WorkerRunner, self._settings), jobs, say, seconds)

    def _begin(self) -> None:
        """Connect, and start each player's engine once on every worker; errors as in `Cluster`."""
        super()._begin()
        for name, cores in {machine.name: machine.cores for machine in self.machines}.items():
            threads = sum(machine.threads for machine in self.machines if machine.name == name)
            jobs = self.in_parallel(threads)
            if warning := too_many_threads(self._settings, jobs, cores, name):
                self.warnings.append(warning)


class WorkerRunner(LocalRunner):
    """Plays a run's games on a worker, with engines that stay from game to game."""

    def __init__(self, settings: MatchSettings) -> None:
        """Find the players' programs; UsageError if one of them is missing here."""
        players = tuple(player.found_here() for player in settings.players)
        super().__init__(replace(settings, players=players), jobs=-1)

    def run(self, task: GamePlan) -> GameRecord | None:
        """Return the game, None if it was stopped."""
        return self.play_game(task)
