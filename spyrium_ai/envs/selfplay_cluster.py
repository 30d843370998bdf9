"""Games of self-play on the workers of a Dask cluster."""

from __future__ import annotations

from functools import partial

from spyrium_ai.envs.search_data import search_for
from spyrium_ai.envs.selfplay import SelfplaySettings, play_game
from spyrium_ai.envs.shards import Shard
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.cluster.cluster import Cluster, Say


class SelfplayCluster(Cluster[int, Shard]):
    """Plays games of self-play, known by their numbers; use it as a context manager."""

    def __init__(
        self, settings: SelfplaySettings, address: str, jobs: int = -1, say: Say = print
    ) -> None:
        """Prepare a run as `Cluster` does; `settings` are those of all games."""
        super().__init__(address, partial(WorkerRunner, settings), jobs, say)


class WorkerRunner:
    """Plays the games of a run on a worker."""

    def __init__(self, settings: SelfplaySettings) -> None:
        """Get ready to play games of these settings."""
        self._settings = settings
        self._stop = StopFlag()

    def check(self) -> None:
        """Load the weights, so that it fails now if it must."""
        search_for(self._settings.players, self._settings.nodes)

    def run(self, task: int) -> Shard | None:
        """Return the game with this number; None if it was stopped."""
        return play_game(self._settings, task, self._stop)

    def stop(self) -> None:
        """End the games under way."""
        self._stop.set()

    def close(self) -> None:
        """Do nothing: a search ends with its game."""
