"""The uncertainty of the ratings: many fits with the deal sets weighted at random.

This is Rubin's Bayesian bootstrap: in each fit every deal set gets a weight from the exponential
distribution. All fits are made at once, by Newton's method on the sums of `design`.

If a player has won every game against another, no resample of the data contains a loss. So an
artificial deal set that the other one wins gets a weight too. With two players and nothing but wins
of one, the percentiles are those of the bound of Clopper and Pearson. If all deal sets of a player
have exactly the same result, as when each of two wins once in every deal set, an artificial loss
and an artificial win get a weight.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spyrium_ai.analysis.intervals import CONFIDENCE, t_quantile
from spyrium_ai.analysis.ratings.connectivity import Connection
from spyrium_ai.analysis.ratings.design import Array, Design, Stages, make_design
from spyrium_ai.analysis.ratings.model import ELO, Fit, Prior, block_gradients, softmax
from spyrium_ai.analysis.ratings.results import Result

NORMAL = 1.959963984540054  # its quantile for 95 %
CELLS = 4_000_000  # numbers in one array of a chunk: 32 MB
WORK = 120_000_000  # chances in all fits of one step, above which one common step has to do
_MOST_STEPS = 40
_LONGEST_STEP = 2.0
_ENOUGH = 1e-5
FARTHEST = 3000 / ELO  # a bound beyond says nothing: the odds are thirty million to one
_NOTHING = 1e-4  # of a game: greatest difference between deal sets with equal results


class Samples(NamedTuple):
    """The parameters of the bootstrap's fits, one row each.

    The fits of `doubted` include artificial lost and won deal sets, for strengths that the results
    do not bound. These would bias other effects, so `plain` has the fits without them; if none
    were needed, both are the same.
    """

    doubted: Array
    plain: Array


def bootstrap(
    results: Sequence[Result],
    connection: Connection,
    design: Design,
    best: Fit,
    prior: Prior,
    count: int,
    seed: int,
) -> Samples:
    """Return the parameters of so many fits."""
    gradients = block_gradients(design, best.parameters)
    uniform = np.flatnonzero(np.abs(gradients[:, : design.layout.players]).max(axis=0) < _NOTHING)
    pairs = [*connection.one_sided(), *connection.pairs_of(uniform.tolist())]
    doubts = upsets(results, pairs, design.blocks)
    luck = np.random.default_rng(seed)
    weights = luck.standard_exponential((count, design.blocks + len(doubts)))
    plain = _fits(design, best, prior, weights[:, : design.blocks])
    if not doubts:
        return Samples(plain, plain)
    games = [result for result, _ in doubts]
    factors = [1.0] * len(results) + [factor for _, factor in doubts]
    everything = make_design([*results, *games], design.layout, weights.shape[1], factors)
    return Samples(_fits(everything, best, prior, weights), plain)


def _fits(design: Design, best: Fit, prior: Prior, weights: Array) -> Array:
    """Return the best parameters for each row of weights of the deal sets."""
    count = len(weights)
    ridge = prior.weights(design.layout)
    step = weights @ block_gradients(design, best.parameters) + ridge * best.parameters
    starts = best.parameters - np.clip(
        np.linalg.solve(best.hessian, step.T).T, -_LONGEST_STEP, _LONGEST_STEP
    )
    cells = sum(stages.features.shape[0] for stages in design.stages)
    if cells * count > WORK or cells * design.layout.width**2 > CELLS * 10:
        return np.asarray(starts)
    per_chunk = max(1, CELLS // (cells * 2))
    chunks = [slice(at, at + per_chunk) for at in range(0, count, per_chunk)]
    newton = _Newton(design, ridge)
    return np.concatenate([newton.solve(starts[part], weights[part]) for part in chunks])


def upsets(
    results: Sequence[Result], pairs: Sequence[tuple[int, int]], blocks: int
) -> list[tuple[Result, float]]:
    """Return for each pair a deal set that the first one loses, and its number of games.

    Its number follows those of the real deal sets.
    """
    found = []
    for number, (winner, loser) in enumerate(pairs):
        both = [r for r in results if winner in r.players and loser in r.players]
        games = len(both) / len({result.block for result in both})
        found.append((Result(blocks + number, (loser, winner), None, ((0,), (1,))), games))
    return found


def interval(values: Array, blocks: int, free: float) -> tuple[Array, Array]:
    """Return the 95 % interval of each column's quantity.

    Bounds are infinite with too few deal sets, and where they would be more than FARTHEST away.

    The bootstrap ignores that `free` parameters were fitted to the deal sets, so its intervals are
    too narrow if there are few. So the percentiles are moved away from the median, by the factor
    that makes a variance of residuals unbiased and a normal quantile one of the t-distribution.
    """
    tail = 50 * (1 - CONFIDENCE)
    low, middle, high = np.percentile(values, [tail, 50, 100 - tail], axis=0)
    df = blocks - free
    if df < 1:
        return np.full_like(low, -math.inf), np.full_like(high, math.inf)
    wider = t_quantile(0.5 + CONFIDENCE / 2, df) / NORMAL * math.sqrt(blocks / df)
    down, up = wider * (middle - low), wider * (high - middle)
    return (
        np.where(down > FARTHEST, -math.inf, middle - down),
        np.where(up > FARTHEST, math.inf, middle + up),
    )


class _Newton:
    """Newton's method for many weightings of the deal sets at once."""

    def __init__(self, design: Design, ridge: Array) -> None:
        self._ridge = ridge
        self._chosen = design.chosen
        self._parts = [_Part(stages) for stages in design.stages]

    def solve(self, starts: Array, weights: Array) -> Array:
        """Return the best parameters of each row of weights, from a row of starts."""
        x = starts.copy()
        chosen = weights @ self._chosen
        counts = [(part.counts.T @ weights.T).T for part in self._parts]
        left = np.arange(len(x))
        for _ in range(_MOST_STEPS):
            step = self._step(x[left], chosen[left], [each[left] for each in counts])
            length = np.abs(step).max(axis=1)
            x[left] -= step * np.minimum(1, _LONGEST_STEP / np.maximum(length, _ENOUGH))[:, None]
            left = left[length > _ENOUGH]
            if not len(left):
                break
        return x

    def _step(self, x: Array, chosen: Array, counts: Sequence[Array]) -> Array:
        gradient = self._ridge * x - chosen
        hessian = np.tile(np.diag(self._ridge), (len(x), 1, 1))
        for part, often in zip(self._parts, counts, strict=True):
            part.add(x, often, gradient, hessian)
        return np.asarray(np.linalg.solve(hessian, gradient[..., None])[..., 0], np.float64)


class _Part:
    """The choices among a number of players, with the data for their second derivatives."""

    def __init__(self, stages: Stages) -> None:
        self.counts = stages.counts
        self._options = stages.options
        rows = stages.features.toarray()
        self._rows = rows
        self._squares = (rows[:, :, None] * rows[:, None, :]).reshape(len(rows), -1)
        self._sets = rows.reshape(-1, stages.options, rows.shape[1])

    def add(self, x: Array, often: Array, gradient: Array, hessian: Array) -> None:
        """Add the derivatives for each row of parameters, the sets counted so often."""
        count, width = x.shape
        chances, _ = softmax((x @ self._rows.T).reshape(count, -1, self._options))
        weighted = (chances * often[:, :, None]).reshape(count, -1)
        gradient += weighted @ self._rows
        hessian += (weighted @ self._squares).reshape(count, width, width)
        means = np.matmul(chances.transpose(1, 0, 2), self._sets).transpose(1, 0, 2)
        hessian -= np.matmul(means.transpose(0, 2, 1) * often[:, None, :], means)
