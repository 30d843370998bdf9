"""The levels of play: how each one plays, and how strong it was measured to be.

`levels.json` beside this module is the table; docs/levels.md says how it was made.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shown

TABLE = Path(__file__).with_name("levels.json")
LOWEST = 1
BEST = "best"  # in the table: the engine depends on the number of players


@dataclass(frozen=True)
class Play:
    """How a level plays.

    Attributes:
        noise: standard deviation of its errors, in points; 0 for a level that searches.
        nodes: nodes that it searches, at tables of 2 to 5; unused with noise.
        search: name of the built-in engine that searches, or `BEST`.
    """

    noise: float
    nodes: tuple[int, ...]
    search: str

    def nodes_for(self, players: int) -> int:
        """Return the nodes that it searches at a table of so many players."""
        return self.nodes[players - 2]

    def search_for(self, players: int) -> str:
        """Return the name of the engine that searches at a table of so many players."""
        if self.search != BEST:
            return self.search
        return "expectimax" if players == 2 else "mcts"


class Estimate(NamedTuple):
    """A measured value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Level:
    """A numbered level.

    Attributes:
        number: from 1, the weakest.
        play: how it plays.
        elo: its rating in games of two players, where `random` has 0.
        gap: Elo above the level before it, or above `random`.
        beats_heuristic: its win share against `heuristic`.
        loss: mean loss of a decision, in win share; None if it was not measured.
    """

    number: int
    play: Play
    elo: Estimate
    gap: Estimate
    beats_heuristic: float
    loss: float | None


@cache
def levels() -> tuple[Level, ...]:
    """Return the numbered levels, the weakest first."""
    data = json.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(_level(number, row) for number, row in enumerate(data["levels"], LOWEST))


def mean_losses() -> list[tuple[int, float]]:
    """Return the levels whose mean loss of a decision was measured, with it, in win share."""
    return [(level.number, level.loss) for level in levels() if level.loss is not None]


def _level(number: int, row: dict[str, Any]) -> Level:
    return Level(
        number,
        Play(row["noise"], tuple(row["nodes"]), row["search"]),
        elo=Estimate(*row["elo"]),
        gap=Estimate(*row["gap"]),
        beats_heuristic=row["beats_heuristic"],
        loss=row["loss"],
    )


def play_of(level: float) -> Play:
    """Return how a level plays; between two numbered ones noise and nodes are interpolated.

    Between levels that search differently it is the lower one.

    >>> play_of(1.5).noise == (play_of(1).noise + play_of(2).noise) / 2
    True
    """
    table = levels()
    lower = table[math.floor(level) - LOWEST].play
    part = level - math.floor(level)
    if not part:
        return lower
    upper = table[math.floor(level) - LOWEST + 1].play
    if upper.search != lower.search:
        return lower
    noise = lower.noise + part * (upper.noise - lower.noise)
    nodes = (
        round(fewer ** (1 - part) * more**part)
        for fewer, more in zip(lower.nodes, upper.nodes, strict=True)
    )
    return Play(noise, tuple(nodes), lower.search)


def level_title(name: str) -> str:
    """Return a player's name as people say it: a level's without its option.

    >>> level_title("level:level=4"), level_title("level:level=1#2"), level_title("mcts")
    ('level 4', 'level 1#2', 'mcts')
    """
    return re.sub(r"^level:level=([0-9.]+)(?=$|#)", r"level \1", name)


def level_player(level: float | str) -> str:
    """Return the player spec of a level, a number or its text.

    Raises:
        UsageError: there is no such level; it names the lowest and the highest.

    >>> level_player(4), level_player("4.5")
    ('level:level=4', 'level:level=4.5')
    """
    try:
        number = float(level)
    except ValueError:
        number = math.nan
    if not LOWEST <= number <= len(levels()):
        reason = f"is not a level, a number from {LOWEST} to {len(levels())}"
        raise UsageError(f"{shown(str(level))} {reason}")
    return f"level:level={number:g}"
