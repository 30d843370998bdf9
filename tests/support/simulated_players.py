"""Tournaments between players of known strength, to see what the ratings make of them.

In tests/, `python -m support.simulated_players 600` prints how often the 95 % intervals contain the
true value, and how often it lies above or below them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from spyrium_ai.analysis.ratings.rating_data import rate
from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.match.schedule import seating


@dataclass(frozen=True)
class World:
    """What is true: strengths, effects of the place for the table's size, tie effects from 2 on."""

    strengths: tuple[float, ...]
    places: tuple[float, ...]
    ties: tuple[float, ...] = ()

    def order(
        self, players: Sequence[int], places: Sequence[int], luck: np.random.Generator
    ) -> tuple[tuple[int, ...], ...]:
        """Return a game's order of seats, drawn stage by stage as the model says."""
        worths = [self.strengths[p] + self.places[q] for p, q in zip(players, places, strict=True)]
        left = tuple(range(len(players)))
        order = []
        while left:
            sets = [
                chosen
                for count in range(1, min(len(left), len(self.ties) + 1) + 1)
                for chosen in combinations(left, count)
            ]
            logs = [
                sum(worths[seat] for seat in chosen) / len(chosen)
                + (self.ties[len(chosen) - 2] if len(chosen) > 1 else 0)
                for chosen in sets
            ]
            chances = np.exp(np.array(logs))
            order.append(sets[luck.choice(len(sets), p=chances / chances.sum())])
            left = tuple(seat for seat in left if seat not in order[-1])
        return tuple(order)

    def tournament(self, blocks: int, luck: np.random.Generator) -> list[Result]:
        """Return blocks of every table that the players can form, in turn, from every rotation."""
        size = len(self.places)
        tables = list(combinations(range(len(self.strengths)), size))
        results = []
        for block in range(blocks):
            table = tables[block % len(tables)]
            first = int(luck.integers(size))
            for rotation in range(size):
                players = [table[i] for i in seating(size, block // len(tables), rotation)]
                places = tuple((seat - first) % size for seat in range(size))
                order = self.order(players, places, luck)
                results.append(Result(block, tuple(players), places, order))
        return results


DUEL = World((0.5, -0.5), (0.1, -0.1), (-2.0,))
POOL = World((0.8, 0.2, -0.3, -0.7), (0.1, -0.1), (-2.0,))
TABLE = World((0.6, 0.1, -0.2, -0.5), (0.2, 0.0, -0.2), (-2.5, -3.0))
WORLDS = {
    "2 players, 30 blocks": (DUEL, 30),
    "4 players at tables of 2, 60 blocks": (POOL, 60),
    "4 players at tables of 3, 40 blocks": (TABLE, 40),
}


def coverage(world: World, blocks: int, tournaments: int, samples: int = 400) -> tuple[int, ...]:
    """Return how many strengths are below, in and above their intervals."""
    truth = np.array(world.strengths) - np.mean(world.strengths)
    below = inside = above = 0
    for number in range(tournaments):
        results = world.tournament(blocks, np.random.default_rng((7, number)))
        ratings = rate(results, len(truth), blocks, samples, number)
        low, high = ratings.widest(lambda found: ratings.strengths(found, None))  # noqa: B023
        below += int((truth < low).sum())
        above += int((truth > high).sum())
        inside += int(((low <= truth) & (truth <= high)).sum())
    return below, inside, above


def main() -> None:
    """Print the share of the intervals that have the truth, world by world."""
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name, (world, blocks) in WORLDS.items():
        counts = coverage(world, blocks, tournaments)
        total = sum(counts)
        below, inside, above = (100 * count / total for count in counts)
        print(f"{name}: {inside:.1f} % of {total} inside, {below:.1f} % below, {above:.1f} % above")


if __name__ == "__main__":
    main()
