"""docs/research.md says what the data say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.research_tables import TABLES

from spyrium_ai.envs import ACTION_COUNT, ACTION_FORMAT, OBSERVATION_FORMAT, observation_layout
from spyrium_ai.envs.actions import MOST_LEGAL_ACTIONS
from spyrium_ai.envs.bounds import longest_game, most_draws

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_are_those_of_the_data(table: Callable[[], list[str]]) -> None:
    assert "\n".join(table()) in PAGE


def test_the_numbers_in_the_text_are_those_of_the_data() -> None:
    words = " ".join(PAGE.split())
    assert f"There are {ACTION_COUNT:,} actions" in words
    assert f"`ACTION_FORMAT`, which is {ACTION_FORMAT}:" in words
    assert f"`OBSERVATION_FORMAT` is {OBSERVATION_FORMAT}." in words
    assert f"more than {MOST_LEGAL_ACTIONS:,} legal actions" in words
    firsts = [e.offset for e in observation_layout(5) if e.name.endswith("first player")]
    own, *others, last = map(str, firsts)
    assert f"begins at {own}, the next ones at {', '.join(others)} and {last}." in words


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bounds_are_above_what_games_come_to(players: int) -> None:
    """The longest of 20,000 random games had 107, 140, 181 and 235 decisions."""
    assert longest_game(players) > (107, 140, 181, 235)[players - 2]
    assert most_draws(players) < 200
