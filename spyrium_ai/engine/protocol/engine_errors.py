"""What the server says of an engine that fails."""

from __future__ import annotations

import contextlib
import traceback

from spyrium_ai.game.move_refusal import refusal
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import Position
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shown

LONGEST_WHY = 400  # characters of a reason


def why_illegal(position: Position, move: str) -> str:
    """Return what is wrong with the engine's move, in the rules' terms."""
    try:
        why = refusal(position.board(), move)
    except NotationError as error:
        why = error.reason
    return f"{shown(move)} is not legal here: {why or 'it has to be a str'}"


def blame(error: BaseException) -> str:
    """Return what went wrong inside the engine, in a line; the log gets the whole traceback."""
    if isinstance(error, UsageError):  # such as weights that are damaged
        return str(error)[:LONGEST_WHY]
    with contextlib.suppress(OSError, ValueError):  # a log that is closed
        traceback.print_exception(error)
    return f"{type(error).__name__} in the engine: {error}"[:LONGEST_WHY]
