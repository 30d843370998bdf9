"""A Plackett-Luce model with ties, effects of the place in the order of play, and a prior.

Each player has a strength, each place of a table an effect; their sum is the player's logarithmic
worth in a game. Of the players that are left, the next best is chosen; a single one with a chance
in proportion to its worth, a set of k that are level to the geometric mean of their worths times
the tie effect of k. With two players this is the model of Davidson, without ties that of Bradley
and Terry.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from spyrium_ai.analysis.ratings.design import Array, Design, Layout

ELO = 400 / math.log(10)  # Elo points of a unit of strength


@dataclass(frozen=True)
class Prior:
    """A normal prior around 0: the inverse of its variance for each kind of parameter.

    It decides where the results cannot: how far ahead a player is that has won every game, or how
    players compare that never met.
    """

    strength: float = 1 / 9
    place: float = 1.0
    tie: float = 1 / 9

    def weights(self, layout: Layout) -> Array:
        """Return the inverse variance of each parameter."""
        counts = (layout.players, sum(layout.sizes), len(layout.ties))
        return np.repeat((self.strength, self.place, self.tie), counts)


@dataclass(frozen=True)
class Fit:
    """The most likely parameters under the prior, and the curvature there."""

    parameters: Array
    hessian: Array


def fit(design: Design, prior: Prior = Prior()) -> Fit:
    """Return the parameters that fit all deal sets best."""
    objective = Objective(design, prior)
    start = np.zeros(design.layout.width)
    found = minimize(
        objective.value_and_gradient,
        start,
        method="trust-exact",
        jac=True,
        hess=objective.hessian,
        options={"gtol": 1e-7, "maxiter": 500},
    )
    return Fit(found.x, objective.hessian(found.x))


class Objective:
    """Minus the logarithms of the likelihood of all deal sets and of the prior."""

    def __init__(self, design: Design, prior: Prior) -> None:
        self._chosen = design.chosen.sum(axis=0)
        self._parts = [
            (stages, np.asarray(stages.counts.sum(axis=0)).ravel()) for stages in design.stages
        ]
        self._prior = prior.weights(design.layout)

    def value_and_gradient(self, x: Array) -> tuple[float, Array]:
        """Return the value and its derivatives."""
        value = 0.5 * float(self._prior @ (x * x)) - float(self._chosen @ x)
        gradient = self._prior * x - self._chosen
        for stages, counts in self._parts:
            chances, logs = softmax((stages.features @ x).reshape(-1, stages.options))
            value += float(counts @ logs)
            gradient += stages.features.T @ (chances * counts[:, None]).ravel()
        return value, gradient

    def hessian(self, x: Array) -> Array:
        """Return the second derivatives."""
        total = np.diag(self._prior)
        for stages, counts in self._parts:
            chances, _ = softmax((stages.features @ x).reshape(-1, stages.options))
            weighted = stages.features.multiply(chances.ravel()[:, None]).tocsr()
            often = np.repeat(counts, stages.options)
            total += (stages.features.T @ weighted.multiply(often[:, None]).tocsr()).toarray()
            means = set_sums(weighted, stages.options)
            total -= (means.T @ means.multiply(counts[:, None]).tocsr()).toarray()
        return total


def block_gradients(design: Design, x: Array) -> Array:
    """Return the derivatives of each deal set's part of the value, without the prior."""
    gradients = -design.chosen
    for stages in design.stages:
        chances, _ = softmax((stages.features @ x).reshape(-1, stages.options))
        weighted = stages.features.multiply(chances.ravel()[:, None]).tocsr()
        gradients = gradients + (stages.counts @ set_sums(weighted, stages.options)).toarray()
    return gradients


def set_sums(rows: sparse.csr_array, options: int) -> sparse.csr_array:
    """Return the sums of each set's rows, one for each of its options."""
    count = rows.shape[0]
    starts = np.arange(0, count + 1, options)
    adder = sparse.csr_array((np.ones(count), np.arange(count), starts))
    return (adder @ rows).tocsr()


def softmax(logs: Array) -> tuple[Array, Array]:
    """Return the chances along the last axis, and the logarithm of the sum they are divided by."""
    top = logs.max(axis=-1, keepdims=True)
    worth = np.exp(logs - top)
    total = worth.sum(axis=-1, keepdims=True)
    return worth / total, (top + np.log(total))[..., 0]


def chances_above(strengths: Array, tie: Array | float | None) -> Array:
    """Return the chance of each player to be above each other one, half of a tie counted.

    Args:
        strengths: the players' strengths along the last axis.
        tie: the logarithmic tie effect of two, None where there are no ties.
    """
    gap = strengths[..., :, None] - strengths[..., None, :]
    win, loss = np.exp(gap / 2), np.exp(-gap / 2)
    draw = np.zeros(()) if tie is None else np.exp(np.asarray(tie))[..., None, None]
    chances: Array = (win + draw / 2) / (win + loss + draw)
    return chances
