"""The luck of a deal: what it is worth beside other deals that could have come.

The estimate of the backgammon programs, without a list of all outcomes: the win shares after the
deal less their mean over deals drawn from the same unseen cards and tokens, all by one judge. The
deal that came is one such draw, so the mean of luck over many deals is zero whatever the judge
thinks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from spyrium_ai.analysis.review.game_review import DealReview
from spyrium_ai.analysis.review.judge import Judge, with_chance
from spyrium_ai.analysis.review.reviewer import Depth
from spyrium_ai.game.position import Position
from spyrium_ai.util.seeds import derive


def deal_review(
    before: Position, deals: Sequence[str], judge: Judge, depth: Depth, ply: int
) -> DealReview:
    """Return the luck of a deal, or of the setup and the first deal together.

    Args:
        before: where chance decides; the start of the game for the first deal.
        deals: what chance decided there, one after the other.
        judge: says what the positions after the deals are worth.
        depth: `deals` and `samples` are used.
        ply: number of the last of these deals in the game.

    Raises:
        HaltError: the judge fails.
    """
    after = before.copy()
    for deal in deals:
        after.apply(deal)
    shares = judge.value(after, depth.deals).shares
    others = []
    for number in range(depth.samples):
        # The seed holds what came: else all games would share the samples of their first deal,
        # and with them the error of the mean.
        other = with_chance(before, derive("luck", before.key, after.key, number))
        others.append(judge.value(other, depth.deals).shares)
    mean = tuple(sum(column) / len(others) for column in zip(*others, strict=True))
    pairs = zip(shares, mean, strict=True)
    return DealReview(
        ply=ply,
        turn=after.turn,
        deal=deals[-1],
        mean=mean,
        shares=shares,
        luck=tuple(came - expected for came, expected in pairs),
        luck_error=max(_standard_error(column) for column in zip(*others, strict=True)),
        samples=len(others),
    )


def _standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
