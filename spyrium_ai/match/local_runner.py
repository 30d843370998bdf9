"""Games on this machine, several in parallel: one thread for each game, one process per engine."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable, Iterator, Sequence

from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.parallel import play_in_threads
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.referee import Observer
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.util.closing import Closing
from spyrium_ai.util.processors import at_a_time, cores

TERM_SECONDS = 0.3  # between TERM and KILL when the games are stopped
IDLE = 32  # engines that are kept although no game needs them now


class LocalRunner(Closing):
    """Plays planned games; engines stay from game to game. Use it as a context.

    `observers` see the games, each from the thread that plays it.
    """

    def __init__(
        self, settings: MatchSettings, jobs: int = 1, observers: Sequence[Observer] = ()
    ) -> None:
        """Get ready.

        Args:
            settings: the players and the settings.
            jobs: the number of games to run in parallel; -1: one per core.
            observers: they see all games.
        """
        self.settings = settings
        self.observers = list(observers)
        self.jobs = at_a_time(jobs)
        self._stopped = threading.Event()
        self._closing = threading.Event()
        self._closed = threading.Event()
        self._pool = EnginePool(settings, idle=max(IDLE, len(settings.players), 5 * self.jobs))

    def _begin(self) -> None:
        """Check the players."""
        self.check()

    def check(self) -> None:
        """Start one engine for each player and check its options.

        Raises:
            UsageError: a player cannot be started, or lacks an option.
        """
        self._pool.check()

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        """Yield the games as they end; after `stop` only those that had ended by then.

        With limits of nodes or depth the games do not depend on the number of jobs. A plan is
        taken when its game can begin.
        """
        yield from play_in_threads(self._wanted(plans), self.play_game, self.jobs)

    def play_game(self, plan: GamePlan) -> GameRecord | None:
        """Return the game, or None if it was stopped before its end."""
        if self._is_ending():
            return None
        record = self._pool.play(plan, self.observers)
        if self._closing.is_set():  # an engine may have been started since
            self._pool.close()
        # The engine is not to blame for a fault in a stopped game.
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
        """What makes the results misleading on this machine, each a text."""
        return list(filter(None, [too_many_threads(self.settings, self.jobs)]))

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._stopped.is_set()

    def close(self) -> None:
        """End all engines, and with them the games under way, if there are any."""
        self._closing.set()
        try:
            self._pool.close()
        finally:
            self._closed.set()

    def _wanted(self, plans: Iterable[GamePlan]) -> Iterator[GamePlan]:
        for plan in plans:
            if self._is_ending():
                return
            yield plan

    def _is_ending(self) -> bool:
        return self._stopped.is_set() or self._closing.is_set()


def too_many_threads(
    settings: MatchSettings, jobs: int, here: int | None = None, machine: str = "this machine"
) -> str:
    """Return a warning if timed searches would compete for cores, else ''.

    Args:
        settings: the players and the settings.
        jobs: the number of games to run in parallel.
        here: the cores of the machine that plays, by default those of this one.
        machine: what to call it.
    """
    here = here or cores()
    jobs = jobs if jobs > 0 else here
    threads = [_threads(player) for player in settings.players]
    if jobs * max(threads) <= here or not any(
        settings.limits_of(player).is_timed for player in settings.players
    ):
        return ""
    each = f" with up to {max(threads)} threads each" if max(threads) > 1 else ""
    return (
        f"{jobs} games in parallel{each} need more than the {here} cores of {machine}: "
        "time-limited players will play below their strength"
    )


def _threads(player: PlayerSpec) -> int:
    """Return the value of the player's option `threads`; 1 without it, or if it is no number.

    A value that is no number is refused later, by the engine's own bounds.
    """
    word = dict(player.options).get("threads") or ""
    return int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 1
