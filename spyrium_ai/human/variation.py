"""A line of play that can be walked back and forth: a position, and what was played after it."""

from __future__ import annotations

from spyrium_ai.engine.protocol.game_state import GameState
from spyrium_ai.game.position import Position
from spyrium_ai.util.errors import UsageError


class Variation:
    """Moves and deals after a first position; those taken back are kept until others are made.

    >>> variation = Variation("start 2 moves setup:1:E4")
    >>> variation.back(5), variation.position.turn, variation.forward(5), variation.position.turn
    (1, 0, 1, 1)
    """

    def __init__(self, text: str = "start 2") -> None:
        """Begin with a position line, or `start N`, each with `moves M...` after it or not.

        Raises:
            UsageError: it is not a position, or a move is illegal; it says why.
        """
        words = text.split()
        state = GameState()
        try:
            state.set_position(words)
        except ValueError as error:
            raise UsageError(f"not a position: {error}") from None
        split = words.index("moves") if "moves" in words else len(words)
        self.start = " ".join(words[:split])
        state.set_position(words[:split])
        self._positions = [state.position]
        self._moves: list[str] = []
        self._at = 0
        for move in words[split + 1 :]:
            self.play(move)

    @property
    def position(self) -> Position:
        """The present position, which must not be changed."""
        return self._positions[self._at]

    @property
    def text(self) -> str:
        """The present position as the protocol's `position` takes it."""
        moves = " ".join(self._moves[: self._at])
        return f"{self.start} moves {moves}" if moves else self.start

    @property
    def has_past(self) -> bool:
        """Whether a move or deal can be taken back."""
        return self._at > 0

    def play(self, move: str) -> None:
        """Make a move or a deal; IllegalMoveError says why it is not possible."""
        if self._moves[self._at : self._at + 1] == [move]:
            self._at += 1
            return
        after = self.position.copy()
        after.apply(move)
        self._moves[self._at :] = [move]
        self._positions[self._at + 1 :] = [after]
        self._at += 1

    def back(self, count: int) -> int:
        """Take back so many moves and deals, or as many as there are; return how many."""
        count = min(count, self._at)
        self._at -= count
        return count

    def forward(self, count: int) -> int:
        """Make moves and deals again that were taken back; return how many."""
        count = min(count, len(self._moves) - self._at)
        self._at += count
        return count
