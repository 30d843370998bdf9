"""The same seed and node limits: the same games, in one process after the other or in several."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from hostile.fuzzing import Fuzzer
from hostile.kills import games
from hostile.zygote import complaint, run

PLAYERS = (
    "random",
    "heuristic",
    "uct:nodes=30",
    "uct:nodes=20,exploration=0.3",
    "mcts:nodes=40,memory=2",
    "mcts:nodes=30,threads=1,value=playouts",
    "mcts:nodes=25,value=linear,dealsafter=1",
    "expectimax:nodes=300,memory=2",
    "expectimax:nodes=200,rivals=paranoid,width=1",
)


class Determinism(Fuzzer):
    """Plays series twice; a part is a player."""

    name = "determinism"
    short: ClassVar[int] = 1

    def draw(self, luck: random.Random) -> list[str]:
        return luck.choices(PLAYERS, k=luck.choice((2, 2, 2, 3, 4)))

    def check(self, parts: Sequence[str], folder: Path) -> str:
        if len(parts) < 2:
            return ""
        found = []
        for jobs in ("1", "3"):
            place = folder / jobs
            place.mkdir()
            words = ["match", *parts, "--games", str(len(parts)), "--nodes", "5"]
            words += ["--seed", str(len(json.dumps(parts))), "--jobs", jobs]
            ran = run([*words, "--out", "games.jsonl"], place, seconds=120)
            if wrong := complaint(ran, codes=(0,)):
                return wrong
            found.append(games(place))
        one, other = found
        different = [game for game in one if one[game] != other.get(game)]
        return f"games differ with the number of jobs\n  {different}" if different else ""
