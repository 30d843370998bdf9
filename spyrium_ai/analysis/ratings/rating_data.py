"""The ratings of a pool as data: fitted, with intervals, beside the plain means."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spyrium_ai.analysis.intervals import mean_interval, ratio_variance
from spyrium_ai.analysis.ratings.anchor import Anchor
from spyrium_ai.analysis.ratings.bootstrap import Samples, bootstrap, interval
from spyrium_ai.analysis.ratings.connectivity import Connection, connect
from spyrium_ai.analysis.ratings.design import Array, Layout, layout_of, make_design
from spyrium_ai.analysis.ratings.model import ELO, Fit, Prior, chances_above, fit
from spyrium_ai.analysis.ratings.pool import PlayerTotals, Pool
from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.analysis.ratings.warnings import warnings_of
from spyrium_ai.util.errors import UsageError

SILENT = 1e-3  # of a strength: what fits that have nothing to vary by differ by


@dataclass(frozen=True)
class Ratings:
    """The fit, the parameters of the bootstrap's fits by row, and which players are connected."""

    layout: Layout
    best: Fit
    samples: Samples
    connection: Connection
    blocks: int

    def interval(self, values: Array, blocks: int | None = None) -> tuple[Array, Array]:
        """Return the 95 % interval of each column of a quantity of the bootstrap's fits.

        Args:
            values: the quantity, a row for each fit.
            blocks: the number of deal sets that bear on it, by default all. The free parameters
                are charged in proportion.
        """
        own = self.blocks if blocks is None else blocks
        return interval(values, own, self.layout.free * own / self.blocks)

    def widest(self, quantity: Callable[[Array], Array]) -> tuple[Array, Array]:
        """Return the wider 95 % interval of a quantity, from the `doubted` and the `plain` fits.

        An artificial loss lowers its player against all others, which could put the upper bound
        below the estimate: so it only makes intervals wider, never narrower.
        """
        plain, doubted = (self.interval(quantity(each)) for each in self.samples[::-1])
        return np.minimum(plain[0], doubted[0]), np.maximum(plain[1], doubted[1])

    def strengths(self, parameters: Array, anchor: int | None) -> Array:
        """Return the strengths along the last axis, measured from a player or from the mean."""
        strengths = parameters[..., : self.layout.players]
        zero = strengths.mean(axis=-1) if anchor is None else strengths[..., anchor]
        return np.asarray(strengths - zero[..., None])

    def elo(self, anchor: int | None, origin: float) -> tuple[Array, Array, Array]:
        """Return the ratings and their bounds, infinite where they are open.

        Args:
            anchor: the player whose rating is `origin`; None: it is the mean of all.
            origin: the rating in Elo that the others' are measured from.
        """
        low, high = self.widest(lambda parameters: self.strengths(parameters, anchor))
        low = np.where(self.connection.is_open_below(anchor), -math.inf, low)
        high = np.where(self.connection.is_open_above(anchor), math.inf, high)
        if anchor is not None:
            low[anchor] = high[anchor] = 0.0
        best = self.strengths(self.best.parameters, anchor)
        return origin + ELO * best, origin + ELO * low, origin + ELO * high


def rate(
    results: Sequence[Result],
    players: int,
    blocks: int,
    count: int,
    seed: int,
    prior: Prior = Prior(),  # noqa: B008 (it is frozen)
) -> Ratings:
    """Return the ratings of so many players, with a bootstrap of `count` fits."""
    layout = layout_of(results, players)
    design = make_design(results, layout, blocks)
    connection = connect(results, players)
    best = fit(design, prior)
    samples = bootstrap(results, connection, design, best, prior, count, seed)
    return Ratings(layout, best, samples, connection, blocks)


def rating_data(pool: Pool, count: int, seed: int, anchor: Anchor | None = None) -> dict[str, Any]:
    """Return everything as data for JSON; None for bounds that are open and means of nothing.

    Players are in the order of their ratings, best first. UsageError: the anchor did not play, or
    there is no game that counts.
    """
    if not pool.results:
        left = f": {pool.void} void or unfinished" if pool.void else ""
        raise UsageError(f"there are no games to rate{left}")
    reference = None if anchor is None else pool.number(anchor.name, "--anchor")
    ratings = rate(pool.results, len(pool.players), pool.blocks, count, seed)
    elo, low, high = ratings.elo(reference, anchor.elo if anchor else 0.0)
    order = sorted(range(len(pool.players)), key=lambda i: (-elo[i], pool.players[i].name))
    return {
        "games": len(pool.results),
        "blocks": pool.blocks,
        "void": pool.void,
        "seed": seed,
        "bootstrap": count,
        "anchor": None if anchor is None else {"name": anchor.name, "elo": anchor.elo},
        "players": [
            {
                "name": pool.players[i].name,
                "elo": float(elo[i]),
                "elo_low": bound(low[i]),
                "elo_high": bound(high[i]),
                **_means(pool.players[i]),
            }
            for i in order
        ],
        "above": _matrix(ratings, order),
        "places": _places(pool, ratings),
        "ties": {
            str(k): float(ratings.best.parameters[ratings.layout.tie(k)])
            for k in ratings.layout.ties
        },
        "warnings": warnings_of(pool, ratings.connection),
    }


def _matrix(ratings: Ratings, order: Sequence[int]) -> dict[str, Any]:
    """Return the chances of each player, in this order, to be above each other one."""
    n, column = ratings.layout.players, ratings.layout.tie_two

    def chances(parameters: Array) -> Array:
        ties = None if column is None else parameters[..., column]
        return chances_above(parameters[..., :n], ties)

    def odds(parameters: Array) -> Array:
        many = np.clip(chances(parameters), 1e-12, 1 - 1e-12)
        return np.asarray(np.log(many / (1 - many)))

    low, high = (_logistic(x) for x in ratings.widest(odds))
    low = np.where(ratings.connection.reaches, low, 0.0)
    high = np.where(ratings.connection.reaches.T, high, 1.0)
    return {
        "chance": _reordered(chances(ratings.best.parameters), order),
        "low": _reordered(low, order),
        "high": _reordered(high, order),
        "games": [[int(ratings.connection.met[a, b]) for b in order] for a in order],
    }


def _reordered(square: Array, order: Sequence[int]) -> list[list[float | None]]:
    return [[None if a == b else float(square[a, b]) for b in order] for a in order]


def _logistic(x: Array) -> Array:
    value: Array = 0.5 * (1 + np.tanh(x / 2))
    return value


def _places(pool: Pool, ratings: Ratings) -> list[dict[str, Any]]:
    """Return what each place in the order of play is worth, by table size."""
    found = []
    for size in ratings.layout.sizes:
        first = ratings.layout.place(size, 0)
        columns = slice(first, first + size)
        best = ratings.best.parameters[columns]
        samples = ratings.samples.plain[:, columns]
        effects = samples - samples.mean(axis=1, keepdims=True)
        blocks = len({r.block for r in pool.results if len(r.players) == size})
        low, high = ratings.interval(effects, blocks)
        # If the place never made a difference, as in deal sets won from every seat, it still may.
        is_silent = effects.std(axis=0) < SILENT
        low, high = np.where(is_silent, -math.inf, low), np.where(is_silent, math.inf, high)
        for place in range(size):
            mean = pool.places[size, place]
            found.append(
                {
                    "players": size,
                    "place": place + 1,
                    "games": mean.count,
                    "share": mean.value,
                    "elo": float(ELO * (best[place] - best.mean())),
                    "elo_low": bound(ELO * low[place]),
                    "elo_high": bound(ELO * high[place]),
                }
            )
    return found


def _means(player: PlayerTotals) -> dict[str, Any]:
    low, high = share_interval(player)
    return {
        "games": player.shares.count,
        "blocks": len(player.by_block),
        "share": player.shares.value,
        "share_low": low,
        "share_high": high,
        "fair_share": player.fair.value,
        "wins": player.wins,
        "shared": player.shared,
        "mean_score": player.scores.value,
        "mean_margin": player.margins.value,
        "ms_per_move": player.times.value,
        "nodes_per_move": player.nodes.value,
        "faults": dict(sorted(player.faults.items())),
    }


def share_interval(player: PlayerTotals) -> tuple[float, float]:
    """Return the 95 % interval of the player's win share, over its deal sets.

    The share is the sum of shares over the number of games; deal sets may differ in size.
    """
    share = player.shares.value
    if share is None:
        return 0.0, 1.0
    blocks = [(block.total, block.count) for block in player.by_block.values()]
    return mean_interval(len(blocks), share, ratio_variance(blocks))


def bound(value: float) -> float | None:
    """Return a bound as data: None for one that is open."""
    return float(value) if math.isfinite(value) else None
