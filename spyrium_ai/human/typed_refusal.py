"""Why no legal move is meant by the names that a person types: the price that cannot be paid."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import CARDS, CELLS, EVENTS, SLOTS
from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.human.deal_words import split_line
from spyrium_ai.human.typed_move import cards_on_screen, slot_named

_EVENT_MOVES = {
    "E1": "event:money",
    "E2": "event:score",
    "E3": "event:pay3",
    "E4": "event:pay1",
    "E6": "event:hire",
}
_VERBS = {"has": "have", "is": "are", "does": "do", "chooses": "choose"}


def why_not(text: str, board: Board) -> str | None:
    """Return why no move is legal that the words mean; None if nothing can be said.

    >>> from spyrium_ai.game.position import Position
    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> why_not("lobbying", position.board())
    'no worker of player 1 stands next to the Lobbying at a3'
    """
    words = [word.lower() for word in split_line(text)]
    return next((reason for word in words for reason in _reasons(word, board)), None)


def to_you(reason: str, seat: int) -> str:
    """Return a reason with this player addressed as 'you'.

    >>> to_you("it costs £3, player 1 has £1", 1), to_you("no worker of player 1 is left", 1)
    ('it costs £3, you have £1', 'no worker of yours is left')
    """

    def addressed(match: re.Match[str]) -> str:
        verb = _VERBS.get(match["verb"] or "")
        return f"you{match['adverb'] or ''} {verb}" if verb else "you"

    text = reason.replace(f"worker of player {seat}", "worker of yours")
    verbs = "|".join(_VERBS)
    pattern = rf"player {seat}\b((?P<adverb> still| first)? (?P<verb>{verbs})\b)?"
    return re.sub(pattern, addressed, text)


def _reasons(word: str, board: Board) -> Iterator[str]:
    seat = board.seats[int(board.decides[0]) - 1]
    begin = "II:" if seat.phase == "I" else ""
    if slot := slot_named(word):
        move = f"place:{slot}" if seat.phase == "I" else f"money:{slot}:{slot[:2]}"
        yield from _refusals(board, move)
    if word == "event" or word.upper() in EVENTS:
        yield from _refusals(board, _EVENT_MOVES.get(board.event[:2], ""))
    codes = cards_on_screen(word, board)
    for name, cell in zip(CELLS, board.market, strict=True):
        if cell and (cell.card in codes or word == name):
            yield from _activation(board, name, cell, begin)
    for code in codes:
        yield from _refusals(board, f"{begin}use:{code}:1")


def _activation(board: Board, name: str, cell: Cell, begin: str) -> Iterator[str]:
    """Yield why a card of the market cannot be activated."""
    card, seat = CARDS[cell.card], int(board.decides[0])
    own = [slot for slot, workers in zip(SLOTS, board.slots, strict=True) if seat in workers]
    slot = next((slot for slot in own if name in {slot[:2], slot[2:]}), None)
    if slot is None:
        yield f"no worker of player {seat} stands next to the {card.name} at {name}"
        return
    is_chosen = card.token and card.kind == "character"
    token = f":token={next(iter(cell.tokens), 1)}" if is_chosen else ""
    end = ":score" if card.residence else ""
    yield from _refusals(board, f"{begin}activate:{slot}:{name}{token}{end}")


def _refusals(board: Board, move: str) -> Iterator[str]:
    """Yield why the move is not legal, nothing if it is, or if there is no such move."""
    with contextlib.suppress(NotationError):
        reason = refusal(board, move)
        if reason is not None:
            yield reason
