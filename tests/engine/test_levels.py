"""The table of levels: whole, even, and made with the weights that are shipped."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise

import pytest

from spyrium_ai.engine.levels import TABLE, level_player, levels, play_of
from spyrium_ai.search.weights import FILE, FOLDER, NETS_FILE
from spyrium_ai.util.errors import UsageError

EVEN = (140, 250)  # Elo from one level to the next; 250 is a step that people cannot climb


def test_the_table_holds_for_the_weights_that_are_shipped() -> None:
    """Other weights make other levels: calibrate them again, as docs/levels.md says."""
    digests = {
        name: hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() for name in (FILE, NETS_FILE)
    }
    assert json.loads(TABLE.read_text())["weights"] == digests


def test_there_are_10_to_20_levels_in_order() -> None:
    numbers = [level.number for level in levels()]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert 10 <= len(numbers) <= 20
    assert [row["level"] for row in json.loads(TABLE.read_text())["levels"]] == numbers


def test_noise_falls_and_then_nodes_rise() -> None:
    for lower, upper in pairwise(level.play for level in levels()):
        assert upper.noise < lower.noise or upper.noise == lower.noise == 0
        for fewer, more in zip(lower.nodes, upper.nodes, strict=True):
            assert fewer < more or fewer == more == 0


def test_every_level_has_a_rating_and_a_gap_that_is_nearly_even() -> None:
    for level in levels():
        assert level.elo is not None
        assert level.gap is not None
        for value, low, high in (level.elo, level.gap):
            assert low <= value <= high
        assert EVEN[0] <= level.gap[0] <= EVEN[1], level.number
        assert level.beats_heuristic is None or 0 <= level.beats_heuristic <= 1


def test_ratings_rise_by_the_gaps() -> None:
    for lower, upper in pairwise(levels()):
        assert lower.elo
        assert upper.elo
        assert upper.gap
        assert upper.elo[0] - lower.elo[0] == pytest.approx(upper.gap[0], abs=40)


def test_between_levels_noise_and_nodes_are_between() -> None:
    for lower, upper in pairwise(levels()):
        middle = play_of(lower.number + 0.5)
        if lower.play.noise:
            assert upper.play.noise < middle.noise < lower.play.noise
        else:
            assert middle.noise == 0
            assert lower.play.nodes_for(2) < middle.nodes_for(2) < upper.play.nodes_for(2)


@pytest.mark.parametrize("level", [0, -1, 21, 0.5, "x", "", "nan", "inf"])
def test_no_such_level(level: float | str) -> None:
    with pytest.raises(UsageError, match=f"is not a level, a number from 1 to {len(levels())}$"):
        level_player(level)
