"""One generation of policy networks: decisions are labelled, and networks are fitted to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from spyrium_ai.search.evaluation.policy_net import MOVE_INPUT_COUNT, POSITION_INPUT_COUNT
from spyrium_ai.tools.training.calls import Call, Compute
from spyrium_ai.tools.training.chunk_files import ArrayShape, make_missing, read_chunk
from spyrium_ai.tools.training.fit_policy import (
    FROM_NOTHING,
    Manner,
    agreement,
    fit_turns,
    shares_by,
)
from spyrium_ai.tools.training.numpy_net import Array
from spyrium_ai.tools.training.plan import CHUNK, HELD_OUT
from spyrium_ai.tools.training.searched_decisions import Decisions
from spyrium_ai.util.seeds import derive


class Amount(NamedTuple):
    """How much a generation does for one number of players."""

    chunks: int  # of decisions to fit
    epochs: int

    @property
    def held_out_chunks(self) -> int:
        """Chunks of decisions for validation."""
        return max(1, self.chunks // HELD_OUT)

    @property
    def decisions(self) -> int:
        """All decisions to search."""
        return CHUNK * (self.chunks + self.held_out_chunks)


def amount_for(players: int, decisions: int, epochs: int) -> Amount:
    """Return the amount for a number of players, by the decisions with two.

    With more players there are fewer, since they cost more.

    >>> [amount_for(players, 30_000, 1).chunks for players in (2, 3, 4, 5)]
    [120, 80, 60, 48]
    """
    return Amount(max(1, 2 * decisions // (players * CHUNK)), epochs)


class FittedPolicy(NamedTuple):
    """The networks of all turns, and how they do on decisions that were not fitted."""

    numbers: Array  # (POLICY_COUNT, POLICY_SIZE)
    figures: dict[str, float]  # the fields of `Agreement`


def next_policy(
    decide: Callable[[int, int], Decisions],
    amount: Amount,
    seeds: tuple[int, int, int],
    stem: Path,
    progress: Callable[[int], None],
    compute: Compute,
    manner: Manner = FROM_NOTHING,
) -> FittedPolicy:
    """Return networks fitted to decisions that are searched or solved.

    Args:
        decide: returns so many decisions, by a number and a seed; a worker gets it.
        amount: how many decisions, and passes over them.
        seeds: the training's seed, the number of players and that of the generation.
        stem: the names of the files that keep the decisions begin with it.
        progress: gets the number of decisions of each chunk.
        compute: makes the chunks.
        manner: how the networks are fitted.

    Raises:
        UsageError: the file of a chunk is damaged.
        HaltError: the disk does not take one.
    """

    def call_of(number: int) -> Call[Decisions]:
        return partial(decide, CHUNK, derive("policy", *seeds, number))

    numbers = range(amount.chunks + amount.held_out_chunks)
    files = [stem.with_name(f"{stem.name}-{number}.npz") for number in numbers]
    make_missing(files, call_of, lambda _: progress(CHUNK), compute)
    chunks = [_load(file) for file in files]
    known, held_out = _together(chunks[: amount.chunks]), _together(chunks[amount.chunks :])
    with threadpool_limits(1):  # so that the sums do not depend on the machine
        fitted = fit_turns(known, amount.epochs, derive("fit", *seeds), manner)
        result = agreement(shares_by(fitted, held_out), held_out)
    return FittedPolicy(fitted, {name: round(value, 4) for name, value in result._asdict().items()})


def _together(chunks: Sequence[Decisions]) -> Decisions:
    positions, moves, shares, counts = zip(*chunks, strict=True)
    return Decisions(
        np.concatenate(positions),
        sparse.vstack(moves, format="csr"),
        np.concatenate(shares),
        np.concatenate(counts),
    )


def _load(file: Path) -> Decisions:
    """Return the decisions of a file; UsageError where it is damaged."""
    (counts,) = read_chunk(file, {"counts": ArrayShape((CHUNK,), "<i4")})
    moves = int(counts.sum())
    positions, inputs, shares = read_chunk(
        file,
        {
            "positions": ArrayShape((CHUNK, POSITION_INPUT_COUNT), "<f4"),
            "moves": ArrayShape((moves, MOVE_INPUT_COUNT), "<f4"),
            "shares": ArrayShape((moves,), "<f4"),
        },
    )
    # Of the inputs of a move some eight are not zero.
    return Decisions(positions, sparse.csr_array(inputs), shares, counts)
