"""A series between two to five players: whole blocks, one after the other or several at a time."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import joblib

from spyrium_ai.client import Patience
from spyrium_ai.engine_player import EnginePlayer
from spyrium_ai.errors import UsageError
from spyrium_ai.faults import PlayerFault
from spyrium_ai.limits import SeriesLimits
from spyrium_ai.players import PlayerSpec
from spyrium_ai.records import GameRecord
from spyrium_ai.referee import Game, Seat
from spyrium_ai.schedule import GamePlan, blocks_for, schedule

TERM_SECONDS = 0.3  # between TERM and KILL when a series is stopped


@dataclass(frozen=True)
class Series:
    """What is to be played; the players' names are all different."""

    players: tuple[PlayerSpec, ...]
    games: int = 10  # at least: rounded up to whole blocks
    seed: int = 1
    limits: SeriesLimits = field(default_factory=SeriesLimits)
    jobs: int = 1
    policy: str = "forfeit"
    patience: Patience = field(default_factory=Patience)

    @property
    def blocks(self) -> int:
        """How many blocks are played."""
        return blocks_for(self.games, len(self.players))

    @property
    def total(self) -> int:
        """How many games are played: all of all blocks."""
        return self.blocks * len(self.players)

    def limits_of(self, player: PlayerSpec) -> SeriesLimits:
        """Return the limits of a player: its own, else those of the series."""
        return player.limits or self.limits


class Runner:
    """Plays a series with engines that stay from game to game; use it as a context.

    Every game under way has a table of its own with one process for each player.
    """

    def __init__(self, series: Series) -> None:
        self.series = series
        self._stopped = threading.Event()
        self._closed = threading.Event()
        self._free: queue.LifoQueue[list[EnginePlayer]] = queue.LifoQueue()
        self._tables: list[list[EnginePlayer]] = []

    def __enter__(self) -> Runner:
        """Start one engine for each player and check its options.

        Raises:
            UsageError: a player cannot be started, or does not have an option.
        """
        try:
            table = self._new_table()
            for player in table:
                _open(player)
            self._free.put(table)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self) -> Iterator[GameRecord]:
        """Yield the games as they end; after `stop` those that had ended by then.

        What they hold does not depend on the number of jobs where nodes or depth limit the players.
        """
        parallel = joblib.Parallel(
            n_jobs=self.series.jobs, backend="threading", return_as="generator_unordered"
        )
        results = parallel(joblib.delayed(self._play_game)(plan) for plan in self._plans())
        for record in results:
            if record is not None:
                yield cast(GameRecord, record)

    def stop(self) -> None:
        """End the games under way, and do not return before they have ended."""
        self._stopped.set()
        begin = time.monotonic()
        # Again and again: an engine may be starting just now.
        while not self._closed.is_set():
            is_late = time.monotonic() > begin + TERM_SECONDS
            for table in list(self._tables):
                for player in table:
                    (player.client.kill if is_late else player.client.terminate)()
            self._closed.wait(0.05)

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._stopped.is_set()

    def close(self) -> None:
        """End all engines."""
        players = [player for table in self._tables for player in table]
        for player in players:
            player.client.ask_to_quit()
        for player in players:
            player.close()
        self._closed.set()

    def _plans(self) -> Iterator[GamePlan]:
        for plan in schedule(len(self.series.players), self.series.blocks, self.series.seed):
            if self._stopped.is_set():
                return
            yield plan

    def _new_table(self) -> list[EnginePlayer]:
        table = [EnginePlayer(spec, self.series.patience) for spec in self.series.players]
        self._tables.append(table)
        return table

    def _play_game(self, plan: GamePlan) -> GameRecord | None:
        """Return the game, None where the series was stopped before its end."""
        if self._stopped.is_set():
            return None
        try:
            table = self._free.get_nowait()
        except queue.Empty:
            table = self._new_table()
        seats = [
            Seat(
                spec=self.series.players[entrant],
                player=table[entrant],
                limits=self.series.limits_of(self.series.players[entrant]),
                seed=seed,
            )
            for entrant, seed in zip(plan.entrants, plan.player_seeds, strict=True)
        ]
        record = Game(plan, seats, policy=self.series.policy).play()
        self._free.put(table)
        # A fault of a stopped series is ours, not the engine's.
        return None if self._stopped.is_set() and record.faults else record


def _open(player: EnginePlayer) -> None:
    try:
        player.open()
    except PlayerFault as fault:
        text = f"{player.spec.name} does not start\n{fault.told()}"
        raise UsageError(text) from None


def too_many_threads(series: Series) -> str:
    """Return a warning where timed searches would disturb each other, else ''."""
    cores = os.cpu_count() or 1
    jobs = series.jobs if series.jobs > 0 else cores
    threads = [int(dict(p.options).get("threads") or 1) for p in series.players]
    if jobs * max(threads) <= cores or not any(
        series.limits_of(player).is_timed for player in series.players
    ):
        return ""
    return (
        f"{jobs} games at a time with up to {max(threads)} threads each want more than the "
        f"{cores} cores of this machine: time-limited players will be weaker than they are"
    )
