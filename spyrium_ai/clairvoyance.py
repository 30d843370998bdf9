"""An experiment: what it would be worth to know the deals.

The clairvoyant is `mcts` that is shown the order of the dealer's decks and tokens. It is no player:
the protocol has no words for what it knows, so no match or tournament can enter it. Its games are
played here, inside the program.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import joblib
import numpy as np

from spyrium_ai.cardtable import CARD_INDEX, CELLS, EVENTS
from spyrium_ai.core.foresight import FORESIGHT_SHAPE, Foresight
from spyrium_ai.core.stop import StopFlag
from spyrium_ai.dealer import Dealer
from spyrium_ai.engine import Engine, Info
from spyrium_ai.faults import PlayerFault
from spyrium_ai.limits import SeriesLimits
from spyrium_ai.mcts_engine import MctsEngine
from spyrium_ai.player import Choice, Turn
from spyrium_ai.players import PlayerSpec, distinct
from spyrium_ai.records import GameRecord
from spyrium_ai.referee import Game, Seat
from spyrium_ai.schedule import GamePlan
from spyrium_ai.tournament.event import Event
from spyrium_ai.workers import finished

CLAIRVOYANT, ORDINARY = "clairvoyant-mcts", "mcts"


def foresight_of(dealer: Dealer) -> Foresight:
    """Return all that the dealer will ever decide, for a compiled search."""
    turns, _, draws, _ = FORESIGHT_SHAPE
    places = ("event", *(f"cell {number}" for number in range(len(CELLS))))
    keys = b"".join(
        dealer.priorities(turn, place, index)
        for turn in range(turns)
        for place in places
        for index in range(draws)
    )
    return Foresight(
        dealer.first - 1,
        [[CARD_INDEX[card] for card in deck] for deck in dealer.decks],
        [EVENTS.index(event) + 1 for event in dealer.events],
        np.frombuffer(keys, ">u8").astype(np.uint64).reshape(FORESIGHT_SHAPE),
    )


class ClairvoyantEngine(MctsEngine):
    """`mcts` that sees the real deals and takes its rivals to see them too.

    There is one deal to search at each turn's end, so by default it goes on into the next turn
    from its second visit on.
    """

    name = CLAIRVOYANT

    def __init__(self, foresight: Foresight) -> None:
        super().__init__()
        self.values["dealsafter"] = 1
        self._foresight = foresight

    def _make_searches(self, players: int) -> None:
        super()._make_searches(players)
        for search in self._searches:
            search.foresee(self._foresight)


class LocalPlayer:
    """Plays by an engine that is no process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def begin(self, players: int, seat: int, seed: int) -> None:
        """Set the engine's seed and announce the game."""
        self.engine.set_option("seed", str(seed))
        self.engine.new_game(players, seat)

    def choose(self, turn: Turn) -> Choice:
        """Return the engine's move with the last that it reported."""
        reports: list[Info] = []
        start = time.monotonic()
        move = self.engine.choose(turn.position.copy(), turn.limits, StopFlag(), reports.append)
        return Choice(move, time.monotonic() - start, reports[-1] if reports else None)

    def finish(self, turn: Turn) -> None:
        """There is nothing to see."""

    def fault(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        """Return the fault."""
        return kind(reason)

    def describe(self) -> str:
        """Return the engine's name and version."""
        return f"{self.engine.name} {self.engine.version}"

    def close(self) -> None:
        """There is nothing to close."""


def clairvoyant(deals_after: int | None = None) -> PlayerSpec:
    """Return what records call the clairvoyant; None leaves its `dealsafter` as it is."""
    if deals_after is None:
        return PlayerSpec(CLAIRVOYANT, CLAIRVOYANT)
    name, value = f"{CLAIRVOYANT}:dealsafter={deals_after}", str(deals_after)
    return PlayerSpec(name, name, options=(("dealsafter", value),))


def experiment(
    players: int, blocks: int, limits: SeriesLimits, seed: int, first: PlayerSpec, jobs: int = 1
) -> Event:
    """Return the games to play: `first` among ordinary players, each deal from all seats."""
    return Event(
        players=distinct((first, *[PlayerSpec(ORDINARY, ORDINARY)] * (players - 1))),
        limits=limits,
        name="clairvoyance",
        seats=players,
        deals=blocks,
        seed=seed,
        jobs=jobs,
    )


def play_game(event: Event, plan: GamePlan) -> GameRecord:
    """Play a game of the experiment; the event's first player is the clairvoyant."""
    seats = []
    for entrant, seed in zip(plan.entrants, plan.player_seeds, strict=True):
        spec = event.players[entrant]
        if entrant == 0:
            dealer = Dealer(event.seats, plan.seed)
            engine: MctsEngine = ClairvoyantEngine(foresight_of(dealer))
        else:
            engine = MctsEngine()
        for name, value in spec.options:
            engine.set_option(name, value)
        seats.append(Seat(spec, LocalPlayer(engine), event.limits, seed))
    return Game(plan, seats).play()


class Processes:
    """Plays games in processes of this program, as many at a time as the event has jobs."""

    is_stopped = False

    def __init__(self, event: Event) -> None:
        self.event = event

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        """Yield the games as they end."""
        parallel = joblib.Parallel(
            n_jobs=self.event.jobs, return_as="generator_unordered", pre_dispatch="n_jobs"
        )
        yield from finished(parallel(joblib.delayed(play_game)(self.event, p) for p in plans))
