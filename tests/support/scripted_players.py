"""Players for tests that choose by a function, and a table for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from spyrium_ai.engine.base import Info
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.faults import EngineCrash, PlayerFault
from spyrium_ai.match.records.record import Fault, Ply
from spyrium_ai.match.referee import Game, Observer, SeatedPlayer
from spyrium_ai.match.schedule import GamePlan, schedule
from spyrium_ai.match.time_control import TimeControl

Rule = Callable[[Turn], Choice]


def first_move(turn: Turn) -> Choice:
    return Choice(turn.legal[0], 0.01, Info(nodes=3, time=10, values=(600, 400)))


def spread(turn: Turn) -> Choice:
    """Choose by the length of the game so far: a game with all sorts of moves."""
    return Choice(turn.legal[7 * len(turn.moves) % len(turn.legal)], 0.002)


@dataclass
class Scripted(Player):
    """A player that chooses by a function, and keeps what it was told."""

    rule: Rule = first_move
    begun: list[tuple[int, int, int]] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    last: Turn | None = None

    def begin(self, players: int, seat: int, seed: int) -> None:
        self.begun.append((players, seat, seed))

    def choose(self, turn: Turn) -> Choice:
        self.turns.append(turn)
        return self.rule(turn)

    def finish(self, turn: Turn) -> None:
        self.last = turn

    def fault(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        return kind(reason, "go", ["> go"])

    def describe(self) -> str:
        return "scripted 1"


def plan(players: int = 2) -> GamePlan:
    return next(schedule(players, 1, seed=5))


def game(
    *players: Scripted,
    limits: TimeControl | None = None,
    policy: str = "forfeit",
    margin: float = 0.0,
    observer: Observer | None = None,
    history: tuple[Ply, ...] = (),
    faults: tuple[Fault, ...] = (),
) -> Game:
    seats = [
        SeatedPlayer(PlayerSpec(f"p{i}", f"p{i}", ("x",)), player, limits or TimeControl(), 100 + i)
        for i, player in enumerate(players, 1)
    ]
    observers = [observer] if observer else []
    return Game(
        plan(len(players)),
        seats,
        policy=policy,
        margin=margin,
        observers=observers,
        history=history,
        faults=faults,
    )


def at_move(count: int, do: Rule) -> Rule:
    """Return a rule that plays by `spread` and does something else at the COUNT-th move."""
    made = [0]

    def rule(turn: Turn) -> Choice:
        made[0] += 1
        return do(turn) if made[0] == count else spread(turn)

    return rule


def crash(_turn: Turn) -> Choice:
    raise EngineCrash("fell over", "go", ["! oh"])


def illegal(_turn: Turn) -> Choice:
    return Choice("place:z9z9", 0.0)
