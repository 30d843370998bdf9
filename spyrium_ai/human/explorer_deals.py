"""Deals by hand in the dialogue that explores a position."""

from __future__ import annotations

import secrets

from spyrium_ai.human.deal_dialogue import DealDialogue
from spyrium_ai.human.deal_draft import Draft, DraftError, Table
from spyrium_ai.human.deal_reader import read_line
from spyrium_ai.human.line_view import LineView
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.match.player import Turn
from spyrium_ai.util.text import shorten

MOST_SEED = 2**63 - 1
DRAWN_SEED = 10**6  # below it are the seeds that are drawn for `deal random`
NOTATION = ("setup:", "deal:")


def read_deal(view: LineView, text: str) -> str | None:
    """Return the setup or deal in the notation that a person means; None after a message.

    Args:
        view: a position in which chance decides.
        text: `random` with a seed or not, the notation, words as at a table with real cards, or ''
            to be asked for them.

    Raises:
        LeaveTable: the person quits, or the input has ended.
        TakeBack: the person takes back what came before.
    """
    word, _, rest = text.partition(" ")
    if word == "random":
        return _random_deal(view, rest)
    return text if text.startswith(NOTATION) else _deal_in_words(view, text)


def _random_deal(view: LineView, text: str) -> str | None:
    """Return what chance decides with this seed, or with one that is drawn."""
    if not text:
        text = str(secrets.randbelow(DRAWN_SEED))
    if not text.isascii() or not text.isdigit() or len(text) > 19 or int(text) > MOST_SEED:
        view.terminal.tell(f"'{shorten(text)}' is not a seed from 0 to {MOST_SEED}.")
        return None
    deal = view.position.sample_deal(int(text))
    view.terminal.tell(f"Seed {text}: {deal}", 4)
    return deal


def _deal_in_words(view: LineView, text: str) -> str | None:
    board = view.position.board()
    table, draft = Table(board), None
    if text:
        try:
            draft = read_line(table, view.names, Draft(), text)
        except DraftError as error:
            view.terminal.tell(f"Not dealt: {error}.".replace("?.", "?"))
            return None
        if table.missing(draft) is None:
            return draft.text()
    return DealDialogue(board, view.terminal, view.names, _Host(view)).ask(draft)


class _Host:
    """What the dialogue of a deal asks of a game, answered by an exploration."""

    def __init__(self, view: LineView) -> None:
        self.view = view

    def can_take_back(self) -> bool:
        """Return whether there is anything before the present position."""
        return self.view.variation.has_past

    def save(self, name: str) -> None:  # noqa: ARG002
        """Say how a position is kept."""
        self.view.terminal.tell("There is no game to save: `position` prints the position.")

    def hint(self, turn: Turn, menu: Menu, name: str) -> None:
        """Give no hint: nobody decides where chance does."""

    def log(self) -> None:
        """Show no moves."""
