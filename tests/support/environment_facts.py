"""Measure facts of the game: length, branching, the worth of the first seat.

In tests/, `python -m support.environment_facts 5000` prints a table of as many games of random
moves for each number of players; with `heuristic` after the number, of that player's games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs import SKIP_ACTION, Batch
from spyrium_ai.envs.actions import action_of_move
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.weights import load_weights

Chooser = Callable[[Batch, npt.NDArray[np.bool_]], npt.NDArray[np.int64]]


def random_moves() -> Chooser:
    """Return what draws a legal action in each game."""
    choose = np.random.default_rng(1)

    def moves(batch: Batch, _going: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        picks = (choose.random(len(batch)) * batch.legal_counts).astype(np.int64)
        actions: npt.NDArray[np.uint16] = batch.legal_ids[batch.legal_starts + picks]
        return actions.astype(np.int64)

    return moves


def heuristic_moves() -> Chooser:
    """Return what takes the move with the highest rating in each game that goes on."""
    choose = np.random.default_rng(1)

    def moves(batch: Batch, going: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        actions = np.full(len(batch), SKIP_ACTION, np.int64)
        for i in np.flatnonzero(going):
            found, ratings = rate(batch.position(int(i)).state, load_weights(batch.players))
            best = np.flatnonzero(np.array(ratings) == max(ratings))
            actions[i] = action_of_move(found[int(choose.choice(best))])
        return actions

    return moves


def facts(players: int, games: int, moves: Chooser) -> str:
    """Play so many games; return a row of the table."""
    batch = Batch(games, players, seed=1, observe=False, mask=False)
    first = batch.seats.copy()  # who begins a game is its first player
    going = np.ones(games, dtype=np.bool_)
    listed = decisions = most = 0
    lengths, scores, wins = np.zeros(games), np.zeros((games, players)), 0.0
    while going.any():
        counts = batch.legal_counts[going]
        listed, decisions = listed + int(counts.sum()), decisions + len(counts)
        most = max(most, int(counts.max()))
        batch.step_raw(np.where(going, moves(batch, going), SKIP_ACTION))
        ends = np.flatnonzero(going & batch.ended)
        lengths[ends], scores[ends] = batch.lengths[ends], batch.scores[ends]
        # From a reward back to the win share.
        wins += float(((batch.rewards[ends, first[ends]] * (players - 1) + 1) / players).sum())
        going &= ~batch.ended
    return (
        f"| {players} | {lengths.mean():.1f} | {lengths.min():.0f} to {lengths.max():.0f} "
        f"| {listed / decisions:.1f} | {most} | {scores.mean():.1f} | {scores.max():.0f} "
        f"| {100 * wins / games:.1f} % |"
    )


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    for players in (2, 3, 4, 5):
        moves = heuristic_moves() if "heuristic" in sys.argv else random_moves()
        print(facts(players, games, moves), flush=True)


if __name__ == "__main__":
    main()
