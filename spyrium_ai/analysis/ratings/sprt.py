"""The sequential test (SPRT) of one player: it stops as soon as the games suffice.

It is the generalised sequential probability ratio test that engine testers use on pairs of games
("pentanomial"), here on deal sets (blocks) of any size. docs/sprt.md says what it tests and how
often it is wrong.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from spyrium_ai.analysis.elo import elo_difference, expected_score
from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.util.errors import UsageError, suggest
from spyrium_ai.util.json_fields import FieldError, Fields
from spyrium_ai.util.text import so_many

Verdict = Literal["H0", "H1", "undecided"]

# This many deal sets, about half of them won and half lost, count as played before the first. They
# favour neither hypothesis, but keep the spread of few deal sets from looking too small.
PRIOR = 2.0
LEAST_DISTANCE = 0.001  # between the hypotheses, in Elo: closer ones are equal to a float
ELO_BOUNDS = (-1000, 1000)
ERROR_BOUNDS = (0.0001, 0.5)
DEFAULTS: Mapping[str, object] = {"alpha": 0.05, "beta": 0.05}
KEYS = ("elo0", "elo1", *DEFAULTS)

_UNDECIDED = "Neither is shown: undecided does not mean that the players are equal."
_BIASED = "A test stops at an extreme, so this figure is biased: measure it in new games."


@dataclass(frozen=True)
class SprtPlan:
    """The hypotheses: the first player is at most `elo0` (H0) or at least `elo1` (H1) stronger.

    `players` are numbers from 0 of the event's list: the first, then the one or those that it is
    compared with. `alpha` is the probability of finding H1 when H0 is true, `beta` that of finding
    H0 when H1 is true.

    Raises:
        UsageError: the values contradict each other.
    """

    players: tuple[int, ...]
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Check the plan."""
        if len(self.players) < 2 or self.players[0] in self.players[1:]:
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
        """Wald's bounds: H0 is accepted at the lower one, H1 at the upper one."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


class Sprt:
    """The test under way.

    `verdict` is `undecided` until the log-likelihood ratio `llr` has reached one of the plan's
    bounds. `decided_at` is then the number of the deal set that decided, and nothing changes any
    more.
    """

    def __init__(self, plan: SprtPlan) -> None:
        self.plan = plan
        self.llr = 0.0
        self.verdict: Verdict = "undecided"
        self.decided_at: int | None = None
        self._means = expected_score(plan.elo0), expected_score(plan.elo1)
        self._counts: Counter[Fraction] = Counter()

    @property
    def blocks(self) -> int:
        """The number of deal sets that have counted."""
        return self._counts.total()

    @property
    def score(self) -> Fraction | None:
        """The first player's mean score over deal sets, a tie counted half; None without any."""
        total = sum((value * count for value, count in self._counts.items()), Fraction(0))
        return total / self.blocks if self.blocks else None

    @property
    def elo(self) -> float | None:
        """The Elo difference with this expected score; None without a score or if unbounded.

        After a decision it is biased: a test stops at an extreme.
        """
        return None if self.score is None else elo_difference(float(self.score))

    def add(self, block: Sequence[Outcome]) -> None:
        """Add a deal set, in the schedule's order.

        It counts if the first player and one of the others have a game in it that is not void.
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
        """Return the hypotheses and the state of the test in words, with the players' names."""
        plan, (low, high) = self.plan, self.plan.bounds
        first, *others = (names[player] for player in plan.players)
        second = others[0] if len(others) == 1 else "the others"
        count = so_many(self.blocks, "deal set")
        lines = [
            f"SPRT: how much stronger is {first} than {second}?",
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
        """Return the number of times that each value has come, the prior included."""
        mean = neutral_mean(self.plan.elo0, self.plan.elo1)
        weights = {0.0: PRIOR * (1 - mean), 1.0: PRIOR * mean}
        for value, count in self._counts.items():
            weights[float(value)] = weights.get(float(value), 0.0) + count
        return weights


def sprt_plan(values: Mapping[str, Any], players: tuple[int, ...]) -> SprtPlan:
    """Return the plan with these values, by the names in `KEYS`.

    Raises:
        UsageError: a value is missing, or they contradict each other.
        FieldError: a value is out of bounds.
    """
    for key in ("elo0", "elo1"):
        if key not in values:
            raise UsageError(f"sprt: {key} is missing: elo0 = 0 and elo1 = 20, for example")
    fields = Fields({**DEFAULTS, **values}, "sprt: ")
    return SprtPlan(
        players,
        elo0=fields.real("elo0", *ELO_BOUNDS),
        elo1=fields.real("elo1", *ELO_BOUNDS),
        alpha=fields.real("alpha", *ERROR_BOUNDS),
        beta=fields.real("beta", *ERROR_BOUNDS),
    )


def parse_sprt(text: str, players: int = 2) -> SprtPlan:
    """Return the plan that a text stands for: the first of so many players against the others.

    >>> parse_sprt("elo0=0,elo1=20,alpha=0.1").elo1
    20.0

    Raises:
        UsageError: the text says what is not clear, or wrong.
    """
    values: dict[str, object] = {}
    for setting in text.split(","):
        name, equals, number = setting.partition("=")
        if not equals:
            raise UsageError(f"sprt: '{setting}' is not NAME=VALUE, as in elo0=0,elo1=20")
        if name not in KEYS:
            raise UsageError(f"sprt: unknown '{name}'; {suggest(name, KEYS)}")
        if name in values:
            raise UsageError(f"sprt: {name} comes twice")
        try:
            values[name] = float(number)
        except ValueError:
            values[name] = number
    try:
        return sprt_plan(values, tuple(range(players)))
    except FieldError as error:
        raise UsageError(f"{error.field}: {error.reason}") from None


def neutral_mean(elo0: float, elo1: float) -> float:
    """Return the mean score that favours neither of two Elo differences.

    >>> round(neutral_mean(-50, 50), 4)
    0.5
    """
    losses = math.log((1 - expected_score(elo0)) / (1 - expected_score(elo1)))
    wins = math.log(expected_score(elo1) / expected_score(elo0))
    return losses / (wins + losses)


def log_likelihood_ratio(weights: Mapping[float, float], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of the mean `mean1` against `mean0`, given the values.

    For each mean it takes the maximum likelihood over all distributions with that mean over these
    values.

    Args:
        weights: the number of times for each value; least and greatest value enclose both means.
        mean0: the mean under H0.
        mean1: the mean under H1.
    """
    tilt0, tilt1 = _tilt(weights, mean0), _tilt(weights, mean1)
    return sum(
        weight * (math.log1p(tilt0 * (value - mean0)) - math.log1p(tilt1 * (value - mean1)))
        for value, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """Return the t for which the probabilities weight / (1 + t (value - mean)) have that mean.

    They are the maximum likelihood ones. None is above 1, which bounds t from both sides.
    """
    from scipy.optimize import brentq  # noqa: PLC0415 (a third of a second)

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
