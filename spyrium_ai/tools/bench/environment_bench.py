"""Measures the speed of the environments: many games a call, and one game from Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import numpy as np

from spyrium_ai.envs import Batch, Game
from spyrium_ai.tools.bench.game_bench import SEED, Measurement

GAMES = 1024
BATCH_STEPS = 500
GAME_STEPS = 30_000


def environment_measurements() -> Iterator[Measurement]:
    """Yield the measurements of environments; each run takes a tenth to a third of a second.

    The actions are drawn by numpy from the lists of legal actions, and this is counted too.
    """
    for threads in (1, 2):
        for players, everything in ((2, False), (2, True), (5, True)):
            what = f"{players} players, {'all' if everything else 'list'}"
            yield Measurement(
                "environment_steps_per_second" + ("_two_threads" if threads == 2 else ""),
                f"{players}-players-{'all' if everything else 'list'}",
                f"{'batch' if threads == 1 else '2 threads'}, {what}",
                "steps a second",
                partial(_step_batch, players, everything, threads),
                "processor" if threads == 1 else "wall",
            )
    yield Measurement(
        "game_steps_per_second",
        "2-players",
        "one game, 2 players, all",
        "steps a second",
        partial(_step_game, GAME_STEPS),
    )


def _step_batch(players: int, everything: bool, threads: int) -> int:
    """Step games at random; `everything` is observations and masks beside the lists."""
    batch = Batch(GAMES, players, SEED, threads=threads, observe=everything, mask=everything)
    choose = np.random.default_rng(SEED)
    for _ in range(BATCH_STEPS):
        picks = (choose.random(GAMES) * batch.legal_counts).astype(np.int64)
        batch.step(batch.legal_ids[batch.legal_starts + picks])
    return GAMES * BATCH_STEPS


def _step_game(steps: int) -> int:
    """Step one game after the other: legal actions, an observation, and a move."""
    choose = random.Random(SEED)
    numbers = [choose.random() for _ in range(997)]
    game, seed = Game(2, SEED), SEED
    for step in range(steps):
        if game.is_over:
            seed += 1
            game = Game(2, seed)
        legal = game.legal_actions()
        game.observe()
        game.apply(legal[int(numbers[step % 997] * len(legal))])
    return steps
