"""Deals by hand: what lies on a real table, entered by requests bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spyrium_ai.game.board import Cell
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.human.deal_draft import Draft, DraftError, Missing, Table
from spyrium_ai.human.deal_memory import DealMemory
from spyrium_ai.human.deal_reader import missing_words, read_line
from spyrium_ai.web.api import ApiError, Data


@dataclass(frozen=True)
class Entry:
    """What a request enters: words, another draft, nothing, or that it is done."""

    text: str = ""
    draft: DraftData | None = None
    clear: bool = False
    done: bool = False


@dataclass(frozen=True)
class DraftData:
    """A draft as requests and states have it; each cell is a card and the values of its tokens."""

    first: int = 0
    event: str = ""
    token: int = 0
    cells: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def draft(self) -> Draft:
        """Return it as the reader takes it."""
        cells = (Cell(card, tuple(sorted(tokens))) for card, tokens in self.cells)
        return Draft(self.first, self.event, self.token, tuple(cells))


class WebDealer:
    """Asks requests for each setup and deal, as `dealer.Dealer` would draw it."""

    def __init__(self, names: Sequence[str], ask: Callable[[], Draft | str]) -> None:
        """Prepare to deal.

        Args:
            names: the players by seat.
            ask: shows the draft, and returns another one, or the text of a whole one to deal.
        """
        self.memory = DealMemory()
        self._names = names
        self._ask = ask
        self._table: Table | None = None
        self._draft = Draft()

    def deal(self, position: Position) -> str:
        """Return the setup or deal that is entered, in the notation; it is possible here."""
        self._table = Table(position.board())
        self._draft = self.memory.proposal(position) or Draft()
        try:
            while True:
                answer = self._ask()
                if isinstance(answer, str):
                    return answer
                self._draft = answer
        finally:
            self._table = None

    def entered(self, entry: Entry) -> Draft | str:
        """Return what a request makes of the draft; ApiError says in words what is wrong."""
        table = self._table
        if table is None:
            raise ApiError(409, "no deal is asked for now")
        try:
            if entry.done:
                return self._whole(table)
            draft = Draft() if entry.clear else self._draft
            if entry.draft is not None:
                draft = entry.draft.draft()
                table.check(draft)
            return read_line(table, self._names, draft, entry.text) if entry.text else draft
        except DraftError as error:
            several = len(entry.text.split()) > 1
            raise ApiError(422, f"{'nothing of it is taken: ' * several}{error}") from None

    def data(self) -> Data:
        """Return the draft, what is missing in it, and what is possible."""
        table, draft = self._table, self._draft
        assert table is not None  # noqa: S101 (called while a deal is asked for)
        missing = table.missing(draft)
        return {
            "kind": "deal",
            "setup": table.is_setup,
            "draft": {
                "first": draft.first,
                "event": draft.event,
                "token": draft.token,
                "cells": [[cell.card, list(cell.tokens)] for cell in draft.cells],
            },
            "missing": missing and self._missing(draft, missing),
            "possible": {
                "cards": {} if table.is_setup else dict(table.cards(draft)),
                "events": list(table.events),
                "tokens": self._tokens(table, draft, missing),
                "players": list(self._names),
                "names": {} if table.is_setup else _names(table),
                "effects": {event: event_text(event) for event in table.events},
            },
            "complete": missing is None,
        }

    def _whole(self, table: Table) -> str:
        missing = table.missing(self._draft)
        if missing is not None:
            raise ApiError(422, f"{missing_words(self._draft, missing)} is missing")
        return self._draft.text()

    def _missing(self, draft: Draft, missing: Missing) -> Data:
        words = missing_words(draft, missing)
        return {"what": missing.what, "cell": missing.cell, "words": words}

    def _tokens(self, table: Table, draft: Draft, missing: Missing | None) -> list[int]:
        is_token = missing is not None and missing.what in {"token", "event token"}
        return table.token_values(draft, missing) if missing is not None and is_token else []


def _names(table: Table) -> dict[str, str]:
    """Return the names of all cards that can be dealt, by their codes."""
    return {code: short_name(code) for code in table.cards(Draft())}
