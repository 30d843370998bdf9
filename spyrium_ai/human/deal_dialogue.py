"""The dialogue in which people say what lies on their table: a setup, or the deal of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import CELLS
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.human.deal_draft import Draft, DraftError, Missing, Table, place_words
from spyrium_ai.human.deal_reader import read_line
from spyrium_ai.human.help_text import render_unseen
from spyrium_ai.human.person import Keeper, LeaveTable, TakeBack
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.util.text import so_many

YES = ("", "y", "yes")
SHORT = {"?": "help", "q": "quit", "exit": "quit"}
HELP = {
    "CARD ...": "cards from the first empty cell on, by code (M1), name or its beginning",
    "VALUE ...": "tokens, for the cards that lack them; or right after their card (Bu 1 3)",
    "CELL CARD": "another card in this cell, with its tokens (b2 Ar 2)",
    "CELL VALUE": "other tokens on this cell's card (b2 1)",
    "EVENT": "the event, with its token (E4, E1 3)",
    "Enter": "the only possibility; at the end: everything is right",
    "back": "take back the last line",
    "unseen": "show the cards, tokens and events not seen yet",
    "undo": "take back the last decision or deal before this one",
    "save [FILE]": "save the game up to here",
    "help": "show this help",
    "quit": "leave the game",
}
WORDS = tuple(name.split()[0] for name in HELP if name[0].islower())


class DealDialogue:
    """Asks for one setup or deal until it is complete and confirmed."""

    def __init__(
        self, board: Board, terminal: TerminalIO, names: Sequence[str], host: Keeper
    ) -> None:
        """Prepare the dialogue.

        Args:
            board: the position before the setup or deal.
            terminal: of the people.
            names: the players by seat.
            host: saves the game, and knows whether anything can be taken back.
        """
        self.board = board
        self.table = Table(board)
        self.terminal = terminal
        self.names = names
        self.host = host
        self._drafts = [Draft()]  # one for each line that was taken

    def ask(self, before: Draft | None = None) -> str:
        """Return the setup or deal that is typed, in the notation.

        Args:
            before: what was entered before it was taken back, to be confirmed or corrected.

        Raises:
            LeaveTable: the person quits, or the input has ended.
            TakeBack: the person takes back what came before.
        """
        self._open()
        if before is not None:
            self._drafts.append(before)
            self.terminal.tell("This is what you entered before.")
            self._show(Draft())
        while True:
            line = self.terminal.ask(self._prompt(), self._completions())
            if line is None:
                raise LeaveTable
            line = " ".join(line.split())
            if self._missing is None and line.lower() in YES:
                return self._draft.text()
            self._answer(line)

    @property
    def _draft(self) -> Draft:
        return self._drafts[-1]

    @property
    def _missing(self) -> Missing | None:
        return self.table.missing(self._draft)

    def _open(self) -> None:
        self.terminal.say()
        if self.table.is_setup:
            players = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1))
            self.terminal.tell(f"Setup of the table of {players}. Type what lies there, or help.")
            return
        self.terminal.tell(
            f"Turn {self.board.turn}, period {self.table.period}: reveal the next event, and lay "
            "out nine cards and their tokens. Type what lies there, or help."
        )

    def _answer(self, line: str) -> None:
        """Execute a command, or enter what the line says; a refusal says why."""
        word, _, rest = line.partition(" ")
        name = SHORT.get(word.lower(), word.lower())
        if name in WORDS:
            self._command(name, rest)
            return
        if not line:
            line = self._only_choice()
        if not line:
            self.terminal.tell("Type what lies on the table, or help.")
            return
        try:
            draft = read_line(self.table, self.names, self._draft, line)
        except DraftError as error:
            stop = "" if str(error).endswith("?") else "."
            self.terminal.tell(f"Not taken: {error}{stop}")
            return
        before = self._draft
        self._drafts.append(draft)
        self._show(before)

    def _command(self, name: str, rest: str) -> None:
        if name == "quit":
            raise LeaveTable
        if name == "undo":
            if self.host.can_take_back():
                raise TakeBack
            self.terminal.tell("There is nothing to take back yet.")
        elif name == "back":
            self._back()
        elif name == "save":
            self.host.save(rest)
        elif name == "unseen":
            self.terminal.say(render_unseen(self.board, self.terminal.style))
        else:
            for key, text in HELP.items():
                self.terminal.say(self.terminal.style.wrap(text, 16, f"  {key:<14}"))

    def _back(self) -> None:
        if len(self._drafts) == 1:
            self.terminal.tell("Nothing has been entered yet; undo goes back further.")
            return
        self._show(self._drafts.pop())

    def _only_choice(self) -> str:
        """Return the only answer that is possible; '' if there are several."""
        choices = self._choices()
        return choices[0] if len(choices) == 1 else ""

    def _choices(self) -> list[str]:
        """Return the answers that are possible now, the shortest of each."""
        missing = self._missing
        if missing is None:
            return []
        if missing.what == "first":
            return [str(seat) for seat in range(1, len(self.names) + 1)]
        if missing.what == "event":
            return list(self.table.events)
        if missing.what == "card":
            return list(self.table.cards(self._draft))
        return [str(value) for value in self.table.token_values(self._draft, missing)]

    def _completions(self) -> list[str]:
        """Return the words that Tab completes."""
        choices = self._choices()
        missing = self._missing
        if missing is None:
            choices += [*CELLS, *self.table.cards(self._draft), *self.table.events]
        elif missing.what == "first":
            choices += self.names
        elif missing.what == "card":
            choices += [name for name in map(short_name, choices) if " " not in name]
        return [*choices, *WORDS]

    def _prompt(self) -> str:
        missing = self._missing
        if missing is None:
            return "Is this right? Enter for yes, or correct it (help says how):"
        choices = self._choices()
        if missing.what == "card":
            left = len(CELLS) - missing.cell
            only = f" (Enter for {choices[0]})" if len(choices) == 1 else ""
            return f"Market from {CELLS[missing.cell]} on, {so_many(left, 'card')} to go{only}:"
        only = "Enter for " if len(choices) == 1 else ""
        return f"{self._question(missing)} ({only}{' '.join(choices)}):"

    def _question(self, missing: Missing) -> str:
        if missing.what == "first":
            return "First player"
        if missing.what == "event":
            return "Event of turn 1" if self.table.is_setup else "Next event"
        if missing.what == "event token":
            return "Token on E1"
        due = self.table.due(self._draft)[missing.cell]
        left = due - len(self._draft.cells[missing.cell].tokens)
        return f"{so_many(left, 'token')} to go on {place_words(self._draft, missing.cell)}"

    def _show(self, before: Draft) -> None:
        """Print what is not as before, or the whole if nothing is missing."""
        draft = self._draft
        is_whole = self._missing is None
        if draft.first and (is_whole or draft.first != before.first):
            self.terminal.tell(f"First player: {draft.first} {self.names[draft.first - 1]}.")
        if draft.event and (is_whole or draft.event_text() != before.event_text()):
            which = "Event" if self.table.is_setup else "Next event"
            self.terminal.tell(f"{which} {event_text(draft.event_text())}.", 4)
        if is_whole or draft.cells != before.cells:
            self._show_market(draft)

    def _show_market(self, draft: Draft) -> None:
        texts = [
            f"{name} {cell.card} {short_name(cell.card)} {' '.join(map(str, cell.tokens))}".rstrip()
            for name, cell in zip(CELLS, draft.cells, strict=False)
        ]
        for row in range(0, len(texts), 3):
            line = " ".join(f"{text:<25}" for text in texts[row : row + 3])
            self.terminal.say(f"  {self.terminal.style.text(line)}".rstrip())
