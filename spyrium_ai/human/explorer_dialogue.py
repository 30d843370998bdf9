"""The dialogue in which a person explores a position: searches, plays, takes back, deals."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Callable

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import IllegalMoveError
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.explorer_deals import NOTATION, read_deal
from spyrium_ai.human.explorer_help import MOST_LINES, SHORT, render_commands
from spyrium_ai.human.help_text import explain, render_unseen
from spyrium_ai.human.line_view import LineView
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.person import LeaveTable, TakeBack
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.process.faults import PlayerFault, fault_words
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shorten, so_many

MOST_STEPS = 10**4
MOST_SECONDS = 10**5


class _Leave(Exception):  # noqa: N818 (not an error)
    """The person quits, or the input has ended."""


class ExplorerDialogue:
    """Answers commands until the person leaves."""

    def __init__(self, view: LineView) -> None:
        self.view = view
        self.terminal = view.terminal
        self._commands: dict[str, Callable[[str], None]] = {
            "go": self._go,
            "play": self._play_line,
            "back": self._back,
            "forward": self._forward,
            "deal": self._deal,
            "position": self._set_position,
            "lines": self._set_lines,
            "engine": self._set_engine,
            "board": lambda _: self._show_board(),
            "moves": lambda _: self._show_moves(),
            "unseen": lambda _: self._show_unseen(),
            "help": self._help,
            "quit": lambda _: self._leave(),
        }

    def talk(self) -> None:
        """Show the position, and answer until the person quits or the input ends."""
        self._show_board()
        with contextlib.suppress(_Leave):
            while True:
                self._answer(" ".join(self._next_line().split()))

    def _next_line(self) -> str:
        """Return what was typed during the last search, or what is typed now."""
        typed, self.view.typed = self.view.typed, None
        known = [*self._commands, *self.view.position.legal()]
        line = typed or self.terminal.ask(self._prompt(), known)
        if line is None:
            raise _Leave
        return line

    def _prompt(self) -> str:
        position = self.view.position
        if position.is_over:
            return "The game is over (back, position, or help):"
        if position.is_chance:
            what = f"deal of turn {position.turn}" if position.turn else "setup"
            return f"The {what} is due (deal, or help):"
        many = len(position.legal())
        who = f"Turn {position.turn}, seat {position.to_move}"
        return f"{who} (Enter to search, 1-{many} to play, or help):"

    def _answer(self, text: str) -> None:
        """Play the move that the text means, or execute it as a command."""
        word, _, rest = text.partition(" ")
        name = SHORT.get(word.lower(), word.lower())
        if text.isascii() and text.isdigit():
            self._play_numbered(text)
        elif name in self._commands:
            self._commands[name](rest)
        elif text in self.view.position.legal() or text.startswith(NOTATION):
            self._play(text)
        else:
            self.terminal.tell(self._suggestion(text))

    def _suggestion(self, text: str) -> str:
        """Return a message for a text that is neither a move nor a command, with a suggestion."""
        position = self.view.position
        if f"II:{text}" in position.legal():
            return f"This move begins Phase II: type II:{text} to confirm."
        if position.to_move:
            with contextlib.suppress(NotationError):
                return f"'{shorten(text)}' is not legal: {refusal(position.board(), text)}."
        known = [*self._commands, *position.legal()]
        close = difflib.get_close_matches(text, known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else "help lists the commands."
        return f"'{shorten(text)}' is neither a legal move nor a command; {hint}"

    def _play_numbered(self, text: str) -> None:
        menu = self._menu()
        move = menu.move(int(text)) if len(text) < 9 else None
        if move is not None:
            self._play(move)
        elif len(menu):
            self.terminal.tell(f"There is no move {shorten(text)}: the moves are 1 to {len(menu)}.")
        else:
            self.terminal.tell("No player decides here.")

    def _play(self, text: str) -> None:
        """Make a move or a deal, and show what has come of it."""
        before = self.view.position
        try:
            self.view.variation.play(text)
        except IllegalMoveError as error:
            self.terminal.tell(f"Not played: {error}.")
            return
        self.view.found = ()
        if before.to_move:
            words = sentence(before.board(), text, third=True)
            self.terminal.tell(f"Seat {before.to_move}: {words}.", 4)
        else:
            self._show_board()

    def _play_line(self, text: str) -> None:
        found = self.view.found
        rank = _whole(text or "1", 1, len(found))
        if rank is not None:
            self._play(found[rank - 1].pv[0])
        elif found:
            self.terminal.tell(f"There is no line {shorten(text)}: they are 1 to {len(found)}.")
        else:
            self.terminal.tell("This position has not been searched yet: press Enter.")

    def _back(self, text: str) -> None:
        self._walk(self.view.variation.back, text, "Taken back")

    def _forward(self, text: str) -> None:
        self._walk(self.view.variation.forward, text, "Made again")

    def _walk(self, walk: Callable[[int], int], text: str, done: str) -> None:
        count = _whole(text or "1", 1, MOST_STEPS)
        if count is None:
            self.terminal.tell(f"'{shorten(text)}' is not a number from 1 to {MOST_STEPS}.")
        elif made := walk(count):
            self.view.found = ()
            self.terminal.tell(f"{done}: {so_many(made, 'step')}.")
        else:
            self.terminal.tell("There is nothing further that way.")

    def _deal(self, text: str) -> None:
        if not self.view.position.is_chance:
            self.terminal.tell("Nothing is dealt here; `back` leads to the last deal.")
            return
        try:
            deal = read_deal(self.view, text)
        except LeaveTable:
            raise _Leave from None
        except TakeBack:
            self._back("")
            return
        if deal is not None:
            self._play(deal)

    def _go(self, text: str) -> None:
        if not self.view.position.to_move:
            self.terminal.tell("No player decides here, so that there are no lines.")
            return
        limits = self._limits(text)
        if limits is None:
            return
        try:
            self.view.search(limits)
        except (UsageError, OSError) as error:
            self.terminal.tell(f"No lines: {error}")
        except PlayerFault as fault:
            self.terminal.tell(f"No lines: {self.view.engine_name}: {fault_words(fault)}")

    def _limits(self, text: str) -> SearchLimits | None:
        """Return the limits that are typed after `go`; None, after a message, for none."""
        if not text:
            return self.view.limits()
        if text == "infinite":
            if self.terminal.is_dialogue:
                return SearchLimits(infinite=True, multipv=self.view.wanted)
            self.terminal.tell("Nobody is there to stop an infinite search: type `go SECONDS`.")
            return None
        with contextlib.suppress(ValueError):
            seconds = float(text)
            if 0.001 <= seconds <= MOST_SECONDS:
                return SearchLimits(movetime=round(1000 * seconds), multipv=self.view.wanted)
        self.terminal.tell(f"'{shorten(text)}' is neither a number of seconds nor `infinite`.")
        return None

    def _set_position(self, text: str) -> None:
        if not text:
            self.terminal.say(str(self.view.position))
            return
        try:
            self.view.variation = Variation(text)
        except UsageError as error:
            self.terminal.tell(f"Not changed: {error}.")
            return
        self.view.found = ()
        self._show_board()

    def _set_lines(self, text: str) -> None:
        count = _whole(text, 1, MOST_LINES)
        if count is None:
            self.terminal.tell(f"'{shorten(text)}' is not a number from 1 to {MOST_LINES}.")
            return
        self.view.wanted = count
        self.terminal.tell(f"Searches show {so_many(count, 'line')}.")

    def _set_engine(self, text: str) -> None:
        if text:
            try:
                self.view.ask_engine(parse_player(text))
            except UsageError as error:
                self.terminal.tell(f"Not changed: {error}.")
                return
        self.terminal.tell(f"The engine is {self.view.engine_name}.")

    def _menu(self) -> Menu:
        position = self.view.position
        return Menu(position.board(), position.legal())

    def _show_board(self) -> None:
        position = self.view.position
        if position.turn:
            self.terminal.say(render(position, self.view.names, self.terminal.style))
        else:
            self.terminal.tell(f"A game for {position.players} before its setup.")

    def _show_moves(self) -> None:
        if self.view.position.to_move:
            self.terminal.say(self._menu().render(self.terminal.style))
        else:
            self.terminal.tell("No player decides here.")

    def _show_unseen(self) -> None:
        self.terminal.say(render_unseen(self.view.position.board(), self.terminal.style))

    def _help(self, code: str) -> None:
        style = self.terminal.style
        text = explain(code, style) if code else render_commands(style)
        if text is None:
            self.terminal.tell(f"No card or event has the code '{shorten(code)}'.")
        else:
            self.terminal.say(text)

    def _leave(self) -> None:
        raise _Leave


def _whole(text: str, low: int, high: int) -> int | None:
    """Return the number that the text is, None if it is none from low to high."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(high)):
        return None
    return int(text) if low <= int(text) <= high else None
