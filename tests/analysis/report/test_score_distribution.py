from __future__ import annotations

import pytest

from spyrium_ai.analysis.report.score_distribution import distributions


def test_all_scores_are_in_the_bins() -> None:
    scores = {"ann": [0, 3, 4, 99], "bob": [50] * 3, "cat": []}
    found = distributions(scores, ("bob", "ann", "cat", "dan"))
    assert found is not None
    assert [player.name for player in found.players] == ["bob", "ann"]
    assert (found.start, found.width) == (0, 5)
    bob, ann = found.players
    assert len(ann.bins) == len(bob.bins) == 20
    assert (ann.bins[0], ann.bins[19], sum(ann.bins)) == (0.75, 0.25, 1)
    assert bob.bins[10] == 1
    assert (ann.games, ann.lowest, ann.highest, ann.mean) == (4, 0, 99, 26.5)
    assert ann.quantiles[2] == 3.5
    assert bob.quantiles == (50,) * 5


@pytest.mark.parametrize("scores", [[30], [-7, 40], list(range(0, 400, 3)), [0, 9999]])
def test_bins_for_any_scores(scores: list[int]) -> None:
    found = distributions({"ann": scores}, ["ann"])
    assert found is not None
    (ann,) = found.players
    assert sum(ann.bins) == pytest.approx(1)
    assert found.start <= min(scores)
    assert ann.bins[0] > 0
    assert ann.bins[-1] > 0


def test_nobody_has_a_score() -> None:
    assert distributions({}, ["ann"]) is None
