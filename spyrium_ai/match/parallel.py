"""Games in parallel by joblib, which is imported when the first game is played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.util.joblib_results import finished

PlayGame = Callable[[GamePlan], GameRecord | None]


def play_in_threads(
    plans: Iterable[GamePlan], play_game: PlayGame, jobs: int
) -> Iterator[GameRecord]:
    """Yield the games as they end, without those that were not finished.

    Args:
        plans: each is taken when its game can begin.
        play_game: plays one of them in a thread; None for a game that was not finished.
        jobs: the number of games to run in parallel.
    """
    import joblib  # noqa: PLC0415 (takes longer than everything else at start)

    queue = _Queue(plans, play_game)
    parallel = joblib.Parallel(
        n_jobs=jobs,
        backend="threading",
        return_as="generator_unordered",
        pre_dispatch="n_jobs",
    )
    return finished(parallel(joblib.delayed(queue.play_next)() for _ in queue))


class _Queue:
    """Plans that threads take. joblib itself takes tasks from an iterator long before they run."""

    def __init__(self, plans: Iterable[GamePlan], play_game: PlayGame) -> None:
        self._plans = iter(plans)
        self._play_game = play_game
        self._lock = threading.Lock()
        self._may_have_more = True

    def __iter__(self) -> Iterator[None]:
        """Yield once for each task that may still find a plan."""
        while self._may_have_more:
            yield

    def play_next(self) -> GameRecord | None:
        """Play the next game; None where there is none, or it was not finished."""
        with self._lock:
            plan = next(self._plans, None)
            self._may_have_more = plan is not None
        return None if plan is None else self._play_game(plan)
