"""Two moves compared by pairs of games played on with equal deals: where their points differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spyrium_ai.analysis.intervals import t_quantile
from spyrium_ai.analysis.review.final_accounts import SOURCES, Accounts, final_accounts
from spyrium_ai.analysis.review.playing_on import game_end
from spyrium_ai.game.position import Position
from spyrium_ai.util.seeds import derive

PAIRS = 200
ERROR = 0.05  # the chance that anything at all is said of moves that do not differ
LEAST_PART = 0.25  # of the whole lead: a smaller difference does not explain it

_PAIR = "pair of games"


@dataclass(frozen=True)
class Difference:
    """By how many points a seat gets more from a source after the better move.

    Attributes:
        seat: from 1.
        source: one of `SOURCES`.
        mean: over the pairs; below 0 the seat gets fewer.
        half: half the width of the interval; those of all sources and seats hold together with
            95 %.
    """

    seat: int
    source: str
    mean: float
    half: float


def paired_accounts(
    better: Position, played: Position, pairs: int, seed: int
) -> tuple[Accounts, Accounts]:
    """Return the final accounts of games played on from two positions, pair by pair.

    Both games of a pair meet the same deals, as far as `game_end` can.

    Args:
        better: the position after the better move.
        played: the position after the played move.
        pairs: number of games from each.
        seed: the deals follow from it.

    Returns:
        Two arrays of the shape (pairs, players, sources).
    """
    seeds = [derive(_PAIR, seed, number) for number in range(pairs)]
    first, second = (
        np.array([final_accounts(game_end(position, one)) for one in seeds])
        for position in (better, played)
    )
    return first, second


def differences(better: Accounts, played: Accounts, seat: int) -> list[Difference]:
    """Return where final accounts differ beyond doubt, the largest differences first.

    They explain a loss only if the pairs show that loss: nothing is returned unless the seat's
    margin over its best rival is greater after the better move, beyond two standard errors. Then
    all sources of all seats are compared, with one chance of `ERROR` together (Bonferroni), and
    those that come to `LEAST_PART` of this lead are told.

    Args:
        better: accounts after the better move, pair by pair, two pairs at least.
        played: accounts after the played move, of the same shape.
        seat: that chose the move, from 1.
    """
    pairs, seats, sources = better.shape
    margins = _margins(better, seat) - _margins(played, seat)
    lead, doubt = _interval(margins, t_quantile(1 - ERROR / 2, pairs - 1))
    if lead <= doubt:
        return []
    errors = t_quantile(1 - ERROR / (seats * sources) / 2, pairs - 1)
    means, halves = _interval(better - played, errors)
    beyond = np.argwhere(np.abs(means) > np.maximum(halves, LEAST_PART * lead))
    found = [
        Difference(int(s) + 1, SOURCES[i], float(means[s, i]), float(halves[s, i]))
        for s, i in beyond
    ]
    return sorted(found, key=lambda one: -abs(one.mean))


def _interval(
    values: npt.NDArray[np.int64], errors: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the means over the pairs, and so many standard errors of them."""
    spread = values.std(axis=0, ddof=1)
    return values.mean(axis=0), errors * spread / np.sqrt(len(values))


def _margins(accounts: Accounts, seat: int) -> npt.NDArray[np.int64]:
    scores = accounts.sum(axis=2)
    margins: npt.NDArray[np.int64] = scores[:, seat - 1] - np.delete(scores, seat - 1, 1).max(1)
    return margins
