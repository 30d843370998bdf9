"""A person as a player at the table: the dialogue from the position to a move."""

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
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.util.text import shorten

WORDS = tuple(name.split()[0] for name in COMMANDS if name.islower() or "[" in name)
SHORT = {"?": "help", "h": "help", "b": "board", "m": "moves", "u": "undo", "q": "quit"}
SHORT |= {"exit": "quit"}


class LeaveTable(Exception):  # noqa: N818 (no error: what a person does)
    """The person leaves, or the input has ended."""


class TakeBack(Exception):  # noqa: N818 (no error: what a person does)
    """The person takes back the last decision made at this table by a person."""


class Host(Protocol):
    """What the table does for the people who sit at it."""

    def can_take_back(self) -> bool:
        """Return whether a person has decided anything yet."""

    def save(self, name: str) -> None:
        """Save the game under a name, or under the usual one for '', and say so."""

    def hint(self, turn: Turn, menu: Menu, name: str) -> None:
        """Say what an engine would do, the usual one for ''."""

    def log(self) -> None:
        """Say the moves of this turn in words."""


class Person(Player):
    """A player who sees the screen and types."""

    def __init__(self, talk: TerminalIO, names: Sequence[str], host: Host) -> None:
        self.talk = talk
        self.names = names
        self.host = host

    def choose(self, turn: Turn) -> Choice:
        """Return the move that the person types.

        Raises:
            LeaveTable: the person leaves, or the input has ended.
            TakeBack: the person takes back a decision.
        """
        started = time.monotonic()
        dialogue = Dialogue(turn, self.talk, self.names, self.host)
        return Choice(dialogue.move(), time.monotonic() - started)


class Dialogue:
    """One decision: shows the position and the moves, answers commands until there is a move."""

    def __init__(self, turn: Turn, talk: TerminalIO, names: Sequence[str], host: Host) -> None:
        self.turn = turn
        self.talk = talk
        self.names = names
        self.host = host
        self.menu = Menu(turn.position.board(), turn.legal)
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show_board(),
            "moves": lambda _: self._show_moves(),
            "unseen": lambda _: talk.say(render_unseen(turn.position.board(), talk.style)),
            "log": lambda _: host.log(),
            "hint": lambda name: host.hint(turn, self.menu, name),
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
            line = self.talk.ask(self._prompt())
            if line is None:
                raise LeaveTable
            move = self._answer(" ".join(line.split()))
            if move:
                return move

    def _prompt(self) -> str:
        name = self.names[self.turn.seat - 1]
        whose = "Your move" if name == "you" else f"The move of {name}"
        many = f"1-{len(self.menu)}" if len(self.menu) > 1 else "Enter for the only one"
        return f"{whose} ({many}, or help):"

    def _answer(self, text: str) -> str | None:
        """Return the move that the text stands for; carry out a command and return None."""
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
            self.talk.tell(self._suggestion(text))
        return None

    def _numbered(self, text: str) -> str | None:
        move = self.menu.move(int(text)) if len(text) < 9 else None
        if move is None:
            self.talk.tell(
                f"There is no move {shorten(text)}: the moves are 1 to {len(self.menu)}."
            )
        return move

    def _suggestion(self, text: str) -> str:
        """Return what may have been meant by words that are neither a move nor a command."""
        if not text:
            return "Type the number of a move, or help."
        if f"II:{text}" in self.turn.legal:
            return f"This begins Phase II for you: type II:{text} if you mean it."
        with contextlib.suppress(NotationError):
            return f"'{text}' is not legal: {refusal(self.turn.position.board(), text)}."
        known = [*WORDS, *self.turn.legal]
        close = difflib.get_close_matches(text, known, n=1) or difflib.get_close_matches(
            text.partition(" ")[0].lower(), WORDS, n=1
        )
        hint = f"did you mean '{close[0]}'?" if close else "type a number, or help."
        return f"'{shorten(text)}' is no move here and no command; {hint}"

    def _show_board(self) -> None:
        self.talk.say()
        self.talk.say(render(self.turn.position, self.names, self.talk.style))

    def _show_moves(self) -> None:
        self.talk.say()
        self.talk.say(self.menu.render(self.talk.style))

    def _help(self, code: str) -> None:
        text = explain(code, self.talk.style) if code else render_help(self.talk.style)
        if text is None:
            self.talk.tell(f"No card or event has the code '{shorten(code)}'.")
        else:
            self.talk.say(text)

    def _take_back(self) -> None:
        if self.host.can_take_back():
            raise TakeBack
        self.talk.tell("There is nothing to take back yet.")

    def _leave(self) -> None:
        raise LeaveTable
