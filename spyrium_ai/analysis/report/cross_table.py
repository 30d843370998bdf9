"""What happened between each two players: how often one was above the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spyrium_ai.analysis.ratings.results import Result


@dataclass
class Pair:
    """How often a player was above another one, level with it, and below."""

    above: int = 0
    level: int = 0
    below: int = 0

    @property
    def share(self) -> float | None:
        """The share of the games in which it was above, half of a tie counted."""
        games = self.above + self.level + self.below
        return (self.above + self.level / 2) / games if games else None


def pairs(results: Sequence[Result], players: int) -> list[list[Pair]]:
    """Return what happened, by player and other player.

    A game tells nothing of two that both had a fault, nor of those whose order is not known.
    """
    table = [[Pair() for _ in range(players)] for _ in range(players)]
    for result in results:
        for upper, lower, is_level in _compared(result):
            a, b = result.players[upper], result.players[lower]
            if is_level:
                table[a][b].level += 1
                table[b][a].level += 1
            else:
                table[a][b].above += 1
                table[b][a].below += 1
    return table


def _compared(result: Result) -> Iterator[tuple[int, int, bool]]:
    """Yield each two seats of which the first was above the second, or level with it."""
    for left, chosen in result.stages():
        for i, a in enumerate(chosen):
            yield from ((a, b, True) for b in chosen[i + 1 :])
            yield from ((a, b, False) for b in left if b not in chosen)
