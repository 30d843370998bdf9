"""A policy network in numpy: observation in, probabilities of the legal actions out."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs import ACTION_COUNT, ACTION_FORMAT, OBSERVATION_FORMAT, observation_size

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

WIDTHS = (256, 128)  # of the hidden layers


class Legal(NamedTuple):
    """The legal actions of many positions, one position after the other."""

    ids: Ints
    counts: Ints  # of each position

    @property
    def starts(self) -> Ints:
        """Where the actions of each position begin in `ids`."""
        return np.cumsum(self.counts) - self.counts

    @property
    def rows(self) -> Ints:
        """The position of each of `ids`."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def take(self, positions: Ints) -> Legal:
        """Return the legal actions of some of the positions."""
        starts, counts = self.starts[positions], self.counts[positions]
        return Legal(self.ids[slices(starts, counts)], counts)


def slices(starts: Ints, counts: Ints) -> Ints:
    """Return the indices of slices that begin at `starts`, one slice after the other."""
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    indices: Ints = np.repeat(starts, counts) + within
    return indices


class Output(NamedTuple):
    """What the network says of some positions, and what its gradient needs."""

    first: Floats  # the hidden layers
    second: Floats
    log_policy: Floats  # of each of the legal actions
    values: Floats  # of each position: the outcome expected for the seat that decides


class Policy:
    """Two hidden layers, a logit for each legal action, and a value.

    Only the logits of legal actions are computed, a dozen instead of 3,210.
    """

    def __init__(self, players: int = 2, seed: int = 0) -> None:
        draw = np.random.default_rng(seed)
        sizes = (observation_size(players), *WIDTHS)
        self.weights: dict[str, Floats] = {
            "w1": draw.normal(0, np.sqrt(2 / 64), sizes[:2]).astype(np.float32),
            "b1": np.zeros(sizes[1], np.float32),
            "w2": draw.normal(0, np.sqrt(2 / sizes[1]), sizes[1:]).astype(np.float32),
            "b2": np.zeros(sizes[2], np.float32),
            "actions": np.zeros((ACTION_COUNT, sizes[2]), np.float32),
            "offsets": np.zeros(ACTION_COUNT, np.float32),
            "value": np.zeros(sizes[2], np.float32),
        }

    def __call__(self, observations: Floats, legal: Legal) -> Output:
        """Return the output for positions, each with its observation and legal actions."""
        w = self.weights
        first = np.maximum(observations @ w["w1"] + w["b1"], 0)
        second = np.maximum(first @ w["w2"] + w["b2"], 0)
        rows, starts = legal.rows, legal.starts
        logits = np.einsum("ij,ij->i", second[rows], w["actions"][legal.ids])
        logits += w["offsets"][legal.ids]
        logits -= np.maximum.reduceat(logits, starts)[rows]
        logits -= np.log(np.add.reduceat(np.exp(logits), starts))[rows]
        return Output(first, second, logits, second @ w["value"])

    def save(self, path: Path) -> None:
        """Write the weights, with the formats of the numbers that they are for."""
        formats = np.array([ACTION_FORMAT, OBSERVATION_FORMAT])
        np.savez(path, formats=formats, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read the weights of a policy for two players; ValueError if they are for others."""
        policy = cls()
        with np.load(path) as file:
            if file["formats"].tolist() != [ACTION_FORMAT, OBSERVATION_FORMAT]:
                raise ValueError(f"{path}: made for other actions or observations")
            for name, wanted in policy.weights.items():
                if file[name].shape != wanted.shape:
                    raise ValueError(f"{path}: {name} is not of the shape {wanted.shape}")
                policy.weights[name] = file[name]
        return policy


def picked(scores: Floats, legal: Legal) -> Ints:
    """Return, for each position, the index in `ids` of the action with the highest score."""
    rows = legal.rows
    best = np.flatnonzero(scores == np.maximum.reduceat(scores, legal.starts)[rows])
    _, first = np.unique(rows[best], return_index=True)  # one of equals
    return best[first]
