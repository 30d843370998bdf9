"""Whether chance can have decided so: deals that the rules cannot draw are refused."""

from __future__ import annotations

from collections import Counter

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import DECKS, PERIOD_BY_TURN, tokens_laid_on
from spyrium_ai.game.notation import Deal


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
        """Return how many tokens can be drawn yet."""
        return self.reserve.total() + self.discard.total()

    def take(self, wanted: tuple[int, ...]) -> bool:
        """Take the tokens of one card, drawn in any order; return whether that was possible."""
        self.refill()
        tokens = Counter(wanted)
        if tokens <= self.reserve:
            self.reserve -= tokens
            return True
        if not self.reserve <= tokens:
            return False
        rest = tokens - self.reserve
        self.reserve = Counter()
        self.refill()
        possible = rest <= self.reserve
        self.reserve -= rest
        return possible


def deal_problem(board: Board, deal: Deal) -> str | None:
    """Return why this setup or deal cannot be drawn here, None if it can."""
    tokens = Tokens(board)
    return (
        _kind_problem(board, deal)
        or _event_problem(board, deal, tokens)
        or _market_problem(board, deal, tokens)
    )


def _kind_problem(board: Board, deal: Deal) -> str | None:
    if board.decides != "?":
        return "chance has nothing to decide here"
    if bool(deal.first) != (board.turn == 0):
        return "a setup is due" if board.turn == 0 else "a deal is due"
    if deal.first > board.players:
        return f"there is no player {deal.first}"
    return None


def _event_problem(board: Board, deal: Deal, tokens: Tokens) -> str | None:
    if deal.event[:2] not in board.unseen_events:
        return f"the event {deal.event[:2]} has been seen before"
    if "." in deal.event and not tokens.take((int(deal.event[-1]),)):
        return f"the reserve has no token {deal.event[-1]} for {deal.event[:2]}"
    return None


def _market_problem(board: Board, deal: Deal, tokens: Tokens) -> str | None:
    deck = DECKS[PERIOD_BY_TURN[board.turn]]
    dealt = Counter(board.dealt) + Counter(cell.card for cell in deal.market)
    for code, count in dealt.items():
        if count > deck[code]:
            return f"{count} {code} dealt, the deck of the period has {deck[code]}"
    for cell in deal.market:
        due = min(tokens_laid_on(cell.card, board.players), tokens.left())
        if len(cell.tokens) != due:
            return f"{len(cell.tokens)} tokens on {cell.card}, not {due}"
        if due and not tokens.take(cell.tokens):
            return f"the tokens of {cell.card} cannot be drawn from what is left"
    return None
