"""The dealer: owns the order of decks and tokens, outside every position, and deals them out."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import (
    CELLS,
    DECKS,
    EVENTS,
    PERIOD_BY_TURN,
    TOKENS_PER_VALUE,
    tokens_laid_on,
)
from spyrium_ai.game.notation import Deal, format_deal
from spyrium_ai.game.position import Position
from spyrium_ai.util.seeds import derive, stream


class DealSource(Protocol):
    """Whatever decides setups and deals."""

    def deal(self, position: Position) -> str:
        """Return the setup or deal for this chance node, one that is possible."""


class Tokens:
    """The reserve and the discard pile while tokens are drawn (ruling 10)."""

    def __init__(self, board: Board):
        self.reserve = Counter(dict(zip((1, 2, 3), board.reserve, strict=True)))
        self.discard = Counter(dict(zip((1, 2, 3), board.discard, strict=True)))

    def refill(self) -> None:
        """Make the discard pile the reserve, if that is empty and a token is to be drawn."""
        if not self.reserve.total():
            self.reserve, self.discard = self.discard, Counter()

    def left(self) -> int:
        """Return how many tokens can still be drawn."""
        return self.reserve.total() + self.discard.total()


class Dealer:
    """Decides setups and deals by seed.

    With one seed the first player, the cards and the events are the same in every game for as many
    players, whatever is played. Each token drawn depends on the seed, the turn, the place it is
    drawn for, and what is left in the reserve. In a position that another dealer has brought about
    it deals on with what is left of its own decks. `first` is the seat of the first player, `decks`
    (by period) and `events` are in the order in which they come.

    >>> Dealer(players=2, seed=7).deal(Position.start(2))
    'setup:1:E1.1'
    """

    def __init__(self, players: int, seed: int):
        self.players = players
        self.seed = seed
        self.first = derive("dealer", seed, "first player") % players + 1
        self.decks = [
            self._shuffled(f"deck {period}", list(deck.elements()))
            for period, deck in enumerate(DECKS)
        ]
        self.events = self._shuffled("events", list(EVENTS))

    def _shuffled(self, what: str, cards: list[str]) -> list[str]:
        """Return the cards by the ascending order of a hashed key for each place."""
        keys = [derive("dealer", self.seed, what, i) for i in range(len(cards))]
        return [card for _, card in sorted(zip(keys, cards, strict=True))]

    def deal(self, position: Position) -> str:
        """Return the setup or deal for this chance node; ValueError if chance does not decide."""
        board = position.board()
        if not position.is_chance or board.players != self.players:
            raise ValueError(f"not a chance node of a game for {self.players}")
        tokens = Tokens(board)
        event = self._event(tokens, board)
        if board.turn == 0:
            return format_deal(Deal(self.first, (), event))
        return format_deal(Deal(0, self._market(tokens, board), event))

    def _event(self, tokens: Tokens, board: Board) -> str:
        event = next(code for code in self.events if code in board.unseen_events)
        return f"{event}.{self._draw(tokens, board.turn, 'event', 0)}" if event == "E1" else event

    def _market(self, tokens: Tokens, board: Board) -> tuple[Cell, ...]:
        cells = []
        for number, card in enumerate(self._cards_left(board)[: len(CELLS)]):
            count = min(tokens_laid_on(card, self.players), tokens.left())
            values = [self._draw(tokens, board.turn, f"cell {number}", i) for i in range(count)]
            cells.append(Cell(card, tuple(sorted(values))))
        return tuple(cells)

    def _cards_left(self, board: Board) -> list[str]:
        """Return the period's deck without what has been dealt of it."""
        dealt = Counter(board.dealt)
        left = []
        for card in self.decks[PERIOD_BY_TURN[board.turn]]:
            if dealt[card]:
                dealt[card] -= 1
            else:
                left.append(card)
        return left

    def _draw(self, tokens: Tokens, turn: int, place: str, index: int) -> int:
        """Draw a token: every one that is left has a keyed priority, and the lowest is drawn.

        So the draw is uniform over the reserve, and two reserves that differ in a few tokens
        mostly give the same one.
        """
        tokens.refill()
        keys = self.priorities(turn, place, index)
        left = [(value, copy) for value in (1, 2, 3) for copy in range(tokens.reserve[value])]
        value, _ = min(left, key=lambda token: _key(keys, *token))
        tokens.reserve[value] -= 1
        return value

    def priorities(self, turn: int, place: str, index: int) -> bytes:
        """Return 8 bytes for each token, all of value 1 first, by which a draw is decided.

        Args:
            turn: of the position, 0 before the setup.
            place: `event`, or `cell 0` to `cell 8`.
            index: how many tokens have been drawn for this place before.
        """
        return stream(8 * 3 * TOKENS_PER_VALUE, "tokens", self.seed, turn, place, index)


def _key(keys: bytes, value: int, copy: int) -> bytes:
    at = 8 * ((value - 1) * TOKENS_PER_VALUE + copy)
    return keys[at : at + 8]
