"""Measure facts of the game at random moves: length, branching, the worth of the first seat.

In tests/, `python -m support.environment_facts 5000` prints a table of as many games for each
number of players.
"""

from __future__ import annotations

import sys

import numpy as np

from spyrium_ai.envs import Batch


def facts(players: int, games: int) -> str:
    """Play so many games at random; return a row of the table."""
    batch = Batch(games, players, seed=1, observe=False, mask=False)
    choose = np.random.default_rng(1)
    first = batch.seats.copy()  # who begins a game is its first player
    going = np.ones(games, dtype=np.bool_)
    listed = decisions = most = 0
    lengths, scores, wins = np.zeros(games), np.zeros((games, players)), 0.0
    while going.any():
        counts = batch.legal_counts[going]
        listed, decisions = listed + int(counts.sum()), decisions + len(counts)
        most = max(most, int(counts.max()))
        picks = (choose.random(games) * batch.legal_counts).astype(np.int64)
        batch.step(batch.legal_ids[batch.legal_starts + picks])
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
        print(facts(players, games))


if __name__ == "__main__":
    main()
