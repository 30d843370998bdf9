"""The level of play that a mean loss corresponds to, by the mean losses of the levels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

FEWEST_GAMES = 10  # fewer say too little
TOO_FEW = "too few games"


def level_of(
    mean: float, interval: tuple[float, float], games: int, table: Sequence[tuple[int, float]]
) -> str:
    """Return the level that a mean loss corresponds to, with its interval, in words.

    It is interpolated in the table. A level that has lost less than a stronger one counts as
    having lost as much: neighbours are measured with an error.

    >>> level_of(0.03, (0.019, 0.034), 12, [(1, 0.05), (2, 0.03), (3, 0.02)])
    'level 2 (2 to above 3)'

    Args:
        mean: loss per decision in win share.
        interval: of `mean`.
        games: that it comes from; fewer than ten are too few.
        table: the levels with their mean losses, by the same judge and for as many players.
    """
    if games < FEWEST_GAMES:
        return TOO_FEW
    least, most = interval
    middle, low, high = (_level(loss, table) for loss in (mean, most, least))
    text = f"level {middle}" if middle.isdigit() else middle.replace(" ", " level ")
    return text if low == high else f"{text} ({low} to {high})"


def _level(loss: float, table: Sequence[tuple[int, float]]) -> str:
    """Return the nearest level, 'above 12' or 'below 1' beyond the table's ends."""
    levels, losses = zip(*sorted(table, reverse=True), strict=True)
    rising = np.maximum.accumulate(losses)
    if loss < rising[0]:
        return f"above {levels[0]}"
    if loss > rising[-1]:
        return f"below {levels[-1]}"
    return str(round(float(np.interp(loss, rising, levels))))
