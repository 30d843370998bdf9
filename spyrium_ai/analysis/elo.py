"""Logistic Elo: the expected score of a player, a tie counted half, and the other way round."""

from __future__ import annotations

import math


def expected_score(elo: float) -> float:
    """Return the expected score of a game between two players this many Elo apart.

    >>> round(expected_score(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float | None:
    """Return the Elo difference with this expected score; None at 0 or 1, where it is unbounded.

    >>> round(elo_difference(0.6401)), elo_difference(1.0)
    (100, None)
    """
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None
