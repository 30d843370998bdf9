"""Sequential tests between players of known difference, to see how often they are wrong.

In tests/, `python -m support.sprt_error_rates 1000` prints how that many tests end, after how many
deal sets, and which difference they show.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import brentq

from spyrium_ai.analysis.elo import expected_score
from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.analysis.ratings.sprt import Sprt, SprtPlan


@dataclass(frozen=True)
class Deals:
    """What the deal of a block does to all its games; players 0 and 1 sit with average others.

    Effects are logarithms of odds. `seat` is the standard deviation of what a seat is worth in the
    deal, and `suit` that of how much better the deal suits player 0 than player 1; `ties` is the
    share of the games in which the two are level.
    """

    seats: int
    seat: float
    suit: float
    ties: float

    def gap(self, elo: float) -> float:
        """Return by how much player 0 is stronger if this is the difference over all deals."""
        nodes, weights = np.polynomial.hermite_e.hermegauss(60)
        spread = math.hypot(self.suit, math.sqrt(2) * self.seat)

        def over(gap: float) -> float:
            wins = (weights / weights.sum()) @ (1 / (1 + np.exp(-gap - spread * nodes)))
            return float(self.ties / 2 + (1 - self.ties) * wins - expected_score(elo))

        return float(brentq(over, -20, 20))

    def blocks(self, elo: float, luck: random.Random) -> Iterator[list[Outcome]]:
        """Yield blocks without end."""
        gap = self.gap(elo)
        block = 0
        while True:
            block += 1
            worth = [luck.gauss(0, self.seat) for _ in range(self.seats)]
            edge = (gap + luck.gauss(0, self.suit)) / 2
            strengths = (edge, -edge, *[0.0] * (self.seats - 2))
            yield [
                self._game(block, rotation, worth, strengths, luck)
                for rotation in range(self.seats)
            ]

    def _game(
        self,
        block: int,
        rotation: int,
        worth: list[float],
        strengths: tuple[float, ...],
        luck: random.Random,
    ) -> Outcome:
        """Return a game whose order is drawn as the ratings' model says."""
        entrants = tuple((seat + rotation) % self.seats for seat in range(self.seats))
        marks = [
            strengths[player] + worth[seat] - math.log(luck.expovariate(1))
            for seat, player in enumerate(entrants)
        ]
        if luck.random() < self.ties:
            marks[entrants.index(0)] = marks[entrants.index(1)]
        order = tuple(
            tuple(seat for seat, other in enumerate(marks) if other == mark)
            for mark in sorted(set(marks), reverse=True)
        )
        number = (block - 1) * self.seats + rotation + 1
        shares = tuple(
            Fraction(1, len(order[0])) if seat in order[0] else Fraction(0)
            for seat in range(self.seats)
        )
        return Outcome(number, block, entrants, order, shares)


WORLDS = {
    "2, luck of the game only": Deals(2, 0, 0, 0.02),
    "2, deals favour a seat": Deals(2, 2, 0.3, 0.02),
    "2, deals suit a player": Deals(2, 0.3, 1.5, 0.02),
    "3, both": Deals(3, 1, 0.7, 0.02),
    "5, both": Deals(5, 1, 0.7, 0.02),
}


def simulate(plan: SprtPlan, deals: Deals, elo: float, seed: int, most: int = 10_000) -> Sprt:
    """Return a test at its end, or after so many blocks."""
    test = Sprt(plan)
    for block in deals.blocks(elo, random.Random(seed)):
        test.add(block)
        if test.decided_at is not None or test.blocks == most:
            return test
    raise AssertionError


def main() -> None:
    """Print for each world and difference how the tests end, as a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    plan = SprtPlan((0, 1), 0, 50)
    print("| world | d | H1 | blocks | 9 of 10 by | d shown after H1 |")
    for name, deals in WORLDS.items():
        for elo in (-25, 0, 25, 50, 75):
            tests = [simulate(plan, deals, elo, seed) for seed in range(count)]
            blocks = sorted(test.blocks for test in tests)
            shown = [test.elo for test in tests if test.verdict == "H1" and test.elo is not None]
            cells = (
                name,
                f"{elo}",
                f"{100 * len(shown) / count:.1f} %",
                f"{sum(blocks) / count:.0f}",
                f"{blocks[count * 9 // 10]}",
                f"{sum(shown) / len(shown):.0f}" if shown else "",
            )
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
