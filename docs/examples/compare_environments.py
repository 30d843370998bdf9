"""Measure environments side by side at random moves: steps a second on one core.

`python docs/examples/compare_environments.py` measures those whose library is installed.
"""

from __future__ import annotations

import importlib
import os
import random
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # of fastcatan

import numpy as np

from spyrium_ai.envs import Batch

SECONDS, RUNS = 0.5, 5


def spyrium_batch(is_full: bool) -> Callable[[], int]:
    """Return what steps 1,024 games once; with observations and masks if `is_full`."""
    batch = Batch(1024, 2, seed=1, observe=is_full, mask=is_full)
    choose = np.random.default_rng(1)

    def step() -> int:
        picks = (choose.random(1024) * batch.legal_counts).astype(np.int64)
        batch.step(batch.legal_ids[batch.legal_starts + picks])
        return 1024

    return step


def fastcatan_batch() -> Callable[[], int]:
    """Return what steps 1,024 games of fastcatan once; its legal actions are bits."""
    fastcatan = importlib.import_module("fastcatan")
    games, choose = fastcatan.BatchedEnv(1024, seed=1), np.random.default_rng(1)
    games.reset()
    words = np.zeros((1024, fastcatan.MASK_WORDS), np.uint64)
    actions, ended = np.zeros(1024, np.uint32), np.zeros(1024, np.uint8)

    def step() -> int:
        games.write_masks(words)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        counts = bits.sum(axis=1, dtype=np.int64)
        picks = np.cumsum(counts) - counts + (choose.random(1024) * counts).astype(np.int64)
        actions[:] = np.flatnonzero(bits)[picks] % bits.shape[1]
        games.step_autoreset(actions, ended)
        return 1024

    return step


def openspiel_game(name: str, has_tensors: bool) -> Callable[[], int]:
    """Return what plays a game of OpenSpiel; draws of chance are counted as steps."""
    if name == "spyrium":
        importlib.import_module("spyrium_ai.envs.openspiel")
    game, choose = importlib.import_module("pyspiel").load_game(name), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        observer = game.make_py_observer() if name == "spyrium" else None
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, weights)[0])
                continue
            if has_tensors and observer is not None:
                observer.set_from(state, state.current_player())
            elif has_tensors:
                np.asarray(state.observation_tensor(state.current_player()), np.float32)
            state.apply_action(choose.choice(state.legal_actions()))
        return steps

    return play


def pettingzoo_game(module: str) -> Callable[[], int]:
    """Return what plays a game of PettingZoo, without its wrappers where there are such."""
    envs, choose = importlib.import_module(module), np.random.default_rng(1)
    env: Any = envs.env(players=2) if module.startswith("spyrium_ai") else envs.env()
    env, seeds = env.unwrapped, iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        while True:
            observation, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                return steps
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(choose.random() * len(legal))]))
            steps += 1

    return play


WORK: dict[str, Callable[[], Callable[[], int]]] = {
    "spyrium-ai, 1,024 games, legal actions": lambda: spyrium_batch(False),
    "spyrium-ai, 1,024 games, with observations and masks": lambda: spyrium_batch(True),
    "fastcatan, 1,024 games, legal actions": fastcatan_batch,
    "OpenSpiel: spyrium-ai": lambda: openspiel_game("spyrium", False),
    "OpenSpiel: spyrium-ai, with tensors": lambda: openspiel_game("spyrium", True),
    "OpenSpiel: chess": lambda: openspiel_game("chess", False),
    "OpenSpiel: chess, with tensors": lambda: openspiel_game("chess", True),
    "OpenSpiel: backgammon": lambda: openspiel_game("backgammon", False),
    "OpenSpiel: backgammon, with tensors": lambda: openspiel_game("backgammon", True),
    "PettingZoo: spyrium-ai": lambda: pettingzoo_game("spyrium_ai.envs.pettingzoo"),
    "PettingZoo: connect four": lambda: pettingzoo_game(
        "pettingzoo.classic.connect_four.connect_four"
    ),
}


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return the steps a second, in processor time, of at least so many seconds."""
    begun, steps = time.thread_time(), 0
    while (spent := time.thread_time() - begun) < seconds or not steps:
        steps += work()
    return steps / spent


def main() -> None:
    """Print the median of each; all are measured in turn, so that load meets all alike."""
    ready = {}
    for name, make in WORK.items():
        try:
            ready[name] = make()
        except ImportError as error:
            print(f"{name}: {error}")
    rates: dict[str, list[float]] = {name: [] for name in ready}
    for _ in range(RUNS):
        for name, work in ready.items():
            rates[name].append(rate(work, SECONDS))
    for name, found in rates.items():
        print(f"{name:55}{sorted(found)[RUNS // 2]:12,.0f} steps a second")


if __name__ == "__main__":
    main()
