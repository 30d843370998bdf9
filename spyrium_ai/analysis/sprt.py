"""A sequential test between two players over blocks: it stops as soon as the games suffice.

It is the generalised sequential probability ratio test that engine testers know for pairs of games
("pentanomial"), for blocks of any number of games. docs/sprt.md says what it tests and how sure it
is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scipy.optimize import brentq

from spyrium_ai.analysis.outcome import Outcome
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import so_many

Verdict = Literal["H0", "H1", "undecided"]

# So many blocks, about half of them won and half lost, count as played before the first. They speak
# for neither hypothesis, but while blocks are few they keep their spread from looking too small.
PRIOR = 2.0
LEAST_DISTANCE = 0.001  # of the hypotheses, in Elo: closer ones are the same to a float

_UNDECIDED = "Neither is shown: undecided does not mean that they are equal."
_BIASED = "Tests stop at extremes, so this figure is one: measure the difference in new games."


@dataclass(frozen=True)
class SprtPlan:
    """What is tested: is the first player at most `elo0` (H0) or at least `elo1` (H1) stronger?

    `players` are numbers from 0 of the event's list; docs/sprt.md says what Elo is. `alpha` is the
    chance to find H1 where H0 is true, `beta` that to find H0 where H1 is true.

    Raises:
        UsageError: these do not go together.
    """

    players: tuple[int, int]
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Check the plan."""
        if self.players[0] == self.players[1]:
            raise UsageError("sprt: players: a test is between two different players")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise UsageError(f"sprt: elo0 {self.elo0:g} is not below elo1 {self.elo1:g}")
        if self.elo1 - self.elo0 < LEAST_DISTANCE:
            raise UsageError(f"sprt: elo1 is less than {LEAST_DISTANCE:g} above elo0")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise UsageError(f"sprt: {name} {value:g} is not between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at the lower one H0 is accepted, at the upper one H1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


class Sprt:
    """The test under way.

    `verdict` is `undecided` until the log-likelihood ratio `llr` has reached one of the plan's
    bounds. `blocks` have counted by then, and `decided_at` is the number of the last one. After
    the decision nothing changes any more.
    """

    def __init__(self, plan: SprtPlan) -> None:
        self.plan = plan
        self.llr = 0.0
        self.verdict: Verdict = "undecided"
        self.decided_at: int | None = None
        self._means = expected(plan.elo0), expected(plan.elo1)
        self._counts: Counter[Fraction] = Counter()

    @property
    def blocks(self) -> int:
        """How many blocks have counted."""
        return self._counts.total()

    @property
    def score(self) -> Fraction | None:
        """The mean over blocks of how often the first player is above, a tie half; None: none."""
        total = sum((value * count for value, count in self._counts.items()), Fraction(0))
        return total / self.blocks if self.blocks else None

    @property
    def elo(self) -> float | None:
        """The difference that the score is expected at; None without a score or if unbounded.

        It is not to be trusted after a decision: what stops a test is extreme, and so is this.
        """
        return None if self.score is None or self.score in {0, 1} else difference(float(self.score))

    def add(self, block: Sequence[Outcome]) -> None:
        """Take notice of a block, in the schedule's order.

        It counts if it has a game, not void, of both players.
        """
        found = [outcome.above(*self.plan.players) for outcome in block]
        values = [value for value in found if value is not None]
        if self.decided_at is not None or not values:
            return
        self._counts[sum(values, Fraction(0)) / len(values)] += 1
        self.llr = log_likelihood_ratio(self._weights(), *self._means)
        low, high = self.plan.bounds
        if self.llr <= low or self.llr >= high:
            self.verdict = "H0" if self.llr <= low else "H1"
            self.decided_at = block[0].block

    def as_data(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the test as data for JSON, with the names of the event's players."""
        low, high = self.plan.bounds
        return {
            "players": [names[player] for player in self.plan.players],
            "elo0": self.plan.elo0,
            "elo1": self.plan.elo1,
            "alpha": self.plan.alpha,
            "beta": self.plan.beta,
            "lower": low,
            "upper": high,
            "llr": self.llr,
            "verdict": self.verdict,
            "blocks": self.blocks,
            "decided_at": self.decided_at,
            "score": None if self.score is None else float(self.score),
            "elo": self.elo,
        }

    def text(self, names: Sequence[str]) -> str:
        """Return in words what was tested and how it stands, with the names of the players."""
        plan, (low, high) = self.plan, self.plan.bounds
        first, second = (names[player] for player in plan.players)
        count = so_many(self.blocks, "block")
        lines = [
            f"sprt: by how much is {first} stronger than {second}?",
            f"H0: at most {plan.elo0:g} Elo (alpha {plan.alpha:g})",
            f"H1: at least {plan.elo1:g} Elo (beta {plan.beta:g})",
            f"{self.verdict} after {count}: LLR {self.llr:.2f}, H0 at {low:.2f}, H1 at {high:.2f}",
        ]
        if self.score is not None:
            elo = "" if self.elo is None else f", or {self.elo:+.0f} Elo"
            share = f"{100 * float(self.score):.1f} %"
            lines.append(f"{first} was above {second} in {share} (a tie is half){elo}")
            lines.append(_UNDECIDED if self.decided_at is None else _BIASED)
        return "\n".join(lines)

    def _weights(self) -> dict[float, float]:
        """Return how often each value has come, those of the prior included."""
        mean = neutral_mean(self.plan.elo0, self.plan.elo1)
        weights = {0.0: PRIOR * (1 - mean), 1.0: PRIOR * mean}
        for value, count in self._counts.items():
            weights[float(value)] = weights.get(float(value), 0.0) + count
        return weights


def expected(elo: float) -> float:
    """Return the expected value of a game between two, a tie counted half.

    >>> round(expected(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


def difference(score: float) -> float:
    """Return the Elo for which this is the expected value, which is neither 0 nor 1.

    >>> round(difference(0.6401))
    100
    """
    return 400 * math.log10(score / (1 - score))


def neutral_mean(elo0: float, elo1: float) -> float:
    """Return the mean of wins and losses that speaks for neither of two differences.

    >>> round(neutral_mean(-50, 50), 4)
    0.5
    """
    losses = math.log((1 - expected(elo0)) / (1 - expected(elo1)))
    wins = math.log(expected(elo1) / expected(elo0))
    return losses / (wins + losses)


def log_likelihood_ratio(weights: Mapping[float, float], mean0: float, mean1: float) -> float:
    """Return how much likelier the values are under the mean `mean1` than under `mean0`.

    Each mean is given the best chance: of all distributions over these values that have the mean,
    the one under which they are the likeliest.

    Args:
        weights: how often each value has come; the least and the greatest enclose both means.
        mean0: the mean under H0.
        mean1: the mean under H1.
    """
    tilt0, tilt1 = _tilt(weights, mean0), _tilt(weights, mean1)
    return sum(
        weight * (math.log1p(tilt0 * (value - mean0)) - math.log1p(tilt1 * (value - mean1)))
        for value, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """Return the t for which the chances weight / (1 + t (value - mean)) have that mean.

    These are the likeliest ones. No chance is above 1, which bounds t from both sides.
    """
    total = sum(weights.values())
    gaps = [(value - mean, weight / total) for value, weight in weights.items()]
    (lowest, least), (highest, most) = min(gaps), max(gaps)
    return float(
        brentq(
            lambda t: sum(chance * gap / (1 + t * gap) for gap, chance in gaps),
            (most - 1) / highest,
            (least - 1) / lowest,
        )
    )
