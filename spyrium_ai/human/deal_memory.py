"""What was dealt by hand before it was taken back, to be proposed again."""

from __future__ import annotations

from collections.abc import Iterable

from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_draft import Draft, DraftError, Table
from spyrium_ai.match.records.record import Ply


class DealMemory:
    """The setup and deals of games that were taken back, by turn; the setup's is 0."""

    def __init__(self) -> None:
        self._before: dict[int, Draft] = {}

    def remember(self, plies: Iterable[Ply]) -> None:
        """Keep the setup and deals of a game that is being taken back."""
        texts = (ply.move for ply in plies if not ply.seat)
        self._before.update((turn, Draft.of(text)) for turn, text in enumerate(texts))

    def proposal(self, position: Position) -> Draft | None:
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
