"""The current position of a session, as `newgame` and `position` set it."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.engine.protocol.lines import PLAYERS, named_number
from spyrium_ai.game.position import Position
from spyrium_ai.util.text import shown

START_FIELDS = 11  # of a position line, before the players' fields


class GameState:
    """The current position; a command that is refused leaves it unchanged."""

    def __init__(self) -> None:
        self.position = Position.start(2)
        self._start = ["start", "2"]  # the words of the last `position`, before `moves`
        self._moves: list[str] = []
        self._players: int | None = None  # of the last `newgame`

    def new_game(self, players: int) -> None:
        """Start a game for this number of players, 2 to 5, before its setup."""
        self.position = Position.start(players)
        self._start = ["start", str(players)]
        self._moves = []
        self._players = players

    def set_position(self, words: Sequence[str]) -> None:
        """Set the position that the words after `position` describe.

        If they extend the last `position`, only the new moves are applied.

        Raises:
            ValueError: a word is malformed, a move is illegal, or the number of players is not
                that of the last `newgame`.
        """
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = list(words[:split]), list(words[split + 1 :])
        known = len(self._moves)
        if start == self._start and moves[:known] == self._moves:
            position = self.position.copy()
        else:
            position, known = self._parse(start), 0
        for number, move in enumerate(moves[known:], known + 1):
            try:
                position.apply(move)
            except ValueError as error:
                reason = str(error)
                named = reason if reason.startswith(shown(move)) else f"{shown(move)}: {reason}"
                raise ValueError(f"move {number} {named}") from None
        self.position, self._start, self._moves = position, start, moves

    def _parse(self, words: Sequence[str]) -> Position:
        """Return the position that the words before `moves` describe."""
        if not words:
            raise ValueError("a position is missing; expected: start N, or 11 + N fields")
        is_start = words[0] == "start"
        if is_start and len(words) == 1:
            raise ValueError("the number of players is missing after start")
        players = named_number("players", words[int(is_start)], *PLAYERS)
        fields = 2 if is_start else START_FIELDS + players
        if len(words) > fields:
            raise ValueError(f"unknown word {shown(words[fields])} after the position")
        if self._players not in {None, players}:
            raise ValueError(f"players {players}, but newgame said {self._players}")
        return Position.start(players) if is_start else Position.parse(" ".join(words))
