"""Trains the value networks of afterstates by backward induction.

Games of the one-ply policy, with various shares of random moves, give the afterstates. Those after
turn 5 are labelled with the results of turn 6 from sampled deals, and a network is fitted. With it
the afterstates after turn 4 are labelled, and so on back to turn 1. A network that is fitted to
many single outcomes learns their mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE, Net
from spyrium_ai.tools.training.afterstate_data import collect, inputs, label
from spyrium_ai.tools.training.calls import Compute, in_order
from spyrium_ai.tools.training.numpy_net import Array, Pass, Samples, fit, views
from spyrium_ai.tools.training.plan import CHUNK, TrainingPlan
from spyrium_ai.util.seeds import derive

EXPLORE = (0.02, 0.1, 0.2, 0.35)  # shares of random moves, from one chunk of games to the next

Bytes = npt.NDArray[np.uint8]


class Fitted(NamedTuple):
    """The net of one turn's end, and its figures on games that were not fitted."""

    numbers: Array
    validation: dict[str, float]


def train(
    plan: TrainingPlan,
    weights: Weights,
    known: Sequence[Fitted],
    progress: Callable[[int], None],
    keep: Callable[[list[Fitted]], None],
    compute: Compute,
) -> list[Fitted]:
    """Return the nets after turns 1 to 5.

    `known` are nets of the last turns that are fitted already; `keep` is called with all so far
    after each new one, and `progress` with the number of positions just labelled. `compute` plays
    and labels.
    """
    players = plan.players
    seed = derive("train value", plan.seed, players)
    positions, won = _games(plan, weights, seed, compute)
    fitted = list(known)
    for turn in reversed(range(NET_COUNT - len(fitted))):
        net = _net(fitted)
        here = np.ascontiguousarray(positions[:, turn])
        calls = _label_calls(here, players, weights, net, plan.deals, derive("label", seed, turn))
        labels = np.concatenate(in_order(compute, calls, lambda part: progress(len(part))))
        samples = Samples(*inputs(here, players), labels[:, 0], labels[:, 1])
        with threadpool_limits(1):  # so that the sums do not depend on the machine
            fitted.insert(0, _fit(samples, won, plan, derive("fit", seed, turn)))
        keep(fitted)
    return fitted


def _games(
    plan: TrainingPlan, weights: Weights, seed: int, compute: Compute
) -> tuple[Bytes, Array]:
    """Return the afterstates of the games, those held out last, and their winners' shares."""
    calls = [
        partial(collect, weights, plan.players, CHUNK, derive("games", seed, number), explore)
        for number, explore in enumerate(
            [EXPLORE[number % len(EXPLORE)] for number in range(plan.chunks)]
            + [0.0] * plan.held_out_chunks
        )
    ]
    found = in_order(compute, calls)
    positions, won = (np.concatenate(part) for part in zip(*found, strict=True))
    return positions, won


def _net(fitted: Sequence[Fitted]) -> Net:
    """Return the nets so far, zeros for the turns before them."""
    numbers = np.zeros((NET_COUNT, NET_SIZE), np.float32)
    for turn, known in enumerate(fitted, NET_COUNT - len(fitted)):
        numbers[turn] = known.numbers
    return Net(numbers)


def _label_calls(
    positions: Bytes, players: int, weights: Weights, net: Net, deals: int, seed: int
) -> list[partial[Array]]:
    """Return calls that label: win shares and final scores by seat, after the next turn."""
    return [
        partial(
            label,
            positions[start : start + CHUNK],
            players,
            weights,
            net,
            deals,
            derive("label", seed, start),
        )
        for start in range(0, len(positions), CHUNK)
    ]


def _fit(samples: Samples, won: Array, plan: TrainingPlan, seed: int) -> Fitted:
    fitted = plan.chunks * CHUNK
    numbers = fit(samples.part(slice(0, fitted)), plan.epochs, seed)
    result = Pass(views(numbers), samples.part(slice(fitted, None)))
    return Fitted(numbers, validate(result, won[fitted:]))


def validate(result: Pass, won: Array) -> dict[str, float]:
    """Return the figures of a net on positions of which the games' outcomes are known.

    `loss`: cross-entropy to the labels, in nats. `brier`: mean squared error of the shares to the
    outcomes, `brier_even` that of even shares. `calibration`: the factor on the logits that would
    fit the outcomes best; 1 is right, less means that the net is too sure.
    """
    shares = result.shares
    return {
        "loss": round(result.loss(), 4),
        "brier": round(float(((shares - won) ** 2).mean()), 4),
        "brier_even": round(float(((1 / won.shape[1] - won) ** 2).mean()), 4),
        "calibration": round(_calibration(np.log(shares + 1e-9), won), 3),
    }


def _calibration(logits: Array, won: Array) -> float:
    """Return the factor on the logits that makes the outcomes likeliest, within 1/20 and 20.

    By Newton's method.
    """
    factor = 1.0
    for _ in range(20):
        odds = np.exp(factor * (logits - logits.max(axis=1, keepdims=True)))
        shares = odds / odds.sum(axis=1, keepdims=True)
        mean = (shares * logits).sum(axis=1, keepdims=True)
        slope = ((won - shares) * logits).sum()
        curve = (shares * (logits - mean) ** 2).sum()
        factor = min(max(factor + float(slope / (curve + 1e-9)), 1 / 20), 20.0)
    return factor


def table(fitted: Sequence[Fitted]) -> dict[str, Any]:
    """Return the validation figures by turn, for the description of the weights."""
    return {name: [known.validation[name] for known in fitted] for name in fitted[0].validation}
