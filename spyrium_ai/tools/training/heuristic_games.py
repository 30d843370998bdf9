"""Games of self-play of the heuristic, to which the linear evaluation is fitted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spyrium_ai.game.card_table import LAST_TURN
from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.tools.training.calls import Compute
from spyrium_ai.tools.training.chunk_files import ArrayShape, make_missing, read_chunk
from spyrium_ai.tools.training.plan import CHUNK
from spyrium_ai.tools.training.selfplay import play_game

EXPLORE = 0.15  # share of random moves


class Games(NamedTuple):
    """Games as arrays by game; the features and values then by turn, and all by seat."""

    features: npt.NDArray[np.float32]  # at the ends of turns 1 to 5
    values: npt.NDArray[np.float32]  # of one position of each turn, by the weights that played
    scores: npt.NDArray[np.int32]  # final ones


def play_games(weights: Weights, players: int, count: int, seed: int) -> Games:
    """Return so many games with these weights in every seat; seeds follow upon each other."""
    games = [play_game([weights] * players, seed + i, EXPLORE) for i in range(count)]
    features, values, scores = zip(*games, strict=True)
    return Games(np.stack(features), np.stack(values), np.array(scores, np.int32))


def kept_games(
    weights: Weights,
    players: int,
    games: int,
    seed: int,
    stem: Path,
    progress: Callable[[int], None],
    compute: Compute,
) -> Games:
    """Return the games of a generation, played in chunks that are kept in files.

    Args:
        weights: those of every seat.
        players: number of seats.
        games: how many to play.
        seed: of the first game.
        stem: the files' names begin with it.
        progress: gets the number of games of each chunk.
        compute: plays the chunks.

    Raises:
        UsageError: the file of a chunk is damaged.
        HaltError: the disk does not take one.
    """
    starts = range(0, games, CHUNK)
    counts = [min(CHUNK, games - start) for start in starts]
    files = [stem.with_name(f"{stem.name}-{number}.npz") for number in range(len(starts))]
    make_missing(
        files,
        lambda number: partial(play_games, weights, players, counts[number], seed + starts[number]),
        lambda number: progress(counts[number]),
        compute,
    )
    chunks = [
        read_chunk(file, _shapes(count, players)) for file, count in zip(files, counts, strict=True)
    ]
    return Games(*(np.concatenate(part) for part in zip(*chunks, strict=True)))


def _shapes(games: int, players: int) -> dict[str, ArrayShape]:
    """Return what the arrays of so many games must have."""
    return {
        "features": ArrayShape((games, LAST_TURN - 1, players, FEATURE_COUNT), "<f4"),
        "values": ArrayShape((games, LAST_TURN, players), "<f4"),
        "scores": ArrayShape((games, players), "<i4"),
    }
