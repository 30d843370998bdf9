"""A setup or deal while it is entered: what is still missing in it, and what is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import (
    CARDS,
    CELLS,
    DECKS,
    HIGHEST_TOKEN,
    PERIOD_BY_TURN,
    tokens_laid_on,
)
from spyrium_ai.game.dealer import Tokens
from spyrium_ai.game.notation import Deal, format_deal, parse_deal
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.util.text import so_many

VALUES = range(1, HIGHEST_TOKEN + 1)
E1 = "E1"  # the event with a token


class DraftError(ValueError):
    """What was entered cannot lie on the table; the message says why, and what can."""


class Missing(NamedTuple):
    """What is to be entered next; `cell` is the number of the card's, from 0."""

    what: str  # 'first', 'event', 'event token', 'card' or 'token'
    cell: int = 0


@dataclass(frozen=True)
class Draft:
    """A setup or deal as far as it has been entered; the cells in reading order."""

    first: int = 0  # seat of the first player, in a setup
    event: str = ""  # 'E4'
    token: int = 0  # on E1
    cells: tuple[Cell, ...] = ()

    @classmethod
    def of(cls, text: str) -> Draft:
        """Return the draft of a whole setup or deal in the notation."""
        deal = parse_deal(text)
        event, _, token = deal.event.partition(".")
        return cls(deal.first, event, int(token or 0), deal.market)

    def text(self) -> str:
        """Return the setup or deal in the notation, if nothing is missing."""
        return format_deal(Deal(self.first, self.cells, self.event_text()))

    def event_text(self) -> str:
        """Return the event with its token, if that has been entered: 'E1.3'."""
        return f"{self.event}.{self.token}" if self.token else self.event

    def without_tokens(self) -> Draft:
        """Return it with the event and the cards alone."""
        return replace(self, token=0, cells=tuple(Cell(cell.card) for cell in self.cells))

    def with_cell(self, number: int, cell: Cell) -> Draft:
        """Return it with this cell in the place of an earlier one, or as the next one."""
        return replace(self, cells=(*self.cells[:number], cell, *self.cells[number + 1 :]))


class Table:
    """What can still be drawn in a position before a setup or deal."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.is_setup = board.turn == 0
        self.events = board.unseen_events
        period = PERIOD_BY_TURN[max(1, board.turn)]
        self.period = "ABC"[period]
        self.deck = DECKS[period]
        self._left = self.deck - Counter(board.dealt)

    def missing(self, draft: Draft) -> Missing | None:
        """Return what is to be entered next, in the order of the table; None if it is complete."""
        if self.is_setup and not draft.first:
            return Missing("first")
        if not draft.event:
            return Missing("event")
        if draft.event == E1 and not draft.token:
            return Missing("event token")
        if self.is_setup:
            return None
        if len(draft.cells) < len(CELLS):
            return Missing("card", len(draft.cells))
        due = self.due(draft)
        short = (i for i, cell in enumerate(draft.cells) if len(cell.tokens) < due[i])
        cell = next(short, None)
        return None if cell is None else Missing("token", cell)

    def due(self, draft: Draft) -> list[int]:
        """Return how many tokens each cell of the draft gets: fewer where none are left."""
        left = Tokens(self.board).left() - (draft.event == E1)
        due = []
        for cell in draft.cells:
            due.append(min(tokens_laid_on(cell.card, self.board.players), left))
            left -= due[-1]
        return due

    def cards(self, draft: Draft) -> Counter[str]:
        """Return the cards that can still be drawn, with their numbers, in the notation's order."""
        left = self._left - Counter(cell.card for cell in draft.cells)
        return Counter({code: left[code] for code in CARDS if left[code]})

    def token_values(self, draft: Draft, missing: Missing) -> list[int]:
        """Return the values that the missing token can have."""
        return [value for value in VALUES if self._fits(_with_token(draft, missing, value))]

    def _fits(self, draft: Draft) -> bool:
        try:
            self.check(draft)
        except DraftError:
            return False
        return True

    def check(self, draft: Draft) -> None:
        """Raise DraftError if this cannot be the beginning of what lies on the table."""
        if draft.event and draft.event not in self.events:
            raise DraftError(
                f"{draft.event} has been seen before; possible: {' '.join(self.events)}"
            )
        self._check_cards(draft)
        for number in range(len(draft.cells)):
            self.check_number(draft, number)
        self._check_draws(draft)

    def _check_cards(self, draft: Draft) -> None:
        used: Counter[str] = Counter()
        for cell in draft.cells:
            used[cell.card] += 1
            if used[cell.card] > self._left[cell.card]:
                raise DraftError(f"{self._why_not(cell.card, draft)}; {self._left_words(draft)}")

    def _why_not(self, code: str, draft: Draft) -> str:
        name = f"{CARDS[code].name} ({code})"
        copies = self.deck[code]
        if not copies:
            periods = [letter for letter, deck in zip("ABC", DECKS, strict=True) if deck[code]]
            return f"{name} belongs to period {' and '.join(periods)}, this is {self.period}"
        has = f"period {self.period} has {copies} of {name}"
        if dealt := self.board.dealt.count(code):
            has += f", {dealt} dealt in an earlier turn"
        here = [CELLS[i] for i, cell in enumerate(draft.cells) if cell.card == code]
        return f"{has}, so it cannot lie at {' and '.join(here)}"

    def _left_words(self, draft: Draft) -> str:
        left = self.cards(draft).items()
        cards = " ".join(f"{count}x{code}" if count > 1 else code for code, count in left)
        return f"left: {cards or 'none'}"

    def check_number(self, draft: Draft, number: int) -> None:
        """Raise DraftError if this cell has more tokens than it gets."""
        due, laid = self.due(draft)[number], len(draft.cells[number].tokens)
        if laid > due:
            place = place_words(draft, number)
            raise DraftError(f"{place} gets {so_many(due, 'token')}, not {laid}")

    def _check_draws(self, draft: Draft) -> None:
        """Check the tokens in the order in which they are drawn, up to the first missing one."""
        for place, due, laid, tokens in self._draws(draft):
            drawn = Counter(laid)
            beyond = max(0, due - tokens.reserve.total())  # drawn once the discard pile is in
            late = drawn - tokens.reserve
            if late.total() > beyond or late - tokens.discard:
                raise DraftError(
                    f"{place} cannot get {so_many(len(laid), 'token')} {_values(laid)}: "
                    f"{_pile('the reserve', tokens.reserve)}"
                    + (f", {_pile('the discard pile', tokens.discard)}" if beyond else "")
                )
            if len(laid) < due:
                return
            tokens.reserve -= drawn
            if beyond:
                tokens.reserve, tokens.discard = tokens.discard - late, Counter()

    def _draws(self, draft: Draft) -> Iterator[tuple[str, int, tuple[int, ...], Tokens]]:
        """Yield what gets tokens: its name, how many, those entered, and what they come from."""
        tokens = Tokens(self.board)
        if draft.event == E1:
            tokens.refill()
            yield E1, 1, (draft.token,) if draft.token else (), tokens
        for number, (cell, due) in enumerate(zip(draft.cells, self.due(draft), strict=True)):
            if due:
                tokens.refill()
                yield place_words(draft, number), due, cell.tokens, tokens


def place_words(draft: Draft, number: int) -> str:
    """Return a card of the market with its place: 'Miner (Mi) at b2'."""
    code = draft.cells[number].card
    return f"{short_name(code)} ({code}) at {CELLS[number]}"


def _with_token(draft: Draft, missing: Missing, value: int) -> Draft:
    if missing.what == "event token":
        return replace(draft, token=value)
    cell = draft.cells[missing.cell]
    return draft.with_cell(missing.cell, add_token(cell, value))


def add_token(cell: Cell, value: int) -> Cell:
    """Return the cell with one token more."""
    return Cell(cell.card, tuple(sorted((*cell.tokens, value))))


def _values(laid: tuple[int, ...]) -> str:
    return " ".join(map(str, laid))


def _pile(name: str, pile: Counter[int]) -> str:
    return f"{name} has {', '.join(f'{pile[value]} of {value}' for value in VALUES)}"
