"""A series between two to five players: whole blocks of games of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spyrium_ai.match.schedule import GamePlan, blocks_for, game_plan, schedule
from spyrium_ai.match.settings import MatchSettings


@dataclass(frozen=True)
class Series(MatchSettings):
    """What is to be played: `games` at least, rounded up to whole blocks, `jobs` at a time."""

    games: int = 10
    seed: int = 1
    jobs: int = 1

    @property
    def blocks(self) -> int:
        """How many blocks are played."""
        return blocks_for(self.games, len(self.players))

    @property
    def total(self) -> int:
        """How many games are played: all of all blocks."""
        return self.blocks * len(self.players)

    def plans(self) -> Iterator[GamePlan]:
        """Yield the games in order."""
        return schedule(len(self.players), self.blocks, self.seed)

    def plan(self, game: int) -> GamePlan:
        """Return a game by its number, from 1."""
        return game_plan(len(self.players), game, self.seed)
