"""A game with people, on whatever screen: its players, taking back, and what is saved of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime

from spyrium_ai.game.dealer import DealSource
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Player
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.record import Fault, GameRecord, Ply
from spyrium_ai.match.referee import Game, Observer, SeatedPlayer
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.version import full_version


class PeopleGame(ABC):
    """The referee's game, made anew where people take something back.

    A subclass calls `_seat` once it can make its people, its dealer and its observers.
    """

    def __init__(self, series: Series, plan: GamePlan, names: Sequence[str]) -> None:
        """Prepare a game of a series; `names` are those of its players at the table, by seat."""
        self.series = series
        self.plan = plan
        self.specs = seated(series, plan)
        self.names = names
        self.people = [seat for seat, spec in enumerate(self.specs, 1) if spec.is_human]
        self.record: GameRecord | None = None  # of the finished game
        self._players: list[Player] = []
        self._dealer: DealSource | None = None
        self._started = datetime.now(UTC)

    @abstractmethod
    def _person(self) -> Player:
        """Return a player who asks a person."""

    @abstractmethod
    def _observers(self) -> Sequence[Observer]:
        """Return who watches the game."""

    def _own_dealer(self) -> DealSource | None:
        """Return who deals in place of the series' seed, None for nobody."""
        return None

    def _seat(self) -> None:
        self._players = [
            self._person() if spec.is_human else EnginePlayer(spec, self.series.patience)
            for spec in self.specs
        ]
        self._dealer = self._own_dealer()
        self._game = self._new_game()

    @property
    def started(self) -> str:
        """When it was begun or gone on with, in UTC."""
        return self._started.isoformat(timespec="seconds")

    def can_take_back(self) -> bool:
        """Return whether a person has made a decision yet, a deal by hand included."""
        return any(map(self._is_by_people, self._game.plies))

    def as_it_stands(self) -> SavedGame:
        """Return what is needed to go on with the game."""
        plies = self._game.plies
        return SavedGame(
            players=tuple(spec.text for spec in self.series.players),
            seed=int(self.series.seed),  # games with people have no secret
            game=self.plan.game,
            limits=self.series.limits,
            policy=self.series.policy,
            moves=tuple(ply.move for ply in plies),
            times=tuple(ply.time for ply in plies),
            faults=tuple(self._game.faults),
            deals=self.series.deals,
            names=tuple(spec.name for spec in self.specs),
            dealer=self.plan.seed,
            started=self.started,
            program=full_version(),
        )

    def _take_back(self) -> Sequence[Ply]:
        """Go back to before the last decision of a person; return what is taken back."""
        self.record = None
        plies = self._game.plies
        index = max(i for i, ply in enumerate(plies) if self._is_by_people(ply))
        faults = [fault for fault in self._game.faults if fault.ply <= index]
        self._game = self._new_game(plies[:index], faults)
        return plies[index:]

    def _is_by_people(self, ply: Ply) -> bool:
        return ply.seat in self.people if ply.seat else self._dealer is not None

    def _new_game(self, plies: Sequence[Ply] = (), faults: Sequence[Fault] = ()) -> Game:
        """Return the game after these plies; the later deals stay the same."""
        together = zip(self.specs, self._players, self.plan.player_seeds, strict=True)
        seats = [
            SeatedPlayer(spec, player, self._limits(spec), seed) for spec, player, seed in together
        ]
        return Game(
            self.plan,
            seats,
            dealer=self._dealer,
            policy=self.series.policy,
            margin=self.series.patience.margin,
            observers=self._observers(),
            history=plies,
            faults=faults,
        )

    def _limits(self, spec: PlayerSpec) -> TimeControl:
        return TimeControl() if spec.is_human else self.series.limits_of(spec)

    def _open(self) -> None:
        """Start the engines; UsageError if one does not start or lacks an option."""
        for seat, player in enumerate(self._players, 1):
            if isinstance(player, EnginePlayer) and seat not in self._game.lost:
                player.check()

    def _close_players(self) -> None:
        for player in self._players:
            player.close()


def seated(series: Series, plan: GamePlan) -> list[PlayerSpec]:
    """Return the players of a game by seat."""
    return [series.players[entrant] for entrant in plan.entrants]
