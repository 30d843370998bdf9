"""The policy network in numpy: forward pass, gradient, fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.search.evaluation.policy_net import (
    HIDDEN_UNITS,
    MOVE_INPUT_COUNT,
    POLICY_COUNT,
    POSITION_INPUT_COUNT,
    TURN_INPUT,
)
from spyrium_ai.tools.training.adam import Adam
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.searched_decisions import Decisions
from spyrium_ai.util.seeds import derive

# In the order of the compiled PolicyC.
SHAPES = (
    (POSITION_INPUT_COUNT, HIDDEN_UNITS),
    (MOVE_INPUT_COUNT, HIDDEN_UNITS),
    (HIDDEN_UNITS,),
    (HIDDEN_UNITS,),
)
SPREADS = (0.2, 0.35, 0, 0.3)  # of the first random numbers
BATCH = 64  # decisions
RATE = 0.004  # Adam's


class Manner(NamedTuple):
    """How a network is fitted."""

    start: Array | None = None  # the network to begin with, None for random numbers
    one_is_enough: bool = False  # of several moves that are as good
    by_turn: bool = True  # each turn gets a network of its own


FROM_NOTHING = Manner()


class Agreement(NamedTuple):
    """How well a policy tells what a search chooses."""

    nats: float  # cross-entropy to the shares of the decisions
    first: float  # share of the decisions in which its first choice is the most visited move
    entropy: float  # of those shares, in nats


def fresh(rng: np.random.Generator) -> Array:
    """Return the numbers of a network that knows nothing."""
    parts = [
        spread * rng.standard_normal(shape) for shape, spread in zip(SHAPES, SPREADS, strict=True)
    ]
    return np.concatenate([part.ravel() for part in parts]).astype(np.float32)


def views(numbers: Array) -> list[Array]:
    """Return the layers that the numbers of a network hold, not copied."""
    ends = np.cumsum([np.prod(shape) for shape in SHAPES])
    return [
        part.reshape(shape)
        for part, shape in zip(np.split(numbers, ends[:-1]), SHAPES, strict=True)
    ]


class Pass:
    """One pass of decisions through a network."""

    def __init__(self, numbers: Array, decisions: Decisions):
        self.p, self.decisions = views(numbers), decisions
        position, move, bias, last = self.p
        self.starts = np.concatenate([[0], np.cumsum(decisions.counts)[:-1]])
        self.owner = np.repeat(np.arange(len(decisions.counts)), decisions.counts)
        base = decisions.positions @ position + bias
        self.hidden = np.maximum(base[self.owner] + decisions.moves @ move, 0)
        scores = self.hidden @ last
        odds = np.exp(scores - np.maximum.reduceat(scores, self.starts)[self.owner])
        shares = odds / np.add.reduceat(odds, self.starts)[self.owner]
        self.shares: Array = shares.astype(np.float32, copy=False)

    def gradient(self, wanted: Array) -> Array:
        """Return the gradient of the mean cross-entropy to these shares, (moves,)."""
        decisions, last = self.decisions, self.p[3]
        to_scores = (self.shares - wanted) / np.float32(len(decisions.counts))
        to_hidden = (to_scores[:, None] * last) * (self.hidden > 0)
        to_base = np.add.reduceat(to_hidden, self.starts, axis=0)
        parts = (
            decisions.positions.T @ to_base,
            decisions.moves.T @ to_hidden,
            to_base.sum(axis=0),
            self.hidden.T @ to_scores,
        )
        return np.concatenate([part.ravel() for part in parts]).astype(np.float32)

    def likely(self) -> Array:
        """Return the shares of the decisions weighted by those of the network, (moves,).

        With these the gradient is that of -log(sum of both shares' products), which is content with
        one of several moves that are as good; with the decisions' own it wants them alike.
        """
        both = self.shares * self.decisions.shares
        sums = np.maximum(np.add.reduceat(both, self.starts), np.float32(1e-12))
        likely: Array = (both / sums[self.owner]).astype(np.float32, copy=False)
        return likely


def agreement(shares: Array, decisions: Decisions) -> Agreement:
    """Return how well the shares of all moves, those of a policy, tell those of the decisions."""
    wanted, count = decisions.shares, len(decisions.counts)
    ends = np.cumsum(decisions.counts)
    first = [
        wanted[end - size + np.argmax(shares[end - size : end])] == max(wanted[end - size : end])
        for end, size in zip(ends, decisions.counts, strict=True)
    ]
    return Agreement(
        float(-(wanted * np.log(shares + 1e-9)).sum() / count),
        float(np.mean(first)),
        float(-(wanted * np.log(wanted + 1e-9)).sum() / count),
    )


def part(decisions: Decisions, chosen: npt.NDArray[np.int64]) -> Decisions:
    """Return those chosen, by their numbers in rising order."""
    ends = np.cumsum(decisions.counts)
    rows = np.concatenate(
        [np.arange(ends[i] - decisions.counts[i], ends[i]) for i in chosen.tolist()]
    )
    return Decisions(
        decisions.positions[chosen],
        decisions.moves[rows],
        decisions.shares[rows],
        decisions.counts[chosen],
    )


def _batches(decisions: Decisions, rng: np.random.Generator) -> Iterator[Decisions]:
    order = rng.permutation(len(decisions.counts))
    size = min(BATCH, len(order))
    for start in range(0, len(order) - size + 1, size):
        yield part(decisions, np.sort(order[start : start + size]))


def fit(decisions: Decisions, epochs: int, seed: int, manner: Manner = FROM_NOTHING) -> Array:
    """Return a network fitted by Adam."""
    rng = np.random.default_rng(seed)
    numbers = fresh(rng) if manner.start is None else manner.start.copy()
    adam = Adam(numbers, RATE, epochs * max(1, len(decisions.counts) // BATCH))
    for _ in range(epochs):
        for batch in _batches(decisions, rng):
            once = Pass(numbers, batch)
            adam.step(once.gradient(once.likely() if manner.one_is_enough else batch.shares))
    return numbers


def fit_turns(decisions: Decisions, epochs: int, seed: int, manner: Manner = FROM_NOTHING) -> Array:
    """Return a network for each turn, (POLICY_COUNT, POLICY_SIZE).

    One is fitted to all decisions, and from that one each turn's to those of the turn, if there are
    any and the manner says so.
    """
    networks = np.tile(fit(decisions, epochs, seed, manner), (POLICY_COUNT, 1))
    turns = turn_indexes(decisions)
    for turn in np.unique(turns) if manner.by_turn else ():
        own = manner._replace(start=networks[turn])
        those = part(decisions, np.flatnonzero(turns == turn))
        networks[turn] = fit(those, epochs, derive("turn", seed, int(turn)), own)
    return networks


def turn_indexes(decisions: Decisions) -> npt.NDArray[np.int64]:
    """Return the turn of each decision, counted from 0."""
    of_turn = decisions.positions[:, TURN_INPUT : TURN_INPUT + POLICY_COUNT]
    turns: npt.NDArray[np.int64] = of_turn.argmax(axis=1)
    return turns


def shares_by(networks: Array, decisions: Decisions) -> Array:
    """Return the shares that the networks of all turns give the moves, (moves,)."""
    turns = turn_indexes(decisions)
    shares = np.empty(len(decisions.shares), np.float32)
    for turn in np.unique(turns):
        those = turns == turn
        own = Pass(networks[turn], part(decisions, np.flatnonzero(those))).shares
        shares[np.repeat(those, decisions.counts)] = own
    return shares
