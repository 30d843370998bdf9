"""Games on this machine, several at a time: engines are processes, so threads look after them."""

from __future__ import annotations

import os
import re
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator

import joblib

from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings

TERM_SECONDS = 0.3  # between TERM and KILL when the games are stopped
IDLE = 32  # engines that wait for a game although not every game needs them


class LocalRunner:
    """Plays games by plan with engines that stay from game to game; use it as a context."""

    def __init__(self, terms: MatchSettings, jobs: int = 1) -> None:
        """Get ready.

        Args:
            terms: who plays, and how.
            jobs: games at a time; -1: as many as there are cores.
        """
        self.terms = terms
        self.jobs = at_a_time(jobs)
        self._stopped = threading.Event()
        self._closing = threading.Event()
        self._closed = threading.Event()
        self._pool = EnginePool(terms, idle=max(IDLE, len(terms.players), 5 * self.jobs))

    def __enter__(self) -> LocalRunner:
        """Check the players."""
        try:
            self.check()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Start one engine for each player and check its options.

        Raises:
            UsageError: a player cannot be started, or does not have an option.
        """
        self._pool.check()

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        """Yield the games as they end; after `stop` those that had ended by then.

        What they hold does not depend on the number of jobs where nodes or depth limit the players.
        A plan is taken when its game can begin.
        """
        parallel = joblib.Parallel(
            n_jobs=self.jobs,
            backend="threading",
            return_as="generator_unordered",
            pre_dispatch="n_jobs",
        )
        waiting = _Waiting(self._wanted(plans))
        yield from finished(
            parallel(joblib.delayed(self._play_next)(waiting) for _ in waiting.chances())
        )

    def play_game(self, plan: GamePlan) -> GameRecord | None:
        """Return the game, None where it was stopped before its end."""
        if self._is_ending():
            return None
        record = self._pool.play(plan)
        if self._closing.is_set():  # an engine may have been started since
            self._pool.close()
        # A fault of a stopped game is ours, not the engine's.
        return None if self._is_ending() and record.faults else record

    def stop(self) -> None:
        """End the games under way, and do not return before they have ended."""
        self._stopped.set()
        begin = time.monotonic()
        # Again and again: an engine may be starting just now.
        while not self._closed.is_set():
            if time.monotonic() > begin + TERM_SECONDS:
                self._pool.kill()
            else:
                self._pool.terminate()
            self._closed.wait(0.05)

    @property
    def warnings(self) -> list[str]:
        """What makes the results mislead where the games are played, each a text."""
        return list(filter(None, [too_many_threads(self.terms, self.jobs)]))

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._stopped.is_set()

    def close(self) -> None:
        """End all engines; games that are under way, as after an error, end with them."""
        self._closing.set()
        try:
            self._pool.close()
        finally:
            self._closed.set()

    def _play_next(self, waiting: _Waiting) -> GameRecord | None:
        plan = waiting.take()
        return None if plan is None else self.play_game(plan)

    def _wanted(self, plans: Iterable[GamePlan]) -> Iterator[GamePlan]:
        for plan in plans:
            if self._is_ending():
                return
            yield plan

    def _is_ending(self) -> bool:
        return self._stopped.is_set() or self._closing.is_set()


class _Waiting:
    """Plans that threads take when they can begin: joblib has tasks made ahead of their time."""

    def __init__(self, plans: Iterator[GamePlan]) -> None:
        self._plans = plans
        self._lock = threading.Lock()
        self._are_more = True

    def take(self) -> GamePlan | None:
        """Return the next plan, None if there is no more."""
        with self._lock:
            plan = next(self._plans, None)
            self._are_more = plan is not None
            return plan

    def chances(self) -> Iterator[None]:
        """Yield as long as there may be more plans."""
        while self._are_more:
            yield


def finished(results: Generator[GameRecord | None]) -> Iterator[GameRecord]:
    """Yield the games among joblib's results; None is one that was not finished."""
    try:
        for record in results:
            if record is not None:
                yield record
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib takes it for a mistake that some are left
            results.close()


def at_a_time(jobs: int) -> int:
    """Return how much `--jobs` means to be done at a time: -1 stands for all cores."""
    return cores() if jobs < 0 else jobs


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux; others only know how many there are
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def too_many_threads(
    terms: MatchSettings, jobs: int, here: int | None = None, machine: str = "this machine"
) -> str:
    """Return a warning where timed searches would disturb each other, else ''.

    Args:
        terms: who plays, and how.
        jobs: games at a time.
        here: cores of the machine where they are played, by default those of this one.
        machine: what to call it.
    """
    here = here or cores()
    jobs = jobs if jobs > 0 else here
    threads = [_threads(player) for player in terms.players]
    if jobs * max(threads) <= here or not any(
        terms.limits_of(player).is_timed for player in terms.players
    ):
        return ""
    each = f" with up to {max(threads)} threads each" if max(threads) > 1 else ""
    return (
        f"{jobs} games at a time{each} want more than the "
        f"{here} cores of {machine}: time-limited players will be weaker than they are"
    )


def _threads(player: PlayerSpec) -> int:
    """Return how many threads the player is told to have; 1 where it is told nothing, or no number.

    Whether the engine takes the word is for itself to say.
    """
    word = dict(player.options).get("threads") or ""
    return int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 1
