"""A table: one game of people and engines, played in a thread, shown to whoever looks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from spyrium_ai.analysis.report.viewer_game import result
from spyrium_ai.game.dealer import DealSource
from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_draft import Draft
from spyrium_ai.human.game_keeper import GameKeeper
from spyrium_ai.human.people_game import PeopleGame, seated
from spyrium_ai.human.person import LeaveTable, TakeBack
from spyrium_ai.match.player import Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.deal_source import MANUAL
from spyrium_ai.match.records.record import Ply
from spyrium_ai.match.referee import Observer
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.web.api import ApiError, Data
from spyrium_ai.web.moves_data import legal_data, refused_data
from spyrium_ai.web.play.audience import Audience, Push
from spyrium_ai.web.play.deals import Entry, WebDealer
from spyrium_ai.web.play.kept import Place
from spyrium_ai.web.play.past import Past
from spyrium_ai.web.play.players import (
    Teller,
    WebPerson,
    account_data,
    fault_data,
    kind_of,
    player_data,
)
from spyrium_ai.web.play.track import TableTrack
from spyrium_ai.web.play.waiting import Waiting


class Table(PeopleGame):
    """A game that requests play. `open` starts its engines, `start` its thread, `close` ends it."""

    def __init__(self, series: Series, place: Place, saved: SavedGame | None = None) -> None:
        """Prepare the table.

        Args:
            series: the players and their limits.
            place: where its game is kept, and the table's name.
            saved: the game that is resumed.
        """
        plan = series.plan(saved.game if saved else 1)
        specs = seated(series, plan)
        super().__init__(series, plan, [spec.name for spec in specs])
        self.id = place.name
        self.key = place.key
        self._lock = threading.RLock()
        self._audience = Audience(self._lock, self.state)
        self._waiting: Waiting[str | Draft] = Waiting()
        self._track = TableTrack(len(specs))
        self._decides: Data = {"kind": "engine", "seat": 0}
        self._turn: Turn | None = None  # that a person is asked for
        self._keeper = GameKeeper(
            place.store, self.people, self._tell, self.as_it_stands, path=place.path
        )
        self._notices: list[str] = []
        is_manual = series.deals == MANUAL
        self._manual_dealer = WebDealer(self.names, self._asked_deal) if is_manual else None
        self.place = place
        self._thread = threading.Thread(target=self._play, name=f"table {self.id}", daemon=True)
        self._seat()
        if saved:
            self._resume(saved)

    def open(self) -> None:
        """Start the engines; UsageError if one does not start or lacks an option."""
        try:
            self._open()
        except BaseException:
            self._close_players()
            raise

    def start(self) -> None:
        """Begin to play, in a thread."""
        self._thread.start()

    def ask_to_close(self) -> None:
        """Have the game end as soon as the engine that thinks has moved."""
        self._waiting.close()

    def close(self, deadline: float) -> None:
        """End the game and its engines; what was played is kept.

        Args:
            deadline: until when an engine may think on, by `time.monotonic`.
        """
        self.ask_to_close()
        if self._thread.is_alive():
            self._thread.join(max(0.0, deadline - time.monotonic()))
        self._close_players()
        self._thread.join()
        self.place.leave()

    @property
    def turn(self) -> int:
        """The turn in which the game stands."""
        return self._game.position.turn

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks on."""
        return len(self._audience) > 0

    @property
    def seen(self) -> float:
        """When somebody looked last, by `time.monotonic`."""
        return self._audience.seen

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.record is not None

    def state(self, first: int = 0) -> Data:
        """Return everything that a page shows, its moves and deals without the first ones."""
        with self._lock:
            first = max(0, min(first, len(self._track)))
            record = self.record
            return {
                "type": "state",
                "id": self.id,
                "version": self._waiting.version,
                "players": [
                    player_data(seat, spec, player)
                    for seat, (spec, player) in enumerate(
                        zip(self.specs, self._players, strict=True), 1
                    )
                ],
                "title": ", ".join(self.names),
                "seed": None if self._manual_dealer else str(self.series.seed),
                "deals": self.series.deals,
                "kept": self._keeper.name if self.place.is_kept else "",
                "notices": list(self._notices),
                "from": first,
                **self._track.since(first),
                "faults": [fault_data(fault) for fault in self._game.faults],
                "winners": list(record.winners) if record else [],
                "scores": record.scores if record else None,
                "result": result(record) if record else "",
                "accounts": account_data(self._game.position) if record and record.scores else [],
                "decides": self._decides,
                "undo": self.can_take_back(),
                "invite": f"/join/{self.key}",
            }

    def subscribe(self, push: Push) -> Callable[[], None]:
        """Send the state now and after every change, until the function that is returned is called.

        `push` gets each message as JSON text; it must not wait.
        """
        return self._audience.join(push)

    def move(self, version: int, move: str) -> int:
        """Make a move for the person who decides; return how many plies there were before.

        Raises:
            ApiError: it is not legal here, with the reason; or the version is stale.
        """
        before = len(self._track)
        self._waiting.give(version, move)
        return before

    def enter(self, version: int, entry: Entry) -> int:
        """Enter something of a deal by hand, as `move`."""
        if self._manual_dealer is None:
            raise ApiError(409, "the deals of this table are not by hand")
        before = len(self._track)
        self._waiting.give(version, self._manual_dealer.entered(entry))
        return before

    def take_back(self, version: int) -> None:
        """Take back the last decision of a person; ApiError if there is none."""
        if not self.can_take_back():
            raise ApiError(409, "there is nothing to take back yet")
        self._waiting.take_back(version)

    def wait_beyond(self, version: int, seconds: float) -> None:
        """Wait until the table has changed since that version."""
        self._waiting.wait_beyond(version, seconds)

    def asked(self, version: int) -> Turn:
        """Return the decision that a person is asked for; ApiError if there is none."""
        with self._lock:
            turn = self._turn
            if turn is None or version != self._waiting.version:
                raise ApiError(409, "no person decides here now")
            return turn

    @property
    def past(self) -> Past:
        """What lies behind it."""
        return Past(len(self.names), list(self._game.plies))

    # What the game's thread does.

    def _play(self) -> None:
        try:
            while True:
                try:
                    if self.record is None:
                        self.record = self._game.play()
                        self._change({"kind": "over"})
                    self._waiting.rest()
                except TakeBack:
                    self._undo()
        except LeaveTable:
            self._close_players()

    def _undo(self) -> None:
        plies = self._game.plies
        self._take_back()
        if self._manual_dealer:
            self._manual_dealer.memory.remember(plies)
        with self._lock:
            self._track.cut(len(self._game.plies))
            self._audience.forget(len(self._track))
        self._keeper.keep()

    def _resume(self, saved: SavedGame) -> None:
        plies = saved.plies()
        self._game = self._new_game(plies, saved.faults)
        position = Position.start(len(self.names))
        for ply in plies:
            position.apply(ply.move)
            self._track.add(position, ply)

    def _limits(self, spec: PlayerSpec) -> TimeControl:
        # A level has its own limits, the same on every machine.
        return TimeControl() if kind_of(spec) == "level" else super()._limits(spec)

    def _person(self) -> Player:
        return WebPerson(self)

    def _observers(self) -> Sequence[Observer]:
        return Teller(self), self._keeper

    def _own_dealer(self) -> DealSource | None:
        return self._manual_dealer

    def chosen(self, turn: Turn) -> str:
        """Return the move that a request makes; as `Player.choose`."""

        def check(answer: str | Draft) -> None:
            if answer not in turn.legal:
                raise ApiError(422, f"{answer} is not legal here")

        legal, refused = legal_data(turn.position), refused_data(turn.position)
        decides = {"kind": "move", "seat": turn.seat, "person": True}
        with self._lock:
            self._turn = turn
            self._change({**decides, "legal": legal, "refused": refused}, check)
        try:
            answer = self._waiting.ask()
        finally:
            self._turn = None
        assert isinstance(answer, str)  # noqa: S101 (checked)
        return answer

    def _asked_deal(self) -> Draft | str:
        assert self._manual_dealer is not None  # noqa: S101 (asks for it)
        self._change(self._manual_dealer.data(), lambda _: None)
        return self._waiting.ask()

    def played(self, position: Position, ply: Ply) -> None:
        """Note a move or deal."""
        with self._lock:
            self._track.add(position, ply)

    def pass_on(self, turn: Turn) -> None:
        """Show who thinks; leave or go back if that is wanted."""
        self._waiting.pass_on()
        if turn.seat not in self.people:
            self._change({"kind": "engine", "seat": turn.seat})

    def leave_if_closed(self) -> None:
        """Leave before a fault is noted that the closing itself has made."""
        if self._waiting.is_closed:
            raise LeaveTable

    def _change(self, decides: Data, check: Callable[[str | Draft], None] | None = None) -> None:
        with self._lock:
            self._decides = decides
            self._waiting.change(check)
            self._audience.show()

    def _tell(self, text: str) -> None:
        self._notices.append(text)
