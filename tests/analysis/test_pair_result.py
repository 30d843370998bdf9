from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from spyrium_ai.analysis.intervals import superiority
from spyrium_ai.analysis.pair_result import pair_data, pair_lines
from spyrium_ai.analysis.standings import Standings


def standings(*points: float, size: int = 2) -> Standings:
    """Return those after deal sets in which player `a` had so many points of 2."""
    found = Standings(("a", "b"), size)
    for total, own in zip(found._sums.players, (1, -1), strict=True):
        for each in points:
            total.block_shares[Fraction(1, 2) + own * Fraction(each - 1) / 2] += 1
    found._sums.blocks = len(points)
    return found


def data(*points: float) -> dict[str, Any]:
    found = standings(*points)
    players = [{"name": n, "share": float(t.share() or 0)} for n, t in named(found)]
    return {"pair": pair_data(found), "players": players}


def named(found: Standings) -> Sequence[tuple[str, Any]]:
    return list(zip(found.names, found.sums().players, strict=True))


def test_elo_interval_and_deal_sets() -> None:
    points = (2, 1.5, 1.5, 1, 1, 1, 1.5, 0.5)
    pair = pair_data(standings(*points))
    assert pair is not None
    assert pair["deal_sets"] == [0, 1, 3, 3, 1]
    share = 10 / 16
    assert pair["elo"] == pytest.approx(400 * math.log10(share / (1 - share)))
    squares = sum((x / 2 - share) ** 2 for x in points)
    half = 2.364624 * math.sqrt(squares / 7 / 8)  # Student's t with 7 degrees of freedom
    low = share - half
    assert pair["elo_low"] == pytest.approx(400 * math.log10(low / (1 - low)), abs=0.01)
    high = share + half
    assert pair["elo_high"] == pytest.approx(400 * math.log10(high / (1 - high)), abs=0.01)
    assert 0.9 < pair["los"] < 1


def test_the_figures_mirror_each_other() -> None:
    one, other = pair_data(standings(2, 1, 1.5)), pair_data(standings(0, 1, 0.5))
    assert one is not None
    assert other is not None
    assert one["elo"] == pytest.approx(-other["elo"])
    assert one["los"] == pytest.approx(1 - other["los"])
    assert one["deal_sets"] == other["deal_sets"][::-1]


def test_a_player_that_won_every_game() -> None:
    won, lost = data(2, 2, 2), data(0, 0, 0)
    assert won["pair"]["elo"] is won["pair"]["elo_high"] is lost["pair"]["elo_low"] is None
    assert won["pair"]["los"] == pytest.approx(1 - 0.5**4)
    text = "\n".join(pair_lines(won))
    assert "a won every game: the Elo difference has no upper bound\n" in text
    assert "95 % interval -153.5 to +inf" in text
    assert "deal sets: 3 at 2-0, 0 at 1.5-0.5, 0 at 1-1, 0 at 0.5-1.5, 0 at 0-2" in text
    assert "b won every game: the Elo difference has no lower bound" in "\n".join(pair_lines(lost))


def test_deal_sets_that_are_all_tied_show_nothing() -> None:
    tied = data(1, 1, 1)
    assert (tied["pair"]["elo"], tied["pair"]["los"]) == pytest.approx((0, 0.5))
    assert "Elo difference +0.0, 95 % interval" in "\n".join(pair_lines(tied))


def test_without_a_game_or_with_three_players_there_is_none() -> None:
    assert pair_data(Standings(("a", "b"))) is None
    assert pair_data(Standings(("a", "b", "c"))) is None


def test_superiority_grows_with_evidence() -> None:
    few, many = superiority(4, 0.6, 0.05), superiority(40, 0.6, 0.05)
    assert 0.5 < few < many < 1
    assert superiority(4, 0.4, 0.05) == pytest.approx(1 - few)
    # Student's t with 3 degrees of freedom at 0.1 / sqrt(0.05 / 4), by its closed form.
    x = 0.1 / math.sqrt(0.05 / 4) / math.sqrt(3)
    assert few == pytest.approx(0.5 + (math.atan(x) + x / (1 + x * x)) / math.pi)
