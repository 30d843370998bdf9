"""Learn Spyrium for two by policy gradients in self-play, in numpy on one core.

The method is PPO with generalised advantages. `python docs/examples/policy_gradient.py
--minutes 120 --out learned` writes learned.npz and learned.csv, the win shares against two built-in
players. Minutes are those of the processor.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import time
from pathlib import Path
from typing import Literal, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy.sparse
from policy import Floats, Ints, Legal, Output, Policy, picked, slices

from spyrium_ai.envs import SKIP_ACTION, Batch

CLIP, EPOCHS, MINIBATCH = 0.2, 2, 4096
DECAY = 0.95  # lambda of the generalised advantages
ENTROPY = 0.01
RATE = 5e-4  # of Adam
MARGIN = 10  # points that count about as much as the win itself
COLUMNS = ("minutes", "games", "decisions", "random", "heuristic")


class Decisions(NamedTuple):
    """The decisions of whole games, with what came of them."""

    observations: Floats
    legal: Legal
    picks: Ints  # which of its legal actions each position's choice was
    chances: Floats  # the logarithm of its probability
    advantages: Floats
    returns: Floats


class Step(NamedTuple):
    """One decision in each of some games."""

    games: Ints
    observations: Floats
    legal: Legal
    chosen: Ints  # indices into the legal actions
    output: Output
    sides: Floats  # 1 where seat 0 decides, -1 where seat 1 does


def seen_of(batch: Batch, games: Ints) -> tuple[Floats, Legal]:
    """Return the observations and the legal actions of some games."""
    observations: Floats = np.asarray(batch.observations)[games]
    starts, counts = batch.legal_starts[games], batch.legal_counts[games].astype(np.int64)
    return observations, Legal(batch.legal_ids[slices(starts, counts)].astype(np.int64), counts)


def play(policy: Policy, batch: Batch, rng: np.random.Generator) -> Decisions:
    """Play all games to their ends, each move drawn from the policy."""
    batch.reset()
    steps: list[Step] = []
    while (games := np.flatnonzero(batch.seats >= 0)).size:
        observations, legal = seen_of(batch, games)
        output = policy(observations, legal)
        noise = rng.gumbel(size=len(legal.ids)).astype(np.float32)
        chosen = picked(output.log_policy + noise, legal)
        sides = np.where(batch.seats[games] == 0, 1, -1).astype(np.float32)
        steps.append(Step(games, observations, legal, chosen, output, sides))
        actions = np.full(len(batch), SKIP_ACTION)
        actions[games] = legal.ids[chosen]
        batch.step_raw(actions)
    margin = batch.scores[:, 0] - batch.scores[:, 1]
    outcome = (np.sign(margin) + np.tanh(margin / MARGIN)) / 2  # for seat 0
    # Back through the games, all in the view of seat 0.
    parts, following, carried = [], outcome.astype(np.float32), np.zeros(len(batch), np.float32)
    for step in reversed(steps):
        value = step.sides * step.output.values
        carried[step.games] = following[step.games] - value + DECAY * carried[step.games]
        following[step.games] = value
        parts.append(step.sides * carried[step.games])
    advantages = np.concatenate(parts[::-1])
    return Decisions(
        np.concatenate([step.observations for step in steps]),
        Legal(
            np.concatenate([step.legal.ids for step in steps]),
            np.concatenate([step.legal.counts for step in steps]),
        ),
        np.concatenate([step.chosen - step.legal.starts for step in steps]),
        np.concatenate([step.output.log_policy[step.chosen] for step in steps]),
        advantages / advantages.std(),
        advantages + np.concatenate([step.output.values for step in steps]),
    )


def gradient(policy: Policy, data: Decisions, some: Ints) -> dict[str, Floats]:
    """Return the gradient of the loss over some of the decisions."""
    observations, legal = data.observations[some], data.legal.take(some)
    out = policy(observations, legal)
    rows, chosen = legal.rows, legal.starts + data.picks[some]
    advantages = data.advantages[some]
    ratios = np.exp(out.log_policy[chosen] - data.chances[some])
    free = np.where(advantages > 0, ratios < 1 + CLIP, ratios > 1 - CLIP)
    push = np.where(free, advantages * ratios, 0).astype(np.float32)
    chances = np.exp(out.log_policy)
    entropy = -np.add.reduceat(chances * out.log_policy, legal.starts)
    by_logit: Floats = chances * (push[rows] + ENTROPY * (out.log_policy + entropy[rows]))
    by_logit[chosen] -= push
    by_logit /= np.float32(len(some))
    by_value = (out.values - data.returns[some]) / np.float32(len(some))
    return backward(policy, observations, legal, out, by_logit, by_value)


def backward(
    policy: Policy,
    observations: Floats,
    legal: Legal,
    out: Output,
    by_logit: Floats,
    by_value: Floats,
) -> dict[str, Floats]:
    """Return the derivatives by the weights from those by the logits and values."""
    w = policy.weights
    table = scipy.sparse.csr_array(
        (by_logit, legal.ids, np.append(legal.starts, len(legal.ids))),
        shape=(len(observations), len(w["actions"])),
    )
    by_second = table @ w["actions"] + np.outer(by_value, w["value"])
    by_second *= out.second > 0
    by_first = by_second @ w["w2"].T
    by_first *= out.first > 0
    return {
        "w1": observations.T @ by_first,
        "b1": by_first.sum(axis=0),
        "w2": out.first.T @ by_second,
        "b2": by_second.sum(axis=0),
        "actions": table.T @ out.second,
        "offsets": np.bincount(legal.ids, by_logit, len(w["actions"])),
        "value": out.second.T @ by_value,
    }


class Adam:
    """Adam's steps on the weights of a policy."""

    def __init__(self, policy: Policy) -> None:
        self._weights = policy.weights
        self._means = {name: np.zeros_like(each) for name, each in policy.weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in policy.weights.items()}
        self._steps = 0

    def step(self, gradients: dict[str, Floats]) -> None:
        """Move the weights against the gradients."""
        self._steps += 1
        rate = RATE * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for name, slope in gradients.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            self._weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def win_share(policy: Policy, rivals: Literal["random", "heuristic"], games: int) -> float:
    """Return the win share of the policy's best moves against a built-in player."""
    batch = Batch(games, 2, seed=12345, rivals=rivals, mask=False)
    while (going := np.flatnonzero(batch.seats >= 0)).size:
        observations, legal = seen_of(batch, going)
        best = picked(policy(observations, legal).log_policy, legal)
        actions = np.full(games, SKIP_ACTION)
        actions[going] = legal.ids[best]
        batch.step_raw(actions)
    mine = np.take_along_axis(batch.scores, batch.final_seats[:, None].astype(int), 1)[:, 0]
    theirs = batch.scores.sum(axis=1) - mine
    return float(np.mean((mine > theirs) + 0.5 * (mine == theirs)))


def main() -> None:
    """Learn for some minutes, and write the curve as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--most-games", type=int, help="stop after so many games at the latest")
    parser.add_argument("--games", type=int, default=256, help="games between two updates")
    parser.add_argument("--test-games", type=int, default=1000, help="games of each point")
    parser.add_argument("--test-minutes", type=float, default=1, help="minutes between two points")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    args = parser.parse_args()
    policy, rng = Policy(seed=args.seed), np.random.default_rng(args.seed)
    optimiser, batch = Adam(policy), Batch(args.games, 2, seed=args.seed, mask=False)
    games = decisions = 0
    begun = due = time.process_time()
    with args.out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(COLUMNS)
        while True:
            minutes = (time.process_time() - begun) / 60
            is_over = minutes >= args.minutes or games >= (args.most_games or math.inf)
            if time.process_time() >= due or is_over:
                due += 60 * args.test_minutes
                shares = [win_share(policy, name, args.test_games) for name in COLUMNS[3:]]  # type: ignore[arg-type]
                row = [f"{minutes:.2f}", games, decisions, *(f"{share:.4f}" for share in shares)]
                curve.writerow(row)
                file.flush()
                policy.save(args.out.with_suffix(".npz"))
                print(*(f"{name} {value}" for name, value in zip(COLUMNS, row, strict=True)))
            if is_over:
                return
            data = play(policy, batch, rng)
            games, decisions = games + len(batch), decisions + len(data.picks)
            for _ in range(EPOCHS):
                order = rng.permutation(len(data.picks))
                for start in range(0, len(order), MINIBATCH):
                    optimiser.step(gradient(policy, data, order[start : start + MINIBATCH]))


if __name__ == "__main__":
    main()
