"""A game with people: the referee's game with undo, hints and saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spyrium_ai.human.announcer import YOU, Announcer
from spyrium_ai.human.game_keeper import GameKeeper
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.human.hints import Hinter
from spyrium_ai.human.manual_dealer import ManualDealer
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.people_game import PeopleGame, seated
from spyrium_ai.human.person import LeaveTable, Person, TakeBack
from spyrium_ai.human.resuming import command_line, how_to_resume, unused_file
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.tutor import Tutor
from spyrium_ai.match.player import Player, Turn
from spyrium_ai.match.player_spec import HUMAN, PlayerSpec
from spyrium_ai.match.records.deal_source import MANUAL
from spyrium_ai.match.records.record import Fault, Ply
from spyrium_ai.match.referee import Observer
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.series import Series
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import shorten, so_many

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


class HumanGame(PeopleGame):
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
        super().__init__(series, plan, table_names(seated(series, plan)))
        self.terminal = terminal
        self.file = file
        self._announcer = Announcer(terminal, self.names, self.people)
        self._hinter = Hinter(terminal, series.limits, derive("hint", *plan.player_seeds))
        self.tutor = Tutor(terminal, self.names, is_on=extras.tutor)
        keep = extras.store, self.people, terminal.tell, self.as_it_stands
        self._keeper = GameKeeper(*keep, resumed=file)
        is_manual = series.deals == MANUAL
        self._manual_dealer = ManualDealer(terminal, self.names, self) if is_manual else None
        self._saved: SavedGame | None = None  # the content of the file
        self._seat()

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
        self._saved = self.as_it_stands() if self.file else None
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
            self._close_players()

    def save(self, name: str) -> None:
        """Save the game to this file, or to the default one for '', and report it."""
        saved = self.as_it_stands()
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

    def _person(self) -> Player:
        return Person(self.terminal, self.names, self)

    def release(self) -> None:
        """Let other programs go on with the game."""
        self._keeper.release()

    def _observers(self) -> Sequence[Observer]:
        return self._announcer, self._keeper

    def _own_dealer(self) -> ManualDealer | None:
        """Return the dealer who asks the people, if they deal by hand."""
        return self._manual_dealer

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
                self._undo()

    def _undo(self) -> None:
        plies = self._game.plies
        taken = self._take_back()
        if self._manual_dealer:
            self._manual_dealer.memory.remember(plies)
        self._keeper.keep()
        moves = sum(1 for ply in taken if ply.seat)
        what = so_many(moves, "move") if taken[0].seat else "the deal"
        self.terminal.tell(f"Taken back: {what}.")

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
        dealt = "dealt by hand" if self._manual_dealer else f"seed {self.series.seed}"
        self.terminal.tell(f"Spyrium, {dealt}: {players}. Type help for the rules.")
        if self._game.plies:
            self.terminal.tell(f"The game resumes in turn {self._game.position.turn}.")
            self.log()
        for fault in self._game.faults:
            self._announcer.on_fault(fault)

    def _say_goodbye(self) -> None:
        """Say how to resume the unfinished game."""
        is_new = self._saved == self.as_it_stands()
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
