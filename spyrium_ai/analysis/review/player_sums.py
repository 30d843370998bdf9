"""The sums of a player in an analysed game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spyrium_ai.analysis.review.game_review import GameReview, MoveClass
from spyrium_ai.analysis.review.summary import losses_of


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
    classes: Mapping[MoveClass, int]
    luck: float


def player_sums(review: GameReview) -> list[PlayerSums]:
    """Return the sums of every seat."""
    return [_sums(review, seat) for seat in range(1, len(review.players) + 1)]


def _sums(review: GameReview, seat: int) -> PlayerSums:
    losses = losses_of(decision for decision in review.decisions if decision.seat == seat)
    return PlayerSums(
        seat=seat,
        player=review.players[seat - 1],
        decisions=losses.decisions,
        loss_mean=losses.mean if losses.decisions else None,
        loss_points_mean=losses.points,
        classes=losses.classes,
        luck=review.luck[seat - 1],
    )
