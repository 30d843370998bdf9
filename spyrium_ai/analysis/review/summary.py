"""What the reviews of one game or of many say of each player: losses, classes, luck, level."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

from spyrium_ai.analysis.intervals import half_width, ratio_variance
from spyrium_ai.analysis.review.game_review import (
    CLASSES,
    KINDS,
    DecisionReview,
    GameReview,
    MoveClass,
)
from spyrium_ai.game.card_table import LAST_TURN

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Losses:
    """What decisions have lost. Forced ones count in `classes` alone.

    Attributes:
        decisions: that were not forced.
        mean: mean loss in win share, 0 without such a decision.
        points: the same in points, None where the judge has not said any.
        classes: how many decisions are of each class.
    """

    decisions: int
    mean: float
    points: float | None
    classes: Mapping[MoveClass, int]

    @property
    def bad(self) -> int:
        """The number of errors and blunders."""
        return self.classes["error"] + self.classes["blunder"]


@dataclass(frozen=True)
class PlayerSummary:
    """A player over the games that were reviewed.

    Attributes:
        player: its name.
        games: in which it took part.
        losses: of all decisions.
        interval: 95 % interval of the mean loss: over games, over the turns of a single one; 0 to 1
            where there are less than two of these.
        by_turn: losses by turn, 1 to 6; turns without a decision are missing.
        by_kind: losses by kind of action; kinds without a decision are missing.
        luck: sum of the luck of all deals, in win share.
    """

    player: str
    games: int
    losses: Losses
    interval: tuple[float, float]
    by_turn: Mapping[int, Losses]
    by_kind: Mapping[str, Losses]
    luck: float

    @property
    def mean_luck(self) -> float:
        """The luck of a game, in win share."""
        return self.luck / self.games


def player_summaries(reviews: Iterable[GameReview]) -> list[PlayerSummary]:
    """Return the summaries of all players, those with the smallest mean loss first.

    Players without a decision come last. They are identified by name: one that has several seats
    in a game has the decisions of all.
    """
    made: defaultdict[str, list[tuple[int, DecisionReview]]] = defaultdict(list)
    luck: defaultdict[str, float] = defaultdict(float)
    games: Counter[str] = Counter()
    for game, review in enumerate(reviews):
        games.update(set(review.players))
        for name, by_deals in zip(review.players, review.luck, strict=True):
            luck[name] += by_deals
        for decision in review.decisions:
            made[review.players[decision.seat - 1]].append((game, decision))
    found = [_summary(name, games[name], made[name], luck[name]) for name in games]
    return sorted(found, key=lambda one: (one.losses.decisions == 0, one.losses.mean, one.player))


def _summary(
    player: str, games: int, made: Sequence[tuple[int, DecisionReview]], luck: float
) -> PlayerSummary:
    decisions = [decision for _, decision in made]
    unforced = [(game, decision) for game, decision in made if decision.cls != "forced"]
    clusters: defaultdict[int, list[float]] = defaultdict(list)
    for game, decision in unforced:
        clusters[game if games > 1 else decision.turn].append(decision.loss)
    losses = losses_of(decisions)
    return PlayerSummary(
        player,
        games,
        losses,
        _interval(losses.mean, list(clusters.values())),
        _parts(decisions, range(1, LAST_TURN + 1), lambda decision: decision.turn),
        _parts(decisions, KINDS, lambda decision: decision.kind),
        luck,
    )


def losses_of(decisions: Iterable[DecisionReview]) -> Losses:
    """Return what these decisions have lost together."""
    classes: dict[MoveClass, int] = dict.fromkeys(CLASSES, 0)
    losses, points = [], []
    for decision in decisions:
        classes[decision.cls] += 1
        if decision.cls == "forced":
            continue
        losses.append(decision.loss)
        if decision.loss_points is not None:
            points.append(decision.loss_points)
    return Losses(len(losses), fmean(losses or [0.0]), fmean(points) if points else None, classes)


def _parts(
    decisions: Sequence[DecisionReview], keys: Iterable[Key], key: Callable[[DecisionReview], Key]
) -> dict[Key, Losses]:
    parts: dict[Key, list[DecisionReview]] = {name: [] for name in keys}
    for decision in decisions:
        parts[key(decision)].append(decision)
    return {name: losses_of(part) for name, part in parts.items() if part}


def _interval(mean: float, clusters: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the 95 % interval of a mean loss; losses of one cluster are correlated."""
    if len(clusters) < 2:
        return 0.0, 1.0
    sums = [(sum(losses), len(losses)) for losses in clusters]
    half = half_width(len(sums), ratio_variance(sums))
    return max(0.0, mean - half), min(1.0, mean + half)
