"""The referee of one game: the dealer, the players, the clocks, and the cost of a fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from spyrium_ai.engine.limits import CLOCK_BOUNDS, SearchLimits
from spyrium_ai.game.dealer import Dealer, DealSource
from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.faults import FlagFall, IllegalChoice, PlayerFault
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.deal_source import MANUAL, SEEDED
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, SeatRecord, winners
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.seeds import derive
from spyrium_ai.version import full_version


@dataclass(frozen=True)
class SeatedPlayer:
    """The player of a seat, its limits, and the seed of its random numbers."""

    spec: PlayerSpec
    player: Player
    limits: TimeControl
    seed: int


class Observer:
    """Watches a game. Every method is a hook that does nothing here."""

    def before_game(self, game: Game) -> None:
        """See the game before its first move or deal."""

    def before_move(self, turn: Turn) -> None:
        """See the decision that a player is asked for."""

    def after_ply(self, position: Position, ply: Ply) -> None:
        """See the position after a move or a deal."""

    def on_fault(self, fault: Fault) -> None:
        """See a fault."""

    def after_game(self, record: GameRecord) -> None:
        """See the record of the game."""


class Game:
    """A game under way.

    `position` and `plies` hold what has been played, also after an exception of a player that is
    not a `PlayerFault`, as when a person leaves the table. `history` resumes such a game. The
    players are not closed.
    """

    def __init__(
        self,
        plan: GamePlan,
        seats: Sequence[SeatedPlayer],
        *,
        dealer: DealSource | None = None,
        policy: str = "forfeit",
        margin: float = Timeouts.margin,
        observers: Sequence[Observer] = (),
        history: Sequence[Ply] = (),
        faults: Sequence[Fault] = (),
    ) -> None:
        """Set up the table.

        Args:
            plan: the game; its `entrants` are ignored, the seats say who plays.
            seats: the players, in the order of the seats.
            dealer: decides the deals in place of the plan's seed, as people with real cards do.
            policy: what a fault means in games of three or more: `forfeit` or `void`.
            margin: the seconds by which a clock may be overdrawn.
            observers: they see everything, in this order.
            history: moves and deals that were played before.
            faults: those that happened then.
        """
        self.plan = plan
        self.seats = tuple(seats)
        self.policy = policy
        self._margin = 1000 * margin
        self.position = Position.start(len(self.seats))
        self.plies: list[Ply] = []
        self.faults = list(faults)
        self._deals = SEEDED if dealer is None else MANUAL
        self._dealer = dealer or Dealer(len(self.seats), plan.seed)
        self._observers = observers
        self._clocks = [float(seat.limits.clock or 0) for seat in self.seats]
        for ply in history:
            self.position.apply(ply.move)
            self.plies.append(ply)
            if ply.seat and ply.time is not None:
                self._charge(ply.seat, ply.time)

    def play(self) -> GameRecord:
        """Play to the end and return the record."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        for observer in self._observers:
            observer.before_game(self)
        self._begin()
        while not self.position.is_over and not self._is_decided():
            if self.position.is_chance:
                self._add(Ply(0, self._dealer.deal(self.position)))
            elif ply := self._next_move():
                self._add(ply)
        for number, seat in enumerate(self.seats, 1):
            if number not in self.lost:
                seat.player.finish(self._turn(number, ()))
        record = self._record(started)
        for observer in self._observers:
            observer.after_game(record)
        return record

    @property
    def lost(self) -> set[int]:
        """The seats that have lost by a fault."""
        return {fault.seat for fault in self.faults}

    def _is_decided(self) -> bool:
        """Return whether faults have decided the game."""
        if self.faults and self.policy == "void" and len(self.seats) > 2:
            return True
        return len(self.seats) - len(self.lost) <= 1

    def _begin(self) -> None:
        for number, seat in enumerate(self.seats, 1):
            if number in self.lost:
                continue
            try:
                seat.player.begin(len(self.seats), number, seat.seed)
            except PlayerFault as fault:
                self._note_fault(number, fault)
                if self._is_decided():
                    return

    def _next_move(self) -> Ply | None:
        """Return the move of the player to move, or of its stand-in; None after a new fault."""
        number = self.position.to_move
        legal = self.position.legal()
        seat = self.seats[number - 1]
        if number in self.lost:
            return Ply(number, legal[derive("stand-in", seat.seed, len(self.plies)) % len(legal)])
        turn = self._turn(number, legal)
        for observer in self._observers:
            observer.before_move(turn)
        try:
            return self._judged(turn, seat.player.choose(turn))
        except PlayerFault as fault:
            self._note_fault(number, fault)
            return None

    def _judged(self, turn: Turn, choice: Choice) -> Ply:
        """Return the choice as a ply of the record; PlayerFault if it is illegal or too late."""
        player = self.seats[turn.seat - 1].player
        if choice.move not in turn.legal:
            raise player.fault(IllegalChoice, f"'{choice.move[:200]}' is not a legal move")
        milliseconds = 1000 * choice.seconds
        allowed = self._clocks[turn.seat - 1] + self._margin
        if turn.limits.clock is not None and milliseconds > allowed:
            raise player.fault(FlagFall, "the clock has run out")
        self._charge(turn.seat, milliseconds)
        info = choice.info
        return Ply(
            turn.seat,
            choice.move,
            round(milliseconds, 1),
            info.nodes if info else None,
            info.values if info else None,
        )

    def _add(self, ply: Ply) -> None:
        self.position.apply(ply.move)
        self.plies.append(ply)
        for observer in self._observers:
            observer.after_ply(self.position, ply)

    def _charge(self, number: int, milliseconds: float) -> None:
        """Take the time of a move off the clock and add the increment."""
        self._clocks[number - 1] += self.seats[number - 1].limits.inc - milliseconds

    def _turn(self, number: int, legal: Sequence[str]) -> Turn:
        own = self.seats[number - 1].limits
        has_clock = own.clock is not None
        limits = SearchLimits(
            movetime=own.movetime,
            nodes=own.nodes,
            depth=own.depth,
            clock=tuple(map(_told, self._clocks)) if has_clock else None,
            inc=own.inc,
        )
        moves = tuple(ply.move for ply in self.plies)
        return Turn(self.position, moves, number, legal, limits)

    def _note_fault(self, number: int, fault: PlayerFault) -> None:
        self.faults.append(
            Fault(
                seat=number,
                ply=len(self.plies),
                kind=fault.kind,
                reason=fault.reason,
                position=str(self.position),
                command=fault.command,
                log=fault.log,
            )
        )
        for observer in self._observers:
            observer.on_fault(self.faults[-1])

    def _record(self, started: str) -> GameRecord:
        outcome = "forfeit" if self.faults else "played"
        if outcome == "forfeit" and self.policy == "void" and len(self.seats) > 2:
            outcome = "void"
        scores = self.position.scores() if self.position.is_over else None
        return GameRecord(
            program=full_version(),
            id=self.plan.id,
            game=self.plan.game,
            block=self.plan.block,
            seed=self.plan.seed,
            deals=self._deals,
            policy=self.policy,
            seats=tuple(_seat_record(seat) for seat in self.seats),
            plies=tuple(self.plies),
            outcome=outcome,
            scores=scores,
            winners=() if outcome == "void" else winners(len(self.seats), scores, self.lost),
            final=str(self.position),
            faults=tuple(self.faults),
            started=started,
        )


def _told(left: float) -> int:
    """Return the time left on a clock in ms, within the bounds of the protocol."""
    return min(max(int(left), 0), CLOCK_BOUNDS[1])


def _seat_record(seat: SeatedPlayer) -> SeatRecord:
    return SeatRecord(
        name=seat.spec.name,
        spec=seat.spec.text,
        command=seat.spec.command,
        options=dict(seat.spec.options),
        limits=str(seat.limits),
        seed=seat.seed,
        engine=seat.player.describe(),
    )
