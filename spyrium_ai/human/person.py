"""A person as a player: the dialogue that leads from a position to a move."""

from __future__ import annotations

import contextlib
import difflib
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from spyrium_ai.game.card_table import CELLS
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.human.announcer import YOU
from spyrium_ai.human.help_text import COMMANDS, explain, render_help, render_unseen
from spyrium_ai.human.move_menu import Menu, grouped
from spyrium_ai.human.screen import Screen
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.tutor import Tutor
from spyrium_ai.human.typed_move import meant
from spyrium_ai.human.typed_refusal import to_you, why_not
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
        self.screen = Screen(turn.position, self.menu, names, terminal)
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show(self.screen.board_text()),
            "moves": lambda _: self._show(self.menu.render(terminal.style)),
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
        self.screen.open()
        while True:
            line = self.terminal.ask(self._prompt())
            if line is None:
                raise LeaveTable
            move = self._answer(" ".join(line.split()))
            if move:
                self.screen.close()
                if self.host.tutor.allows(self.turn, move):
                    return move
                self.screen.reopen()

    def _prompt(self) -> str:
        name = self.names[self.turn.seat - 1]
        whose = "Your move" if name == YOU else f"The move of {name}"
        if self.screen.next:
            return f"{whose} (a number, Enter for {self.screen.next}, or help):"
        many = f"1-{len(self.menu)}" if len(self.menu) > 1 else "Enter for the only one"
        return f"{whose} ({many}, or help):"

    def _answer(self, text: str) -> str | None:
        """Return the move that the text means, or execute it as a command and return None."""
        if not text and self.screen.next:
            self.screen.show_next()
            return None
        if not text and len(self.menu) == 1:
            return self.menu.move(1)
        if text.isascii() and text.isdigit():
            return self._numbered(text)
        if text in self.turn.legal:
            return text
        word, _, rest = text.partition(" ")
        name = SHORT.get(word.lower(), word.lower())
        if name in self._commands:
            self.screen.run(lambda: self._commands[name](rest))
        elif f"II:{text}" in self.turn.legal:
            self._tell(f"This move begins your Phase II: type II:{text} to confirm.")
        else:
            return self._named(text)
        return None

    def _named(self, text: str) -> str | None:
        """Return the move that the names in the text mean, or say why it is none or not clear."""
        items = meant(text, self.menu) or []
        says_so = text.lower().startswith("ii ")
        if len(items) == 1 and (says_so or not items[0].phrase.begins):
            return items[0].move
        if group := self.menu.group(text):
            self.screen.open_group(group)
        elif items:
            begins = ", beginning Phase II" if all(item.phrase.begins for item in items) else ""
            title = f"'{shorten(text)}' can mean{begins} (type the number):"
            style = self.terminal.style
            self.screen.show_moves(style.wrap(title).split("\n"), grouped(items))
        else:
            self._tell(self._suggestion(text))
        return None

    def _tell(self, text: str) -> None:
        self.screen.run(lambda: self.terminal.tell(text))

    def _numbered(self, text: str) -> str | None:
        move = self.menu.move(int(text)) if len(text) < 9 else None
        if move is None:
            self._tell(f"There is no move {shorten(text)}: the moves are 1 to {len(self.menu)}.")
        return move

    def _suggestion(self, text: str) -> str:
        """Return a message for a text that is neither a move nor a command, with a suggestion."""
        if not text:
            return "Type the number of a move, or help."
        with contextlib.suppress(NotationError):
            reason = refusal(self.menu.board, text)
            return f"'{text}' is not legal: {self._addressed(reason or '')}."
        if meant(text, self.menu) is not None and (reason := why_not(text, self.menu.board)):
            return f"'{shorten(text)}' is not possible: {self._addressed(reason)}."
        cards = [short_name(cell.card).lower() for cell in self.menu.board.market if cell]
        known = [*WORDS, *self.turn.legal, *cards]
        close = difflib.get_close_matches(text, known, n=1) or difflib.get_close_matches(
            text.partition(" ")[0].lower(), WORDS, n=1
        )
        hint = f"did you mean '{close[0]}'?" if close else "type a number, or help."
        return f"'{shorten(text)}' is neither a legal move nor a command; {hint}"

    def _addressed(self, reason: str) -> str:
        seat = self.turn.seat
        return to_you(reason, seat) if self.names[seat - 1] == YOU else reason

    def _show(self, text: str) -> None:
        self.terminal.say()
        self.terminal.say(text)

    def _help(self, name: str) -> None:
        style, market = self.terminal.style, self.menu.board.market
        cell = market[CELLS.index(name.lower())] if name.lower() in CELLS else None
        text = explain(cell.card if cell else name, style) if name else render_help(style)
        self.terminal.say(text or style.wrap(f"No card or event is called '{shorten(name)}'."))

    def _take_back(self) -> None:
        if self.host.can_take_back():
            raise TakeBack
        self.terminal.tell("There is nothing to take back yet.")

    def _leave(self) -> None:
        raise LeaveTable
