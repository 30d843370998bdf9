"""A table with people at it: a game by the referee, with a way back and a way to disk."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from spyrium_ai.human.announcer import YOU, Announcer
from spyrium_ai.human.hints import Hinter
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.person import LeaveTable, Person, TakeBack
from spyrium_ai.human.saved_game import SavedGame
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.record import Fault, GameRecord, Ply
from spyrium_ai.match.referee import Game, SeatedPlayer
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.series import Series
from spyrium_ai.match.settings import POLICIES
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import shorten, so_many

USUAL_FILE = "spyrium-game"
LONGEST_NAME = 24


class HumanGame:
    """Plays one game with people; undo, hints and saved games are its work."""

    def __init__(
        self, series: Series, plan: GamePlan, talk: TerminalIO, file: Path | None = None
    ) -> None:
        """Set up the table.

        Args:
            series: the players and their limits.
            plan: the game of the series that is played here.
            talk: where the people are.
            file: the saved game that is gone on with, to be overwritten by the next `save`.
        """
        self.series = series
        self.plan = plan
        self.talk = talk
        self.file = file
        self.specs = [series.players[entrant] for entrant in plan.entrants]
        self.names = table_names(self.specs)
        self.people = [seat for seat, spec in enumerate(self.specs, 1) if spec.is_human]
        self._announcer = Announcer(talk, self.names, self.people)
        self._hinter = Hinter(talk, series.limits, derive("hint", *plan.player_seeds))
        self._players = [self._player(spec) for spec in self.specs]
        self._game = self._new_game()
        self.record: GameRecord | None = None  # of the finished game
        self._saved: SavedGame | None = None  # what is in the file

    def play(self, plies: Sequence[Ply] = (), faults: Sequence[Fault] = ()) -> None:
        """Play to the end, or until the people leave.

        Args:
            plies: moves and deals that have been made already.
            faults: those that have happened by then.

        Raises:
            UsageError: an engine does not start.
            KeyboardInterrupt: after a word of farewell, if there is a game to go on with.
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
            self.talk.say()
            if self.record is None:
                self._say_goodbye()
            raise
        finally:
            self._hinter.close()
            for player in self._players:
                player.close()

    def can_take_back(self) -> bool:
        """Return whether a person has decided anything yet."""
        return any(ply.seat in self.people for ply in self._game.plies)

    def save(self, name: str) -> None:
        """Save the game under a name, or under the usual one for '', and say so."""
        saved = self._as_it_stands()
        usual = self.file or _unused_file()
        try:
            path = Path(name).expanduser() if name else usual
            if path != self.file and path.exists():
                self.talk.tell(f"'{path}' exists already: name another file.")
                return
            saved.save(path)
        except (
            OSError,
            RuntimeError,
            ValueError,
        ) as error:
            # A RuntimeError is an unknown '~user', a ValueError a NUL in the name.
            reason = error.strerror if isinstance(error, OSError) else error
            self.talk.tell(f"'{name or usual}' cannot be written: {reason}.")
            return
        self.file = path
        self._saved = saved
        self.talk.tell(f"Saved. {_how_to_go_on(path)}")

    def hint(self, turn: Turn, menu: Menu, name: str) -> None:
        """Say what an engine would do, the usual one for ''."""
        self._hinter.hint(turn, menu, self.names, name)

    def log(self) -> None:
        """Say the moves of this turn in words."""
        if not self._announcer.tell_turn(self._game.plies):
            self.talk.tell("Nobody has moved yet in this turn.")

    def _as_it_stands(self) -> SavedGame:
        plies = self._game.plies
        return SavedGame(
            players=tuple(spec.text for spec in self.series.players),
            seed=self.series.seed,
            game=self.plan.game,
            limits=self.series.limits,
            policy=self.series.policy,
            moves=tuple(ply.move for ply in plies),
            times=tuple(ply.time for ply in plies),
            faults=tuple(self._game.faults),
        )

    def _player(self, spec: PlayerSpec) -> Player:
        if spec.is_human:
            return Person(self.talk, self.names, self)
        return EnginePlayer(spec, self.series.patience)

    def _new_game(self, plies: Sequence[Ply] = (), faults: Sequence[Fault] = ()) -> Game:
        """Return the game after these moves and deals; the same is dealt from here on."""
        together = zip(self.specs, self._players, self.plan.player_seeds, strict=True)
        seats = [
            SeatedPlayer(spec, player, self._limits(spec), seed) for spec, player, seed in together
        ]
        return Game(
            self.plan,
            seats,
            policy=self.series.policy,
            margin=self.series.patience.margin,
            observers=(self._announcer,),
            history=plies,
            faults=faults,
        )

    def _limits(self, spec: PlayerSpec) -> TimeControl:
        return TimeControl() if spec.is_human else self.series.limits_of(spec)

    def _open(self) -> None:
        """Start the engines in the game; UsageError: one does not start, or lacks an option."""
        for seat, player in enumerate(self._players, 1):
            if isinstance(player, EnginePlayer) and seat not in self._game.lost:
                player.check()

    def _to_the_end(self) -> None:
        """Play, beginning again in the middle whenever somebody takes something back."""
        while self.record is None:
            try:
                self.record = self._game.play()
                if self.talk.is_dialogue:
                    self._ask_at_the_end()
            except TakeBack:
                self._take_back()

    def _take_back(self) -> None:
        self.record = None
        plies = self._game.plies
        index = max(i for i, ply in enumerate(plies) if ply.seat in self.people)
        count = sum(1 for ply in plies[index:] if ply.seat)
        faults = [fault for fault in self._game.faults if fault.ply <= index]
        self._game = self._new_game(plies[:index], faults)
        self.talk.tell(f"Taken back: {so_many(count, 'move')}.")

    def _ask_at_the_end(self) -> None:
        """Let a person at a terminal go back or save after the end."""
        while True:
            answer = self.talk.ask("Enter leaves the table, undo goes back, save keeps the game:")
            word, _, rest = (answer or "").strip().partition(" ")
            if word in {"", "quit", "q"}:
                return
            if word in {"undo", "u"} and self.can_take_back():
                raise TakeBack
            if word == "save":
                self.save(rest.strip())

    def _welcome(self) -> None:
        players = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1))
        self.talk.tell(f"Spyrium, seed {self.series.seed}: {players}. Type help for the rules.")
        if self._game.plies:
            self.talk.tell(f"The game goes on in turn {self._game.position.turn}.")
            self.log()
        for fault in self._game.faults:
            self._announcer.on_fault(fault)

    def _say_goodbye(self) -> None:
        """Say how to go on with a game that is left."""
        if self._saved and self.file:
            is_new = self._saved == self._as_it_stands()
            when = "as it stands" if is_new else "as it was when you saved it"
            self.talk.tell(f"You leave the table. The game is saved {when}.")
            self.talk.say(_how_to_go_on(self.file))
            return
        self.talk.tell("You leave the table. The game has not been saved.")
        if self.plan.game == 1:
            self.talk.say(f"To begin it anew: {self.talk.style.text(_command_line(self.series))}")


def table_names(specs: Sequence[PlayerSpec]) -> list[str]:
    """Return what the players are called at the table: a person alone among engines is 'you'."""
    people = sum(spec.is_human for spec in specs)
    return [
        YOU if spec.is_human and people == 1 else shorten(spec.name, LONGEST_NAME, "..")
        for spec in specs
    ]


def _command_line(series: Series) -> str:
    """Return the command that plays the first game of the series from its beginning."""
    words = ["spyrium-ai", "match", *(spec.text for spec in series.players)]
    words += ["--seed", str(series.seed)]
    for name in ("movetime", "nodes"):
        if (value := getattr(series.limits, name)) is not None:
            words += [f"--{name}", str(value)]
    if series.limits.clock is not None:
        words += ["--clock", f"{series.limits.clock}+{series.limits.inc}"]
    if series.policy != POLICIES[0]:
        words += ["--policy", series.policy]
    return shlex.join(words)


def _unused_file() -> Path:
    path, number = Path(f"{USUAL_FILE}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{USUAL_FILE}-{number}.json")
    return path


def _how_to_go_on(path: Path) -> str:
    return f"To go on: spyrium-ai match --resume {shlex.quote(str(path))}"
