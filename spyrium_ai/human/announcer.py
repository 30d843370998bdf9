"""Prints what happens in a game with people: moves, deals, faults and the result."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.score_breakdown import render_final
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player import Turn
from spyrium_ai.match.process.faults import fault_words
from spyrium_ai.match.records.record import Fault, GameRecord, Ply
from spyrium_ai.match.referee import Game, Observer

YOU = "you"


class Announcer(Observer):
    """Prints each event of the game as it happens."""

    def __init__(self, terminal: TerminalIO, names: Sequence[str], people: Sequence[int]) -> None:
        """Print to this terminal; `names` are of all players, `people` the seats of people."""
        self.terminal = terminal
        self.names = names
        self.people = people
        self._before = Position.start(len(names))

    def before_game(self, game: Game) -> None:
        """Keep the first position, which after an undo is not the start."""
        self._before = game.position.copy()

    def before_move(self, turn: Turn) -> None:
        """Show on a terminal that an engine is thinking."""
        if turn.seat not in self.people:
            self.terminal.note(f"{self.names[turn.seat - 1]} thinks ...")

    def after_ply(self, position: Position, ply: Ply) -> None:
        """Print a move or a deal in words."""
        if ply.seat:
            self._tell_move(self._before, ply)
        else:
            self._tell_deal(position)
        self._before = position.copy()

    def on_fault(self, fault: Fault) -> None:
        """Print the fault with the engine's last lines."""
        name = self.names[fault.seat - 1]
        self.terminal.tell(f"{name} has failed and is out of the game: {fault_words(fault)}")
        for line in fault.log[-5:]:
            self.terminal.tell(line, 6, 4)

    def after_game(self, record: GameRecord) -> None:
        """Print the winner, and the sources of all points."""
        self.terminal.say()
        if record.scores is not None and not record.faults:
            self.terminal.say(render_final(self._before, self.names, self.terminal.style))
            return
        winners = " and ".join(self.names[seat - 1] for seat in record.winners)
        self.terminal.tell(f"The game ended with a fault. Winner: {winners or 'none'}.")

    def tell_turn(self, plies: Sequence[Ply]) -> int:
        """Print the moves since the last deal in words; return their number.

        Args:
            plies: all moves and deals of the game.
        """
        position = Position.start(len(self.names))
        lines: list[tuple[Position, Ply]] = []
        for ply in plies:
            lines = [*lines, (position.copy(), ply)] if ply.seat else []
            position.apply(ply.move)
        for before, ply in lines:
            self._tell_move(before, ply)
        return len(lines)

    def _tell_move(self, before: Position, ply: Ply) -> None:
        name = self.names[ply.seat - 1]
        words = sentence(before.board(), ply.move, third=name != YOU)
        text = self.terminal.style.wrap(f"{words}.", 4, f"{ply.seat} {name}: ")
        head = f"{ply.seat} {self.terminal.style.text(name)}"
        self.terminal.say(self.terminal.style.seat(head, ply.seat) + text[len(head) :])

    def _tell_deal(self, position: Position) -> None:
        board = position.board()
        if position.is_chance:
            first = self.names[board.first - 1]
            self.terminal.tell(f"{first} {'begin' if first == YOU else 'begins'} the game.")
            return
        income = ", ".join(
            f"{name} £{seat.residence}" for name, seat in zip(self.names, board.seats, strict=True)
        )
        self.terminal.say()
        self.terminal.tell(f"Turn {board.turn} begins. Income: {income}.", 4)
        self.terminal.tell(f"The event is {event_text(board.event)}.", 4)
