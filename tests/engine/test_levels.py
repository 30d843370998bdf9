"""The table of levels: whole, even, and made with the weights that are shipped."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from spyrium_ai.engine.levels import TABLE, Level, level_player, levels, play_of
from spyrium_ai.search.weights import FILE, FIRST_NETS_FILE, FOLDER
from spyrium_ai.util.errors import UsageError

PAGE = Path(__file__).parents[2] / "docs" / "levels.md"
DASH = "\N{EN DASH}"
WIDEST = 30  # half of the interval of a step, in Elo
EVEN = (130, 240)  # Elo from one level to the next; 250 is a step that people cannot climb


def test_the_table_holds_for_the_weights_that_are_shipped() -> None:
    """Other weights make other levels: calibrate them again, as docs/levels.md says."""
    digests = {
        name: hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
        for name in (FILE, FIRST_NETS_FILE)
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
        for value, low, high in (level.elo, level.gap):
            assert low < value < high
        assert EVEN[0] <= level.gap.value <= EVEN[1], level.number
        assert (level.gap.high - level.gap.low) / 2 <= WIDEST, level.number


def test_higher_levels_beat_the_heuristic_more_often() -> None:
    shares = [level.beats_heuristic for level in levels()]
    assert shares == sorted(shares)
    assert shares[0] < 0.05
    assert shares[-1] > 0.99


def test_ratings_rise_by_the_gaps() -> None:
    for lower, upper in pairwise(levels()):
        assert upper.elo.value - lower.elo.value == pytest.approx(upper.gap.value, abs=60)


def row_of(level: Level) -> str:
    """Return the level's row in the page."""
    play = level.play
    search = f"`{play.search_for(2)}`, {play.nodes_for(2):,} nodes"
    how = f"errs by {play.noise:g}" if play.noise else search
    figures = [f"{value:,} ({low:,}{DASH}{high:,})" for value, low, high in (level.elo, level.gap)]
    beats = f"{100 * level.beats_heuristic:.3g}"
    loss = "" if level.loss is None else f"{100 * level.loss:.2f} %"
    return f"| {' | '.join([str(level.number), how, *figures, beats, loss])} |"


def test_the_page_has_the_table() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = [" ".join(line.split()) for line in lines if re.match(r"\| \d+ \|", line)]
    assert found == [" ".join(row_of(level).split()) for level in levels()]


def test_between_levels_noise_and_nodes_are_between() -> None:
    for lower, upper in pairwise(levels()):
        middle = play_of(lower.number + 0.5)
        if lower.play.search != upper.play.search:
            assert middle == lower.play
        elif lower.play.noise:
            assert upper.play.noise < middle.noise < lower.play.noise
        else:
            assert middle.noise == 0
            assert lower.play.nodes_for(2) < middle.nodes_for(2) < upper.play.nodes_for(2)


@pytest.mark.parametrize("level", [0, -1, 21, 0.5, "x", "", "nan", "inf"])
def test_no_such_level(level: float | str) -> None:
    with pytest.raises(UsageError, match=f"is not a level, a number from 1 to {len(levels())}$"):
        level_player(level)
