"""The rating history: the ratings after a tenth of the games, two tenths, and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spyrium_ai.analysis.ratings.anchor import Anchor
from spyrium_ai.analysis.ratings.rating_data import bound, rate
from spyrium_ai.analysis.ratings.results import Result

STEPS = 10
SAMPLES = 200  # fits for the intervals: enough to draw them


@dataclass(frozen=True)
class Rating:
    """A rating in Elo with its 95 % interval, None for a bound that is open."""

    elo: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class RatingsAt:
    """The ratings after so many games, of the players that had played by then."""

    games: int
    ratings: Mapping[str, Rating]


def rating_history(
    journals: Sequence[Sequence[Result]],
    names: Sequence[str],
    last: Mapping[str, Any],
    anchor: Anchor | None,
) -> list[RatingsAt]:
    """Return the ratings at up to ten moments: after a tenth of every game log, two tenths, ...

    Args:
        journals: the games of each in the order in which they ended.
        names: the players by their number in the results.
        last: what `rating_data` says of all games; it is the last moment.
        anchor: the player whose rating is given. Before its first game the mean is 0.
    """
    moments: list[RatingsAt] = []
    for step in range(1, STEPS):
        cut = [r for journal in journals for r in journal[: -(-len(journal) * step // STEPS)]]
        if (moments[-1].games if moments else 0) < len(cut) < last["games"]:
            moments.append(_moment(cut, names, last["seed"], anchor))
    final = {p["name"]: Rating(p["elo"], p["elo_low"], p["elo_high"]) for p in last["players"]}
    return [*moments, RatingsAt(last["games"], final)]


def _moment(
    results: Sequence[Result], names: Sequence[str], seed: int, anchor: Anchor | None
) -> RatingsAt:
    players: dict[int, int] = {}
    blocks: dict[int, int] = {}
    known = [
        Result(
            blocks.setdefault(result.block, len(blocks)),
            tuple(players.setdefault(player, len(players)) for player in result.players),
            result.places,
            result.order,
        )
        for result in results
    ]
    found = [names[number] for number in players]
    is_anchored = anchor is not None and anchor.name in found
    ratings = rate(known, len(players), len(blocks), SAMPLES, seed)
    elo, low, high = ratings.elo(
        found.index(anchor.name) if anchor and is_anchored else None,
        anchor.elo if anchor and is_anchored else 0.0,
    )
    return RatingsAt(
        len(results),
        {
            name: Rating(float(elo[i]), bound(low[i]), bound(high[i]))
            for i, name in enumerate(found)
        },
    )
