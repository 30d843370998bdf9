"""A person as a player: the dialogue that leads from a position to a move."""

from __future__ import annotations

import contextlib
import difflib
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.text.board_view import render
from spyrium_ai.human.help_text import COMMANDS, explain, render_help, render_unseen
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.tutor import Tutor
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.util.text import shorten

WORDS = tuple(name.split()[0] for name in COMMANDS if name.islower() or "[" in name)
SHORT = {"?": "help", "h": "help", "b": "board", "m": "moves", "u": "undo", "q": "quit"}
SHORT |= {"exit": "quit"}


class LeaveTable(Exception):  # noqa: N818 (not an error)
    """The person quits, or the input has ended."""


class TakeBack(Exception):  # noqa: N818 (not an error)
    """The person takes back the last decision of a person in this game."""


class Keeper(Protocol):
    """What a game offers to its people at every question, that of the deals by hand included."""

    def can_take_back(self) -> bool:
        """Return whether a person has made a decision yet."""

    def save(self, name: str) -> None:
        """Save the game to this file, or to the default one for ''."""


class Host(Keeper, Protocol):
    """What a game offers to the people who decide."""

    def hint(self, turn: Turn, menu: Menu, name: str) -> None:
        """Print the move of an engine, the default one for ''."""

    def log(self) -> None:
        """Print the moves of this turn in words."""

    def why(self) -> None:
        """Say what the last move lost, and why."""

    @property
    def tutor(self) -> Tutor:
        """Judges moves and positions."""


class Person(Player):
    """A player who reads the screen and types."""

    def __init__(self, terminal: TerminalIO, names: Sequence[str], host: Host) -> None:
        self.terminal = terminal
        self.names = names
        self.host = host

    def choose(self, turn: Turn) -> Choice:
        """Return the move that the person types.

        Raises:
            LeaveTable: the person quits, or the input has ended.
            TakeBack: the person takes back a decision.
        """
        started = time.monotonic()
        dialogue = Dialogue(turn, self.terminal, self.names, self.host)
        return Choice(dialogue.move(), time.monotonic() - started)


class Dialogue:
    """One decision: shows the position and the moves, and answers commands until a move comes."""

    def __init__(self, turn: Turn, terminal: TerminalIO, names: Sequence[str], host: Host) -> None:
        self.turn = turn
        self.terminal = terminal
        self.names = names
        self.host = host
        self.menu = Menu(turn.position.board(), turn.legal)
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show_board(),
            "moves": lambda _: self._show_moves(),
            "unseen": lambda _: terminal.say(render_unseen(turn.position.board(), terminal.style)),
            "log": lambda _: host.log(),
            "hint": lambda name: host.hint(turn, self.menu, name),
            "why": lambda _: host.why(),
            "eval": lambda _: host.tutor.evaluate(turn),
            "tutor": host.tutor.switch,
            "undo": lambda _: self._take_back(),
            "save": host.save,
            "help": self._help,
            "quit": lambda _: self._leave(),
        }

    def move(self) -> str:
        """Return the move that is typed."""
        self._show_board()
        self._show_moves()
        while True:
            line = self.terminal.ask(self._prompt())
            if line is None:
                raise LeaveTable
            move = self._answer(" ".join(line.split()))
            if move and self.host.tutor.allows(self.turn, move):
                return move

    def _prompt(self) -> str:
        name = self.names[self.turn.seat - 1]
        whose = "Your move" if name == "you" else f"The move of {name}"
        many = f"1-{len(self.menu)}" if len(self.menu) > 1 else "Enter for the only one"
        return f"{whose} ({many}, or help):"

    def _answer(self, text: str) -> str | None:
        """Return the move that the text means, or execute it as a command and return None."""
        if not text and len(self.menu) == 1:
            return self.menu.move(1)
        if text.isascii() and text.isdigit():
            return self._numbered(text)
        if text in self.turn.legal:
            return text
        word, _, rest = text.partition(" ")
        name = SHORT.get(word.lower(), word.lower())
        if name in self._commands:
            self._commands[name](rest)
        else:
            self.terminal.tell(self._suggestion(text))
        return None

    def _numbered(self, text: str) -> str | None:
        move = self.menu.move(int(text)) if len(text) < 9 else None
        if move is None:
            self.terminal.tell(
                f"There is no move {shorten(text)}: the moves are 1 to {len(self.menu)}."
            )
        return move

    def _suggestion(self, text: str) -> str:
        """Return a message for a text that is neither a move nor a command, with a suggestion."""
        if not text:
            return "Type the number of a move, or help."
        if f"II:{text}" in self.turn.legal:
            return f"This move begins your Phase II: type II:{text} to confirm."
        with contextlib.suppress(NotationError):
            return f"'{text}' is not legal: {refusal(self.turn.position.board(), text)}."
        known = [*WORDS, *self.turn.legal]
        close = difflib.get_close_matches(text, known, n=1) or difflib.get_close_matches(
            text.partition(" ")[0].lower(), WORDS, n=1
        )
        hint = f"did you mean '{close[0]}'?" if close else "type a number, or help."
        return f"'{shorten(text)}' is neither a legal move nor a command; {hint}"

    def _show_board(self) -> None:
        self.terminal.say()
        self.terminal.say(render(self.turn.position, self.names, self.terminal.style))

    def _show_moves(self) -> None:
        self.terminal.say()
        self.terminal.say(self.menu.render(self.terminal.style))

    def _help(self, code: str) -> None:
        text = explain(code, self.terminal.style) if code else render_help(self.terminal.style)
        if text is None:
            self.terminal.tell(f"No card or event has the code '{shorten(code)}'.")
        else:
            self.terminal.say(text)

    def _take_back(self) -> None:
        if self.host.can_take_back():
            raise TakeBack
        self.terminal.tell("There is nothing to take back yet.")

    def _leave(self) -> None:
        raise LeaveTable
