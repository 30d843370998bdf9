"""The command `newgame`: what a runner writes is what an engine reads."""

from __future__ import annotations

import pytest

from spyrium_ai.engine.protocol.new_game import new_game_command, parse_new_game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_written_is_read_back(players: int) -> None:
    for seat in (None, *range(1, players + 1)):
        word, *words = new_game_command(players, seat).split(" ")
        assert word == "newgame"
        assert parse_new_game(words) == (players, seat)
