"""A game with people: the referee's game with undo, hints and saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from spyrium_ai.human.announcer import YOU, Announcer
from spyrium_ai.human.game_keeper import GameKeeper
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.human.hints import Hinter
from spyrium_ai.human.manual_dealer import ManualDealer
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.person import LeaveTable, Person, TakeBack
from spyrium_ai.human.resuming import command_line, how_to_resume, unused_file
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.tutor import Tutor
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Player, Turn
from spyrium_ai.match.player_spec import HUMAN, PlayerSpec
from spyrium_ai.match.records.deal_source import MANUAL
from spyrium_ai.match.records.record import Fault, GameRecord, Ply
from spyrium_ai.match.referee import Game, SeatedPlayer
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import shorten, so_many
from spyrium_ai.version import full_version

LONGEST_NAME = 24
MOST_DIGITS = 4  # of a number of hints


@dataclass(frozen=True)
class Extras:
    """What a game with people has beside the game.

    `store` keeps it, move by move, and None keeps nothing; `tutor` says whether bad moves are
    questioned from the start.
    """

    store: GameStore | None = None
    tutor: bool = False


class HumanGame:
    """Plays one game with people, and provides undo, hints and saving."""

    def __init__(
        self,
        series: Series,
        plan: GamePlan,
        terminal: TerminalIO,
        file: Path | None = None,
        extras: Extras | None = None,
    ) -> None:
        """Prepare the game.

        Args:
            series: the players and their limits.
            plan: the game of the series to play.
            terminal: of the people.
            file: the saved game that is resumed; the next `save` overwrites it.
            extras: whether the game is kept, and whether a tutor watches; by default neither.
        """
        extras = extras or Extras()
        self.series = series
        self.plan = plan
        self.terminal = terminal
        self.file = file
        self.specs = [series.players[entrant] for entrant in plan.entrants]
        self.names = table_names(self.specs)
        self.people = [seat for seat, spec in enumerate(self.specs, 1) if spec.is_human]
        self._announcer = Announcer(terminal, self.names, self.people)
        self._hinter = Hinter(terminal, series.limits, derive("hint", *plan.player_seeds))
        self.tutor = Tutor(terminal, self.names, is_on=extras.tutor)
        self._keeper = GameKeeper(extras.store, self.people, terminal, self._as_it_stands, file)
        self._players = [self._player(spec) for spec in self.specs]
        self._dealer = self._manual_dealer()
        self._game = self._new_game()
        self.record: GameRecord | None = None  # of the finished game
        self._saved: SavedGame | None = None  # the content of the file
        self._started = datetime.now(UTC)

    def play(self, plies: Sequence[Ply] = (), faults: Sequence[Fault] = ()) -> None:
        """Play to the end, or until the people quit.

        Args:
            plies: the moves and deals of a resumed game.
            faults: its faults so far.

        Raises:
            UsageError: an engine does not start.
            KeyboardInterrupt: Ctrl-C; of an unfinished game it says first how to resume it.
        """
        self._game = self._new_game(plies, faults)
        self._saved = self._as_it_stands() if self.file else None
        try:
            self._open()
            self._welcome()
            self._to_the_end()
        except LeaveTable:
            self._say_goodbye()
        except KeyboardInterrupt:
            self.terminal.say()
            if self.record is None:
                self._say_goodbye()
            raise
        finally:
            self._hinter.close()
            self.tutor.close()
            for player in self._players:
                player.close()

    def can_take_back(self) -> bool:
        """Return whether a person has made a decision yet, a deal by hand included."""
        return any(map(self._is_by_people, self._game.plies))

    def save(self, name: str) -> None:
        """Save the game to this file, or to the default one for '', and report it."""
        saved = self._as_it_stands()
        default = self.file or unused_file()
        try:
            path = Path(name).expanduser() if name else default
            if path != self.file and path.exists():
                self.terminal.tell(f"'{path}' already exists: choose another name.")
                return
            saved.save(path)
        except (
            OSError,
            RuntimeError,
            ValueError,
        ) as error:
            # A RuntimeError is an unknown '~user', a ValueError a NUL in the name.
            reason = error.strerror if isinstance(error, OSError) else error
            self.terminal.tell(f"'{name or default}' cannot be written: {reason}.")
            return
        self.file = path
        self._saved = saved
        self.terminal.tell(f"Saved. {how_to_resume(path)}")

    def hint(self, turn: Turn, menu: Menu, name: str) -> None:
        """Print the move of an engine, the default one for '', or so many of the best moves."""
        if name.isascii() and name.isdigit() and len(name) < MOST_DIGITS:
            self.tutor.lines(turn, menu, max(1, int(name)))
        else:
            self._hinter.hint(turn, menu, self.names, name)

    def why(self) -> None:
        """Say what the last move lost, and why."""
        self.tutor.why(self._game.plies)

    def log(self) -> None:
        """Print the moves of this turn in words."""
        if not self._announcer.tell_turn(self._game.plies):
            self.terminal.tell("There is no move in this turn yet.")

    def _as_it_stands(self) -> SavedGame:
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
            started=self._started.isoformat(timespec="seconds"),
            program=full_version(),
        )

    def _manual_dealer(self) -> ManualDealer | None:
        """Return the dealer who asks the people, if they deal by hand."""
        is_manual = self.series.deals == MANUAL
        return ManualDealer(self.terminal, self.names, self) if is_manual else None

    def _is_by_people(self, ply: Ply) -> bool:
        return ply.seat in self.people if ply.seat else self._dealer is not None

    def _player(self, spec: PlayerSpec) -> Player:
        if spec.is_human:
            return Person(self.terminal, self.names, self)
        return EnginePlayer(spec, self.series.patience)

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
            observers=(self._announcer, self._keeper),
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

    def _to_the_end(self) -> None:
        """Play on to the end; after an undo, continue from the earlier position."""
        while self.record is None:
            try:
                self.record = self._game.play()
                if self.tutor.is_on:
                    self.tutor.look_back(self.record)
                if self.terminal.is_dialogue:
                    self._ask_at_the_end()
            except TakeBack:
                self._take_back()

    def _take_back(self) -> None:
        self.record = None
        plies = self._game.plies
        index = max(i for i, ply in enumerate(plies) if self._is_by_people(ply))
        moves = sum(1 for ply in plies[index:] if ply.seat)
        taken = so_many(moves, "move") if plies[index].seat else "the deal"
        if self._dealer:
            self._dealer.remember(plies)
        faults = [fault for fault in self._game.faults if fault.ply <= index]
        self._game = self._new_game(plies[:index], faults)
        self._keeper.keep()
        self.terminal.tell(f"Taken back: {taken}.")

    def _ask_at_the_end(self) -> None:
        """Let a person at a terminal undo, save or look back after the end."""
        while True:
            answer = self.terminal.ask("Press Enter to leave, or type analyse, undo or save:")
            word, _, rest = (answer or "").strip().partition(" ")
            if word in {"", "quit", "q"}:
                return
            if word in {"undo", "u"} and self.can_take_back():
                raise TakeBack
            if word == "save":
                self.save(rest.strip())
            if word == "analyse" and self.record:
                self.tutor.look_back(self.record)

    def _welcome(self) -> None:
        players = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1))
        dealt = "dealt by hand" if self._dealer else f"seed {self.series.seed}"
        self.terminal.tell(f"Spyrium, {dealt}: {players}. Type help for the rules.")
        if self._game.plies:
            self.terminal.tell(f"The game resumes in turn {self._game.position.turn}.")
            self.log()
        for fault in self._game.faults:
            self._announcer.on_fault(fault)

    def _say_goodbye(self) -> None:
        """Say how to resume the unfinished game."""
        is_new = self._saved == self._as_it_stands()
        if self._keeper.name and not (self.file and is_new):
            self.terminal.tell("The game is kept.")
            self.terminal.say(how_to_resume(self._keeper.name))
            return
        if self._saved and self.file:
            when = "as it stands" if is_new else "as it was when you last saved it"
            self.terminal.tell(f"The game is saved {when}.")
            self.terminal.say(how_to_resume(self.file))
            return
        self.terminal.tell("The game has not been saved.")
        if self.plan.game == 1:
            self.terminal.say(
                f"To start it again: {self.terminal.style.text(command_line(self.series))}"
            )


def table_names(specs: Sequence[PlayerSpec]) -> list[str]:
    """Return the players' names in the game: the only person among engines is 'you'."""
    people = sum(spec.is_human for spec in specs)
    return [
        YOU if spec.name == HUMAN and people == 1 else shorten(spec.name, LONGEST_NAME, "..")
        for spec in specs
    ]
