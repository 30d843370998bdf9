"""What a person types at a table, as the terminal understands it."""

from __future__ import annotations

from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.typed_move import meant
from spyrium_ai.human.typed_refusal import to_you, why_not
from spyrium_ai.match.player import Turn
from spyrium_ai.util.text import shorten
from spyrium_ai.web.api import ApiError

LONGEST = 100  # characters


def move_meant(text: str, turn: Turn) -> str:
    """Return the legal move that is meant: notation, '#3' of the list, names of what is there.

    Raises:
        ApiError: it is none, with the reason; or it can mean several moves.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise ApiError(422, f"a move has at most {LONGEST} characters")
    if text in turn.legal:
        return text
    menu = Menu(turn.position.board(), turn.legal)
    if text.startswith("#") and text[1:].isascii() and text[1:].isdigit():
        if (move := menu.move(int(text[1:]))) is None:
            raise ApiError(422, f"there is no move {text}: the moves are #1 to #{len(menu)}")
        return move
    return _named(text, menu, turn.seat)


def _named(text: str, menu: Menu, seat: int) -> str:
    items = meant(text, menu) or []
    if len(items) == 1 and (text.lower().startswith("ii ") or not items[0].phrase.begins):
        return items[0].move
    if items:
        begins = ", beginning Phase II" if all(item.phrase.begins for item in items) else ""
        moves = "; ".join(f"#{item.number} {item.phrase.line}" for item in items)
        raise ApiError(422, f"'{shorten(text)}' can mean{begins}: {moves}")
    raise ApiError(422, to_you(_why_none(text, menu), seat))


def _why_none(text: str, menu: Menu) -> str:
    try:
        reason = refusal(menu.board, text)
    except NotationError:
        reason = why_not(text, menu.board)
    return (
        f"'{shorten(text)}' is not possible: {reason}"
        if reason
        else (f"'{shorten(text)}' is no legal move")
    )
