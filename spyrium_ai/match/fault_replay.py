"""Replays a recorded fault: the engine plays the same game again, up to where it failed."""

from __future__ import annotations

import math
from typing import NamedTuple

from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.faults import fault_words, protocol_lines
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import Fault, GameRecord
from spyrium_ai.match.referee import Game, Observer, SeatedPlayer
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shown


class _FarEnough(Exception):  # noqa: N818 (not an error: the rest of the game is not needed)
    pass


class _Recorded(Player):
    """Makes the recorded moves, in the recorded times."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    def choose(self, turn: Turn) -> Choice:
        """Return the recorded move; end the game where the record ends."""
        if len(turn.moves) >= len(self.record.plies):
            raise _FarEnough
        ply = self.record.plies[len(turn.moves)]
        return Choice(ply.move, (ply.time or 0) / 1000)


class _Suspect(EnginePlayer):
    """The engine that failed: it searches every move, but the recorded moves are made."""

    def __init__(
        self, spec: PlayerSpec, patience: Timeouts | None, record: GameRecord, fault: Fault
    ) -> None:
        super().__init__(spec, patience)
        self._recorded = _Recorded(record)
        self._until = fault.ply
        self.answer = ""

    def choose(self, turn: Turn) -> Choice:
        """Return the recorded move, or the engine's own if that is not legal."""
        own = super().choose(turn)
        if own.move not in turn.legal:
            return own
        self.answer = own.move
        if len(turn.moves) < self._until:
            return self._recorded.choose(turn)
        raise _FarEnough


class _EndAtFault(Observer):
    def on_fault(self, fault: Fault) -> None:  # noqa: ARG002
        """End the game: what comes after a fault is not needed."""
        raise _FarEnough


class Reproduction(NamedTuple):
    """What the engine does this time: whether it fails, in any way, and `text` in words."""

    fails: bool
    text: str


def reproduce(record: GameRecord, fault: Fault, patience: Timeouts | None = None) -> Reproduction:
    """Replay the game with the engine up to its fault; return what it does there.

    It gets the same options, seed, positions and limits, and the recorded time on its clock. Other
    moves that it chooses on the way are not made.

    Raises:
        UsageError: the record has no command of the engine, its limits are malformed, or another
            seat's recorded move is illegal.
    """
    failed = record.seats[fault.seat - 1]
    if not failed.command:
        raise UsageError(
            f"game {record.id} has no command of {failed.name}, the player that failed"
        )
    spec = PlayerSpec(failed.spec, failed.name, failed.command, tuple(failed.options.items()))
    suspect = _Suspect(spec, patience, record, fault)
    seats = [
        SeatedPlayer(
            spec=PlayerSpec(seat.spec, seat.name, seat.command, tuple(seat.options.items())),
            player=suspect if number == fault.seat else _Recorded(record),
            limits=_limits(seat.limits),
            seed=seat.seed,
        )
        for number, seat in enumerate(record.seats, 1)
    ]
    plan = GamePlan(record.id, record.game, record.block, (), record.seed, ())
    # The recorded moves were in time by the margin of then, which the record does not say.
    game = Game(plan, seats, policy=record.policy, margin=math.inf, observers=[_EndAtFault()])
    try:
        game.play()
    except _FarEnough:
        pass
    finally:
        suspect.close()
    if not game.faults:
        does = f"answers {suspect.answer}" if suspect.answer else "begins the game"
        return Reproduction(fails=False, text=f"{spec.name} does not fail this time: it {does}")
    again = game.faults[0]
    if again.seat != fault.seat:
        raise UsageError(
            f"game {record.id} cannot be replayed: seat {again.seat}, after {again.ply} moves and "
            f"deals: {again.reason}"
        )
    is_same = (again.ply, again.kind) == (fault.ply, fault.kind)
    manner = "again" if is_same else "in another way"
    first = f"{spec.name} fails {manner}, after {again.ply} moves and deals: {fault_words(again)}"
    return Reproduction(fails=True, text="\n  ".join([first, *protocol_lines(again)]))


def _limits(text: str) -> TimeControl:
    try:
        return TimeControl.from_words(text)
    except ValueError:
        raise UsageError(f"the record has limits that are none: {shown(text)}") from None
