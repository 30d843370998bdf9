"""Luck and strength: how often the better player wins, and what the rest is owed to.

A deal set is one deal, played from every rotation of the seats. Who wins all its games is stronger;
where the same seat wins them all, whoever sits there, the deal has decided (docs/ratings.md).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spyrium_ai.analysis.intervals import exact_interval, mean_interval
from spyrium_ai.analysis.ratings.design import Array
from spyrium_ai.analysis.ratings.pool import Pool, PoolReader
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import so_many

SURE = 0.95
SURE_QUANTILE = 1.6449  # of the normal distribution
UNIT = 60  # win shares, 1/1 to 1/5, are whole multiples of a 60th
MOST_EXACT = 200  # trials that are added up exactly; more are about normal

# A game: the players by seat, and their win shares.
_Game = tuple[tuple[int, ...], tuple[float, ...]]


@dataclass
class Blocks:
    """The whole deal sets of one table of players, and the number of games outside of them.

    In `shares` and `seats` the axes are deal set, game within it, player in the order of `players`.
    """

    players: tuple[str, ...]
    left_out: int = 0
    shares: list[list[tuple[float, ...]]] = field(default_factory=list)
    seats: list[list[tuple[int, ...]]] = field(default_factory=list)

    def add(self, table: Sequence[int], games: Sequence[_Game]) -> None:
        """Add the games of a deal, if each player of the table had each seat once."""
        seats = [tuple(players.index(p) for p in table) for players, _ in games]
        once = list(range(len(table)))
        if any(sorted(own) != once for own in zip(*seats, strict=True)):
            self.left_out += len(games)
            return
        self.seats.append(seats)
        self.shares.append(
            [
                tuple(shares[seat] for seat in own)
                for own, (_, shares) in zip(seats, games, strict=True)
            ]
        )


def read_blocks(paths: Iterable[Path]) -> tuple[list[Blocks], Pool]:
    """Return the deal sets of each table of the game logs, and all their games.

    UsageError: a game log cannot be read, or is none.
    """
    deals: dict[tuple[tuple[int, ...], int], list[_Game]] = defaultdict(list)

    reader = PoolReader()
    for _, record, result in reader.games(paths):
        if result is not None:
            shares = tuple(record.share(seat + 1) for seat in range(len(result.players)))
            table = tuple(sorted(result.players))
            deals[table, result.block].append((result.players, shares))
    tables: dict[tuple[int, ...], Blocks] = {}
    for (table, _), games in deals.items():
        if table not in tables:
            tables[table] = Blocks(tuple(reader.pool.players[number].name for number in table))
        tables[table].add(table, games)
    return list(tables.values()), reader.pool


def luck_data(tables: Sequence[Blocks]) -> list[dict[str, Any]]:
    """Return the figures of every table with a whole deal set as data for JSON.

    UsageError: there is none.
    """
    found = [table_data(blocks) for blocks in tables if blocks.shares]
    if not found:
        games = sum(blocks.left_out for blocks in tables)
        raise UsageError(
            f"no complete deal set in {so_many(games, 'game')}: "
            "each player must have played each seat of a deal once"
        )
    return found


def without_blocks(tables: Sequence[Blocks]) -> list[str]:
    """Return a line for each table that has no whole deal set, and so no figures."""
    return [
        f"{' - '.join(blocks.players)}: left out, {so_many(blocks.left_out, 'game')} without a "
        "complete deal set"
        for blocks in tables
        if not blocks.shares
    ]


def table_data(blocks: Blocks) -> dict[str, Any]:
    """Return the figures of one table; shares are between 0 and 1."""
    shares, seats = np.array(blocks.shares), np.array(blocks.seats)
    count, size, _ = shares.shape
    means = shares.mean(axis=(0, 1))
    first, second = (int(place) for place in np.argsort(-means, kind="stable")[:2])
    own = shares[:, :, first].mean(axis=1)
    low, high = mean_interval(count, own.mean(), own.var(ddof=1) if count > 1 else 0.0)
    by_seat = np.take_along_axis(shares, np.argsort(seats, axis=2), axis=2)
    lead = shares[:, :, first] - shares[:, :, second]
    return {
        "players": list(blocks.players),
        "blocks": count,
        "games": count * size,
        "left_out": blocks.left_out,
        "better": blocks.players[first],
        "share": float(means[first]),
        "low": low,
        "high": high,
        "one_player": _proportion((shares == 1).all(axis=1).any(axis=1)),
        "one_seat": _proportion((by_seat == 1).all(axis=1).any(axis=1)),
        "variance": variance_parts(shares, by_seat),
        "luck": _luck_interval(shares, means, first, (low, high)),
        "games_to_lead": trials_to_lead(lead.ravel()),
        "blocks_to_lead": trials_to_lead(lead.sum(axis=1)),
    }


def variance_parts(shares: Array, by_seat: Array) -> dict[str, float | None]:
    """Return the parts of the results' variance, which add up to 1.

    A result is a player's share of a win. `strength` is the variance of the players' mean results,
    `deal` the variance of the seats' means within a deal set, beyond that of the players' means by
    chance, `course` the rest. The last two are None if there is only one deal set.

    Args:
        shares: by deal set, game and player.
        by_seat: the same by deal set, game and seat.
    """
    total = _variance(shares) or 1.0  # every game shared by all: all of it is luck
    strength = _variance(shares.mean(axis=(0, 1))) / total
    if len(shares) == 1:
        return {"strength": strength, "deal": None, "course": None}
    chance = shares.mean(axis=1).var(axis=0, ddof=1).mean()
    deal = (_variance(by_seat.mean(axis=1)) - chance) / total
    return {
        "strength": strength,
        "deal": float(deal),
        "course": float(1 - strength - deal),
    }


def trials_to_lead(leads: Array) -> int | None:
    """Return after how many trials one is ahead with a chance of 95 %, None if it never is.

    Args:
        leads: by how much it was ahead in each trial, a game or a block: as often as here, each of
            these will come again, independently of the others.
    """
    mean, spread = float(leads.mean()), float(leads.std())
    if mean <= 0:
        return None
    about = (SURE_QUANTILE * spread / mean) ** 2
    if about > MOST_EXACT:
        return math.ceil(about)
    steps = np.rint(UNIT * leads).astype(int)
    steps //= max(1, np.gcd.reduce(steps))
    least = int(steps.min())
    once = np.bincount(steps - least) / len(steps)
    sums, count = once, 1
    while sums[max(0, 1 - count * least) :].sum() < SURE:
        sums, count = np.convolve(sums, once), count + 1
    return count


def _variance(shares: Array) -> float:
    """Return the variance about what equals have; the last axis is the players or seats."""
    return float(((shares - 1 / shares.shape[-1]) ** 2).mean())


def _luck_interval(
    shares: Array, means: Array, first: int, bounds: tuple[float, float]
) -> dict[str, float]:
    """Return the part of the variance that strength does not explain, with its 95 % interval.

    It is that of the better one's share: the others' shares rise and fall in proportion.
    """
    total = _variance(shares) or 1.0  # every game shared by all: all of it is luck
    others = np.delete(means, first)
    parts = others / others.sum() if others.any() else np.full(len(others), 1 / len(others))
    lucks = [
        1 - _variance(np.append((1 - share) * parts, share)) / total
        for share in np.linspace(*bounds, 201)
    ]
    luck = 1 - _variance(means) / total
    figures = np.clip((luck, min(lucks), max(lucks)), 0, 1)
    return dict(zip(("share", "low", "high"), figures.tolist(), strict=True))


def _proportion(hits: Array) -> dict[str, float]:
    low, high = exact_interval(float(hits.sum()), len(hits))
    return {"share": float(hits.mean()), "low": low, "high": high}
