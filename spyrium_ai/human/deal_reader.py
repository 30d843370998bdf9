"""Enters a line that a person types into the draft of a setup or deal."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from spyrium_ai.game.board import Cell
from spyrium_ai.game.card_table import CELLS, EVENTS
from spyrium_ai.human.deal_draft import (
    E1,
    VALUES,
    Draft,
    DraftError,
    Missing,
    Table,
    add_token,
    place_words,
)
from spyrium_ai.human.deal_words import find_card, find_seat, split_line
from spyrium_ai.util.text import shorten

_KINDS = ("deal", "setup")  # begin a setup or deal in the notation
_EVENT_LIKE = re.compile("[Ee][0-9]+")
_EVENT = -1  # the place of E1's token, beside those of the cells


def read_line(table: Table, names: Sequence[str], draft: Draft, line: str) -> Draft:
    """Return the draft with what the line says, which is taken whole or not at all.

    Cards go to the first empty cell, tokens to the first card that lacks them. A cell before them
    says where else, in place of what is there; so does a card for the tokens right after it. A
    setup or deal in the notation is such a line.

    Args:
        table: what can still be drawn.
        names: the players by seat.
        draft: what has been entered before.
        line: codes or names of cards, cells, events, values of tokens, a player.

    Raises:
        DraftError: a word means nothing here, or the draft cannot lie on the table.
    """
    if table.is_setup and line.strip() in names:  # which may have any characters
        return replace(draft, first=names.index(line.strip()) + 1)
    reader = _Reader(table, names, draft)
    for word in split_line(line):
        reader.enter(word)
    table.check(reader.draft)
    return reader.draft


class _Reader:
    """Enters one word after the other; only the whole is checked, so cards can be swapped."""

    def __init__(self, table: Table, names: Sequence[str], draft: Draft) -> None:
        self.table = table
        self.names = names
        self.draft = draft
        self._card_at = len(draft.cells)
        self._token_at: int | None = None  # None: where one is missing
        self._in_market = False  # whether the line has named a card or a cell
        self._replaces = False  # whether the next token is in place of those in the cell

    def enter(self, word: str) -> None:
        """Enter a word; DraftError if it means nothing here."""
        is_number = word.isascii() and word.isdigit()
        if word.lower() in _KINDS:
            return
        if _EVENT_LIKE.fullmatch(word):
            self._enter_event(word.upper())
        elif word.lower() in CELLS:
            self._go_to(CELLS.index(word.lower()))
        elif is_number:
            self._enter_number(word)
        elif self.table.is_setup:
            self.draft = replace(self.draft, first=find_seat(word, self.names))
        else:
            self._enter_card(word)

    def _enter_number(self, word: str) -> None:
        missing = self.table.missing(self.draft)
        if self._token_at is None and missing == Missing("first"):
            self.draft = replace(self.draft, first=find_seat(word, self.names))
        elif missing == Missing("event") and not self._in_market:
            self._enter_event(f"E{word}")
        else:
            for digit in word:
                self._enter_token(int(digit))

    def _enter_event(self, event: str) -> None:
        if event not in EVENTS:
            possible = " ".join(self.table.events)
            raise DraftError(f"there is no event {shorten(event)}; possible: {possible}")
        self.draft = replace(self.draft, event=event, token=0)
        self._token_at = _EVENT if event == E1 else None

    def _go_to(self, number: int) -> None:
        """Let the next card or token go to this cell."""
        count = len(self.draft.cells)
        if self.table.is_setup:
            raise DraftError(f"{CELLS[number]} is too early: {self._due_words()}")
        if number > count:
            raise DraftError(
                f"{CELLS[number]} is too early: cards go to the cells in reading order, "
                f"the next one to {CELLS[count]}"
            )
        self._card_at = number
        self._token_at = number if number < count else None
        self._in_market = self._replaces = True

    def _enter_card(self, word: str) -> None:
        if self._card_at == len(CELLS):
            raise DraftError(
                f"'{shorten(word)}' is one too many: all nine cards are there; to change one, "
                "type its cell before it (b2 M1)"
            )
        card = find_card(word, self._possible())
        self.draft = self.draft.with_cell(self._card_at, Cell(card))
        gets_tokens = self.table.due(self.draft)[self._card_at] > 0
        self._token_at = self._card_at if gets_tokens else None
        self._card_at += 1
        self._in_market, self._replaces = True, False

    def _possible(self) -> Collection[str]:
        """Return the cards that can lie at the next place, the one that lies there included."""
        cells = self.draft.cells
        others = cells[: self._card_at] + cells[self._card_at + 1 :]
        return self.table.cards(replace(self.draft, cells=others))

    def _enter_token(self, value: int) -> None:
        if value not in VALUES:
            raise DraftError(f"there is no token {value}; possible: 1 2 3")
        missing = self.table.missing(self.draft)
        place = self._token_at
        if place is None and missing == Missing("event token"):
            place = _EVENT
        elif place is None and missing is not None and missing.what == "token":
            place = missing.cell
        if place is None:
            raise DraftError(f"no token is due: {self._due_words()}")
        if place == _EVENT:
            self.draft = replace(self.draft, token=value)
            self._token_at = None
            return
        cell = self.draft.cells[place]
        before = Cell(cell.card) if self._replaces else cell
        self.draft = self.draft.with_cell(place, add_token(before, value))
        self.table.check_number(self.draft, place)
        self._replaces = False

    def _due_words(self) -> str:
        missing = self.table.missing(self.draft)
        return f"{missing_words(self.draft, missing)} comes next" if missing else _COMPLETE


_COMPLETE = "nothing is missing; to change the tokens of a card, type its cell before them (b2 1)"


def missing_words(draft: Draft, missing: Missing) -> str:
    """Return what is missing in words."""
    if missing.what == "card":
        return f"the card at {CELLS[missing.cell]}"
    if missing.what == "token":
        return f"a token of {place_words(draft, missing.cell)}"
    names = {"first": "the first player", "event": "the event", "event token": "the token on E1"}
    return names[missing.what]
