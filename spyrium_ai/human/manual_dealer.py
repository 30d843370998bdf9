"""The dealer of a game with real cards: the people say what lies on their table."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_dialogue import DealDialogue
from spyrium_ai.human.deal_memory import DealMemory
from spyrium_ai.human.person import Keeper
from spyrium_ai.human.terminal_io import TerminalIO


class ManualDealer:
    """Asks for each setup and deal, as `dealer.Dealer` would draw it."""

    def __init__(self, terminal: TerminalIO, names: Sequence[str], host: Keeper) -> None:
        """Ask at this terminal.

        Args:
            terminal: of the people.
            names: the players by seat.
            host: saves the game, and knows whether anything can be taken back.
        """
        self.terminal = terminal
        self.names = names
        self.host = host
        self.memory = DealMemory()

    def deal(self, position: Position) -> str:
        """Return the setup or deal that is typed, in the notation; it is possible here.

        Raises:
            LeaveTable: the person quits, or the input has ended.
            TakeBack: the person takes back what came before.
        """
        dialogue = DealDialogue(position.board(), self.terminal, self.names, self.host)
        return dialogue.ask(self.memory.proposal(position))
