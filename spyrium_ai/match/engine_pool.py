"""A pool of engine processes that stay from game to game."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.referee import Game, Observer, SeatedPlayer
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings

MOST_SEEDS = 10_000  # games of one process; bounds the memory for their seeds


class EnginePool:
    """Lends engines, and keeps those given back for later games; thread-safe.

    A process never plays two games with the same dealer's seed: it could remember the deals. So
    each player has a process for every game of a deal set, and takes turns between them.

    At most `idle` engines are kept waiting, or as many as all players need for a deal set; the one
    that has waited longest is closed first.
    """

    def __init__(self, settings: MatchSettings, idle: int) -> None:
        self.settings = settings
        self._idle_limit = idle
        self._lock = threading.Lock()
        self._idle: list[tuple[int, EnginePlayer]] = []
        self._lent: set[EnginePlayer] = set()

    def check(self) -> None:
        """Start each player's engine once, and check its options.

        Raises:
            UsageError: a player cannot be started, or lacks an option.
        """
        for number in range(len(self.settings.players)):
            player = self.lend(number)
            try:
                player.check()
            finally:
                self.give_back(number, player)

    def lend(self, number: int, seed: int | None = None) -> EnginePlayer:
        """Return an engine of the player with this number, for a game with this dealer's seed."""
        with self._lock:
            for index in reversed(range(len(self._idle))):
                owner, player = self._idle[index]
                if owner == number and seed not in player.seeds:
                    del self._idle[index]
                    break
            else:
                player = EnginePlayer(self.settings.players[number], self.settings.patience)
            if seed is not None:
                player.seeds.add(seed)
            self._lent.add(player)
            return player

    def give_back(self, number: int, player: EnginePlayer) -> None:
        """Take an engine back."""
        surplus = None
        with self._lock:
            self._lent.discard(player)
            if len(player.seeds) >= MOST_SEEDS:
                surplus = player
            else:
                self._idle.append((number, player))
                if len(self._idle) > self._idle_limit:
                    _, surplus = self._idle.pop(0)
        if surplus is not None:
            surplus.close()

    def play(self, plan: GamePlan, observers: Sequence[Observer] = ()) -> GameRecord:
        """Play a game, which the observers see, and return its record."""
        rotations = len(plan.entrants)
        self._idle_limit = max(self._idle_limit, rotations * len(self.settings.players))
        players = [self.lend(entrant, plan.seed) for entrant in plan.entrants]
        seats = []
        for entrant, player, seed in zip(plan.entrants, players, plan.player_seeds, strict=True):
            limits = self.settings.limits_of(player.spec)
            spec = self.settings.players[entrant]
            seats.append(SeatedPlayer(spec=spec, player=player, limits=limits, seed=seed))
        margin = self.settings.patience.margin
        policy = self.settings.policy
        record = Game(plan, seats, policy=policy, margin=margin, observers=observers).play()
        for entrant, player in zip(plan.entrants, players, strict=True):
            self.give_back(entrant, player)
        return record

    def terminate(self) -> None:
        """Send TERM to all engines at once; safe while games are under way."""
        for player in self._players():
            player.client.terminate()

    def kill(self) -> None:
        """Kill all engines at once; safe while games are under way."""
        for player in self._players():
            player.client.kill()

    def close(self) -> None:
        """End all engines."""
        players = self._players()
        for player in players:
            player.client.ask_to_quit()
        for player in players:
            player.close()

    def _players(self) -> Iterable[EnginePlayer]:
        with self._lock:
            return [*self._lent, *(player for _, player in self._idle)]
