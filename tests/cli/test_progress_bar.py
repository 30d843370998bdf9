"""The progress bars on a terminal: they move its cursor, and nothing else is escaped for that."""

from __future__ import annotations

import pytest
from support.position_lines import IN_TURN
from support.whole_program import run_main

ROLLOUT = ("rollout", IN_TURN, "--games", 5, "--player", "heuristic")
MATCH = ("match", "random", "random", "--games", 2, "--seed", 1)


@pytest.mark.parametrize("words", [ROLLOUT, MATCH], ids=["rollout", "match"])
def test_a_bar_moves_the_cursor_of_a_terminal(words: tuple[object, ...]) -> None:
    ran = run_main(*words, is_terminal=True)
    assert ran.code == 0, ran.err
    assert "\r" in ran.err
    assert r"\r" not in ran.err


@pytest.mark.parametrize("words", [ROLLOUT, MATCH], ids=["rollout", "match"])
def test_there_is_no_bar_elsewhere(words: tuple[object, ...]) -> None:
    assert run_main(*words).err == ""
