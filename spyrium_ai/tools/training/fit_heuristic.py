"""Trains the linear evaluation by self-play of the heuristic and least squares.

The afterstate's value is the expected final score of a seat, linear in its features. Each
generation plays games with the weights of the one before, some of the moves at random, and fits
the final scores to the features at the end of every turn. It begins with weights guessed from the
card table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from spyrium_ai.game.card_table import ALL_CARDS, LAST_TURN
from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, FIRST_FEATURE, Weights
from spyrium_ai.tools.training.heuristic_games import Games

Array = npt.NDArray[np.float64]

TURNS_WITH_BOUNDARY = LAST_TURN - 1
RIDGE = 20.0  # pulls the weights of rare features to 0
SPREADS = np.arange(2.0, 25.0, 0.25)

# Set by matches of one changed seat against the others: docs/search.md.
KEEP = 0.5
LATER = (0.75, 0.75)
ENVY = {2: 0.9, 3: 0.8, 4: 0.8, 5: 0.8}


def train(players: int, generations: int, play: Callable[[int, Weights], Games]) -> dict[str, Any]:
    """Return the entry of a weights file for a number of players.

    `play` returns the games of a generation, by its number from 0, with the weights of the one
    before. The fit of the last generation is validated on a tenth of its games, which it did not
    see.
    """
    after, spread = guess(), np.full(7, 9.0)
    validation: list[float] = []
    for generation in range(generations):
        games = play(generation, make(players, after, spread))
        features, values, scores = (part.astype(np.float64) for part in games)
        fitted = max(1, len(scores) * 9 // 10)
        after = fit(features[:fitted], scores[:fitted])
        validation = explained(after, features[fitted:], scores[fitted:])
        spread = fit_spread(values, scores)
    return {
        "keep": KEEP,
        "later": LATER,
        "envy": ENVY[players],
        "spread": [round(float(x), 3) for x in spread],
        "explained_by_turn": [round(x, 3) for x in validation],
        "after": [[round(float(x), 4) for x in row] for row in after],
    }


def make(players: int, after: Array, spread: Array) -> Weights:
    """Return the weights as the players use them."""
    return Weights(after.tolist(), KEEP, LATER, ENVY[players], spread.tolist())


def guess() -> Array:
    """Return initial weights: goods by their price, buildings by their yield in a turn."""
    after = np.zeros((TURNS_WITH_BOUNDARY, FEATURE_COUNT))
    for row, left in zip(after, range(TURNS_WITH_BOUNDARY, 0, -1), strict=True):
        row[FIRST_FEATURE["points"]] = 1
        row[FIRST_FEATURE["money"]] = 0.5
        row[FIRST_FEATURE["spyrium"]] = 1
        row[FIRST_FEATURE["workers"]] = 1.8 * left
        row[FIRST_FEATURE["residence"]] = 0.5 * left + 0.5
        for i, card in enumerate(card for card in ALL_CARDS if card.kind == "building"):
            uses = [
                use.gain_points + use.gain_spyrium - use.pay_spyrium - 0.8 * use.workers
                for use in card.uses
            ]
            row[FIRST_FEATURE["buildings"] + i] = card.points + 0.8 * left * max([0.0, *uses])
        row[FIRST_FEATURE["techniques"] : FIRST_FEATURE["kept"]] = 5
    return after


def fit(features: Array, scores: Array) -> Array:
    """Return the weights that explain the final scores best, by turn; a point counts as a point."""
    prior = np.zeros(FEATURE_COUNT)
    prior[FIRST_FEATURE["points"]] = 1
    pull = np.full(FEATURE_COUNT, RIDGE)
    pull[FIRST_FEATURE["one"]] = 0.001
    ridge = np.diag(pull)
    after = []
    for turn in range(TURNS_WITH_BOUNDARY):
        x = features[:, turn].reshape(-1, FEATURE_COUNT)
        rest = scores.reshape(-1) - x @ prior
        after.append(prior + np.linalg.solve(x.T @ x + ridge, x.T @ rest))
    return np.array(after)


def explained(after: Array, features: Array, scores: Array) -> list[float]:
    """Return the share of the final scores' variance that the weights explain, by turn."""
    return [
        float(1 - np.var(scores - features[:, turn] @ after[turn]) / np.var(scores))
        for turn in range(TURNS_WITH_BOUNDARY)
    ]


def fit_spread(values: Array, scores: Array) -> Array:
    """Return by turn the spread under which the softmax of the values explains the winners best."""
    best = scores.max(axis=1, keepdims=True)
    shares = (scores == best) / (scores == best).sum(axis=1, keepdims=True)
    spread = [SPREADS[-1]]
    for turn in range(values.shape[1]):
        x = values[:, turn]
        losses = []
        for candidate in SPREADS:
            z = (x - x.max(axis=1, keepdims=True)) / candidate
            log_shares = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
            losses.append(-(shares * log_shares).sum())
        spread.append(SPREADS[int(np.argmin(losses))])
    return np.array(spread)
