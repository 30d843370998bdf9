"""Final accounts by source, as arrays: where everybody's points come from at the end of a game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spyrium_ai.game.board import Seat
from spyrium_ai.game.card_table import CARDS, TECHNIQUES
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.score_breakdown import building_points, technique_points

Accounts = npt.NDArray[np.int64]  # by seat and source, or by game, seat and source

SOURCES = (
    "scored during the game",
    "from buildings",
    *(f"from {CARDS[code].name}" for code in TECHNIQUES),
)


def final_accounts(position: Position) -> Accounts:
    """Return each seat's points by source, as if the game ended now: shape (players, sources)."""
    return np.array([_account(seat) for seat in position.board().seats])


def _account(seat: Seat) -> tuple[int, ...]:
    owned = {code.rstrip("*") for code in seat.techniques}
    techniques = (technique_points(seat, code) if code in owned else 0 for code in TECHNIQUES)
    return seat.points, building_points(seat), *techniques
