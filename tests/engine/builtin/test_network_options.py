"""Which networks the searching players use, by their options."""

from __future__ import annotations

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.builtin.level_engine import CALIBRATED
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.search.weights import FOLDER

NODES = {"mcts": 150, "expectimax": 500}
# What the players of version 0.1 chose, one move of thirteen of a game. The levels rely on it.
PLAYED = {
    (2, "mcts"): """
        place:c2c3 pass event:spyrium place:b1c1 II:activate:b2b3:b3:score money:b2b3:b2
        II:activate:a1b1:a1:score pass money:b2c2:b2
    """,
    (2, "expectimax"): """
        place:b1b2 pass event:spyrium place:b1c1 place:c1c2 money:a2b2:b2
        II:activate:a1b1:a1:score pass money:b2c2:b2
    """,
    (4, "mcts"): """
        place:b2c2 money:b2b3:b3 pass place:a2a3 activate:a1b1:a1 place:b3c3 place:a1a2
        bonus:worker pass place:b1b2 activate:b1c1:c1:token=2:commerce:score money:a2b2:a2
        place:b1c1 II:activate:c2c3:c3:token=3 activate:b2b3:b2 place:a3b3 place:c1c2
        activate:c1c2:c2 activate:a3b3:a3
    """,
    (4, "expectimax"): """
        place:a2b2 money:b2b3:b3 pass place:a1b1 activate:a1b1:a1 place:c1c2 place:a1a2
        bonus:worker pass place:a1b1 use:W2:1 money:a2b2:a2 place:a1a2 II:money:b2b3:b3
        activate:b2b3:b2 place:a1b1 place:c2c3 activate:c1c2:c2 activate:a3b3:a3
    """,
}


def moves_of(name: str, players: int, *settings: str) -> list[str]:
    engine = make_engine(name, ["seed=1", *settings])
    engine.new_game(players, 1)
    limits = SearchLimits(nodes=NODES[name])
    return [choose(engine, each, limits)[0] for each in positions(players, seed=3, every=13)]


@pytest.mark.parametrize(("players", "name"), PLAYED)
def test_the_players_of_version_0_1_play_as_they_did(players: int, name: str) -> None:
    of_rivals = ["rivals=maxn"] if name == "expectimax" else []
    assert moves_of(name, players, *CALIBRATED, *of_rivals) == PLAYED[players, name].split()


@pytest.mark.parametrize("name", NODES)
@pytest.mark.parametrize("setting", CALIBRATED)
def test_each_option_changes_the_play(name: str, setting: str) -> None:
    assert moves_of(name, 4, setting) != moves_of(name, 4)


def test_all_weights_together_take_little_room() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("*.[jn]*")) < 3e6
