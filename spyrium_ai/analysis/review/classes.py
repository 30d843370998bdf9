"""The classes of mistakes, and where their bounds come from."""

from __future__ import annotations

import math

from spyrium_ai.analysis.review.game_review import MoveClass

# Least loss of each class in share of the win; docs/analysis.md has the players by which they
# were set.
SMALL, ERROR, BLUNDER = 0.02, 0.05, 0.10
# With more than two players, below this share of the win nothing is left to lose: points count.
HOPELESS = 0.03
SMALL_POINTS, ERROR_POINTS, BLUNDER_POINTS = 1.0, 2.5, 5.0

# From this loss on a move is judged again, more deeply.
WORTH_A_SECOND_LOOK = 0.015

# The judge's standard error of a loss in the first pass at so many nodes, and how it falls.
ERROR_NODES, ERROR_THERE, ERROR_POWER = 1000, 0.018, 0.18


def class_of(loss: float) -> MoveClass:
    """Return the class of a loss in share of the win, of a move that was not forced.

    >>> class_of(0.004), class_of(0.03), class_of(0.05), class_of(0.4)
    ('none', 'small', 'error', 'blunder')
    """
    return _class(loss, SMALL, ERROR, BLUNDER)


def class_of_points(loss: float) -> MoveClass:
    """Return the class of a loss in points, for a player who cannot win any more."""
    return _class(loss, SMALL_POINTS, ERROR_POINTS, BLUNDER_POINTS)


def standard_error(nodes: int) -> float:
    """Return the standard error of a loss, judged with so many nodes after both moves.

    It was measured against searches of many more nodes: docs/analysis.md has the figures. Without
    nodes, as at the end of a turn, it is that of a search of `ERROR_NODES`.
    """
    return ERROR_THERE * math.pow((nodes or ERROR_NODES) / ERROR_NODES, -ERROR_POWER)


def _class(loss: float, small: float, error: float, blunder: float) -> MoveClass:
    if loss >= blunder:
        return "blunder"
    if loss >= error:
        return "error"
    return "small" if loss >= small else "none"
