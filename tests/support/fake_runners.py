"""A crew that plays in this process: quick, in the order and with the losses it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import pytest
from support.program import PATIENCE
from support.scripted_players import Scripted

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.referee import Game, SeatedPlayer
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.tournament.cluster_runner import ClusterRunner
from spyrium_ai.util.seeds import derive

Order = Callable[[list[GameRecord]], list[GameRecord]]


def as_planned(records: list[GameRecord]) -> list[GameRecord]:
    return records


def reverse(records: list[GameRecord]) -> list[GameRecord]:
    return records[::-1]


def interrupted() -> None:
    raise KeyboardInterrupt


def stops_though_not_closed(crew: LocalRunner | ClusterRunner) -> bool:
    """Return whether a stop ends after the closing, which must be interrupted, has not."""
    with pytest.raises(KeyboardInterrupt):
        crew.close()
    stopper = threading.Thread(target=crew.stop, daemon=True)
    stopper.start()
    stopper.join(PATIENCE)
    return not stopper.is_alive()


class InProcess:
    """Plays `width` games at a time and yields them in another order.

    The players' moves follow from their seeds. It stops after `limit` games, and loses the games of
    the ids in `lose` once.
    """

    def __init__(
        self,
        terms: MatchSettings,
        width: int = 1,
        order: Order = as_planned,
        limit: int | None = None,
        lose: Iterable[str] = (),
    ) -> None:
        self.terms = terms
        self.asked: list[str] = []
        self._width = width
        self._order = order
        self._left = limit
        self._lose = set(lose)

    @property
    def is_stopped(self) -> bool:
        return self._left == 0

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        waiting = iter(plans)
        while some := list(islice(waiting, self._width)):
            self.asked += [plan.id for plan in some]
            played = [self._game(plan) for plan in some if plan.id not in self._lose]
            self._lose -= {plan.id for plan in some}
            for record in self._order(played):
                if self.is_stopped:
                    return
                if self._left is not None:
                    self._left -= 1
                yield record

    def _game(self, plan: GamePlan) -> GameRecord:
        seats = []
        for entrant, seed in zip(plan.entrants, plan.player_seeds, strict=True):
            spec = self.terms.players[entrant]
            seats.append(
                SeatedPlayer(spec, Scripted(by_seed(seed)), self.terms.limits_of(spec), seed)
            )
        return Game(plan, seats, policy=self.terms.policy).play()


def by_seed(seed: int) -> Callable[[Turn], Choice]:
    """Return a rule that draws every move from the seed."""

    def rule(turn: Turn) -> Choice:
        number = derive("test", seed, len(turn.moves))
        return Choice(turn.legal[number % len(turn.legal)], 0.001)

    return rule
