"""The value network in numpy: forward pass, gradient, fit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from spyrium_ai.search.evaluation.value_net import (
    COMMON_INPUT_COUNT,
    LAYERS,
    SCORE_SCALE,
    SEAT_INPUT_COUNT,
)
from spyrium_ai.tools.training.adam import Adam

Array = npt.NDArray[np.float32]
Parameters = list[Array]

HIDDEN, HIDDEN_2, OUTPUTS = LAYERS
# In the order of the compiled NetC.
SHAPES = (
    (SEAT_INPUT_COUNT, HIDDEN),
    (SEAT_INPUT_COUNT, HIDDEN),
    (COMMON_INPUT_COUNT, HIDDEN),
    (HIDDEN,),
    (HIDDEN, HIDDEN_2),
    (HIDDEN_2,),
    (HIDDEN_2, OUTPUTS),
    (OUTPUTS,),
)
SCORE_LOSS = 0.15  # weight of the final scores' squared error beside the shares' entropy
BATCH = 1024
RATE = 0.003  # Adam's
DECAY = 1.5  # Adam's: the games are few, and their luck is large


def fresh(rng: np.random.Generator) -> Array:
    """Return a net's numbers: random weights by the width of the layer below, biases of zero."""
    inputs = 40  # about so many are not zero
    fans = (inputs, inputs, inputs, 1, HIDDEN, 1, HIDDEN_2, 1)
    return flat(
        [
            np.zeros(shape, np.float32)
            if len(shape) == 1
            else (rng.standard_normal(shape) * np.sqrt(1.5 / fan)).astype(np.float32)
            for shape, fan in zip(SHAPES, fans, strict=True)
        ]
    )


def flat(parameters: Parameters) -> Array:
    """Return the parameters as the numbers of a compiled net."""
    return np.concatenate([p.ravel() for p in parameters])


def views(numbers: Array) -> Parameters:
    """Return the parameters that the numbers of a net hold, not copied."""
    ends = np.cumsum([np.prod(shape) for shape in SHAPES])
    return [
        part.reshape(shape)
        for part, shape in zip(np.split(numbers, ends[:-1]), SHAPES, strict=True)
    ]


class Samples:
    """Inputs and targets of the network, by position."""

    def __init__(self, seats: Array, common: Array, shares: Array, points: Array):
        self.seats, self.common = seats, common
        self.shares: Array = shares
        self.scores: Array = points / np.float32(SCORE_SCALE)

    def __len__(self) -> int:
        return len(self.seats)

    def batches(self, rng: np.random.Generator) -> Iterator[Samples]:
        """Yield all of them once in random order."""
        order = rng.permutation(len(self))
        size = min(BATCH, len(order))
        for start in range(0, len(order) - size + 1, size):
            yield self.part(order[start : start + size])

    def part(self, chosen: npt.NDArray[np.int64] | slice) -> Samples:
        """Return those chosen."""
        part = object.__new__(Samples)
        part.seats, part.common = self.seats[chosen], self.common[chosen]
        part.shares, part.scores = self.shares[chosen], self.scores[chosen]
        return part


class Pass:
    """One pass of samples through a net."""

    def __init__(self, p: Parameters, samples: Samples):
        self.p, self.samples = p, samples
        self.mean = samples.seats.mean(axis=1)
        base = self.mean @ p[1] + samples.common @ p[2] + p[3]
        self.first = np.maximum(samples.seats @ p[0] + base[:, None], 0)
        self.second = np.maximum(self.first @ p[4] + p[5], 0)
        out = self.second @ p[6] + p[7]
        logits = out[..., 0] - out[..., 0].max(axis=1, keepdims=True)
        odds = np.exp(logits)
        self.shares: Array = odds / odds.sum(axis=1, keepdims=True)
        self.scores: Array = out[..., 1]

    def loss(self) -> float:
        """Return the shares' cross-entropy in nats."""
        return float(-(self.samples.shares * np.log(self.shares + 1e-9)).sum(axis=1).mean())

    def gradient(self) -> Parameters:
        """Return the gradient of the loss, the scores' part included."""
        p, samples = self.p, self.samples
        count = len(samples)
        out = np.empty((*self.shares.shape, OUTPUTS), np.float32)
        out[..., 0] = (self.shares - samples.shares) / count
        out[..., 1] = SCORE_LOSS * (self.scores - samples.scores) / count
        rows = out.reshape(-1, OUTPUTS)
        second = self.second.reshape(-1, HIDDEN_2)
        to_second = (rows @ p[6].T) * (second > 0)
        first = self.first.reshape(-1, HIDDEN)
        to_first = (to_second @ p[4].T) * (first > 0)
        to_base = to_first.reshape(count, -1, HIDDEN).sum(axis=1)
        return [
            samples.seats.reshape(-1, SEAT_INPUT_COUNT).T @ to_first,
            self.mean.T @ to_base,
            samples.common.T @ to_base,
            to_base.sum(axis=0),
            first.T @ to_second,
            to_second.sum(axis=0),
            second.T @ rows,
            rows.sum(axis=0),
        ]


def fit(samples: Samples, epochs: int, seed: int, start: Array | None = None) -> Array:
    """Return a net fitted by Adam, from `start` or from nothing."""
    rng = np.random.default_rng(seed)
    numbers = fresh(rng) if start is None else start.copy()
    adam = Adam(numbers, RATE, epochs * max(1, len(samples) // BATCH), DECAY)
    for _ in range(epochs):
        for batch in samples.batches(rng):
            adam.step(flat(Pass(views(numbers), batch).gradient()))
    return numbers
