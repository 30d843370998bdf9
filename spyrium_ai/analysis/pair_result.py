"""The result between two players: Elo difference, likelihood of superiority, deal sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from spyrium_ai.analysis.elo import elo_difference
from spyrium_ai.analysis.intervals import mean_interval, superiority
from spyrium_ai.analysis.standings import Standings, moments

# The first player's points in the two games of a deal set: chess testers' pentanomial.
POINTS = tuple(Fraction(halves, 2) for halves in range(5))
RESULTS = ("2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2")


def pair_data(standings: Standings) -> dict[str, Any] | None:
    """Return the result between two players as data for JSON, as the first player sees it.

    `elo` is the difference with its 95 % interval, None for bounds that are open; `los` the
    likelihood of superiority; `deal_sets` counts them by the first player's points, from 0 to 2
    in halves, None if none is whole. None without a game, or with more players.
    """
    if len(standings.names) != 2:
        return None
    shares = standings.sums().players[0].block_shares
    count, mean, variance = moments(shares)
    if not count:
        return None
    low, high = mean_interval(count, mean, variance)
    return {
        "elo": elo_difference(mean),
        "elo_low": elo_difference(low),
        "elo_high": elo_difference(high),
        "los": superiority(count, mean, variance),
        "deal_sets": _deal_sets(shares) if standings.has_blocks else None,
    }


def _deal_sets(shares: Counter[Fraction]) -> list[int]:
    """Return how many deal sets have brought the first player 0, 1/2, 1, 3/2 and 2 points."""
    return [shares[points / 2] for points in POINTS]


def pair_lines(data: Mapping[str, Any]) -> list[str]:
    """Return the result between two players in lines, from the data of standings with `pair`."""
    pair, players = data["pair"], data["players"]
    first, second = (player["name"] for player in players)
    lines = [f"{first} against {second}:"]
    interval = f"95 % interval {_bound(pair['elo_low'], '-')} to {_bound(pair['elo_high'], '+')}"
    if pair["elo"] is not None:
        lines.append(f"  Elo difference {pair['elo']:+.1f}, {interval}")
    else:
        winner, bound = (first, "upper") if players[0]["share"] == 1 else (second, "lower")
        lines.append(f"  {winner} won every game: the Elo difference has no {bound} bound")
        lines.append(f"  {interval}")
    lines.append(f"  LOS (likelihood of superiority) {100 * pair['los']:.2f} %")
    if pair["deal_sets"]:
        counts = zip(reversed(pair["deal_sets"]), RESULTS, strict=True)
        lines.append(f"  deal sets: {', '.join(f'{n} at {result}' for n, result in counts)}")
    return lines


def _bound(elo: float | None, sign: str) -> str:
    return f"{sign}inf" if elo is None else f"{elo:+.1f}"
