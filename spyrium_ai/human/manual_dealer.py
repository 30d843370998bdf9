"""The dealer of a game with real cards: the people say what lies on their table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_dialogue import DealDialogue
from spyrium_ai.human.deal_draft import Draft, DraftError, Table
from spyrium_ai.human.person import Keeper
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.records.record import Ply


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
        self._before: dict[int, Draft] = {}  # what was taken back, by turn; the setup's is 0

    def deal(self, position: Position) -> str:
        """Return the setup or deal that is typed, in the notation; it is possible here.

        Raises:
            LeaveTable: the person quits, or the input has ended.
            TakeBack: the person takes back what came before.
        """
        dialogue = DealDialogue(position.board(), self.terminal, self.names, self.host)
        return dialogue.ask(self._proposal(position))

    def remember(self, plies: Iterable[Ply]) -> None:
        """Keep the setup and deals of a game that is being taken back, to propose them again."""
        texts = (ply.move for ply in plies if not ply.seat)
        self._before.update((turn, Draft.of(text)) for turn, text in enumerate(texts))

    def _proposal(self, position: Position) -> Draft | None:
        """Return what was dealt here before, without its tokens if they cannot be drawn now."""
        before = self._before.get(position.turn)
        if before is None:
            return None
        table = Table(position.board())
        for draft in (before, before.without_tokens()):
            try:
                table.check(draft)
            except DraftError:
                continue
            return draft
        return None
