"""The sums of a player in an analysed game."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from spyrium_ai.analysis.review.game_review import CLASSES, GameReview, MoveClass


@dataclass(frozen=True)
class PlayerSums:
    """What a player's decisions have cost, and its luck.

    Attributes:
        seat: from 1.
        player: its name.
        decisions: that were not forced; the means are over them.
        loss_mean: mean loss in win share, None without a decision.
        loss_points_mean: the same in points, over the decisions where they are known.
        classes: number of decisions of each class.
        luck: of all deals together, in win share.
    """

    seat: int
    player: str
    decisions: int
    loss_mean: float | None
    loss_points_mean: float | None
    classes: dict[MoveClass, int]
    luck: float


def player_sums(review: GameReview) -> list[PlayerSums]:
    """Return the sums of every seat."""
    return [_sums(review, seat) for seat in range(1, len(review.players) + 1)]


def _sums(review: GameReview, seat: int) -> PlayerSums:
    own = [decision for decision in review.decisions if decision.seat == seat]
    free = [decision for decision in own if decision.cls != "forced"]
    points = [decision.loss_points for decision in free if decision.loss_points is not None]
    classes = [decision.cls for decision in own]
    return PlayerSums(
        seat=seat,
        player=review.players[seat - 1],
        decisions=len(free),
        loss_mean=fmean(decision.loss for decision in free) if free else None,
        loss_points_mean=fmean(points) if points else None,
        classes={name: classes.count(name) for name in CLASSES},
        luck=review.luck[seat - 1],
    )
