"""Measure the environments of other libraries' forms, at random moves on one core.

In tests/, `python -m support.environment_benchmark` prints steps a second, in processor time, of
those forms whose library is installed.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

STEPS = 6_000
GAMES = 1_024


def gymnasium_steps(envs: Any) -> int:
    """Step one environment by its mask."""
    env, choose = envs.SpyriumEnv(), random.Random(1)
    env.reset(seed=1)
    for _ in range(STEPS):
        _, _, over, _, _ = env.step(choose.choice(env.batch.legal(0)))
        if over:
            env.reset()
    return STEPS


def gymnasium_vector_steps(envs: Any) -> int:
    """Step many games at once; the random rivals' moves are not counted."""
    env, choose = envs.SpyriumVectorEnv(GAMES), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(50):
        batch = env.batch
        picks = (choose.random(GAMES) * batch.legal_counts).astype(np.int64)
        env.step(batch.legal_ids[batch.legal_starts + picks])
    return 50 * GAMES


def pettingzoo_steps(envs: Any) -> int:
    """Step a table without wrappers, with an observation and a mask for every move."""
    table, choose = envs.SpyriumTable(), np.random.default_rng(1)
    table.reset(seed=1)
    for _ in range(STEPS):
        if not table.agents or any(table.terminations.values()):
            table.reset()
        observation, *_ = table.last()
        legal = np.flatnonzero(observation["action_mask"])
        table.step(legal[int(choose.random() * len(legal))])
    return STEPS


def openspiel_steps(envs: Any, tensors: bool = False) -> int:
    """Play games with explicit chance; draws are counted as steps, as OpenSpiel counts them."""
    choose, steps = random.Random(1), 0
    game = envs.SpyriumGame()
    while steps < STEPS:
        state = game.new_initial_state()
        observer = game.make_py_observer()
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, weights)[0])
                continue
            if tensors:
                observer.set_from(state, state.current_player())
            state.apply_action(choose.choice(state.legal_actions()))
    return steps


def openspiel_steps_with_tensors(envs: Any) -> int:
    """Do the same with an observation for every decision."""
    return openspiel_steps(envs, tensors=True)


WORK: dict[str, tuple[str, Callable[[Any], int]]] = {
    "Gymnasium, one game": ("gymnasium", gymnasium_steps),
    "Gymnasium, 1,024 games": ("gymnasium", gymnasium_vector_steps),
    "PettingZoo": ("pettingzoo", pettingzoo_steps),
    "OpenSpiel": ("openspiel", openspiel_steps),
    "OpenSpiel, with tensors": ("openspiel", openspiel_steps_with_tensors),
}


def main() -> None:
    """Print the median of five runs of each."""
    for name, (module, work) in WORK.items():
        try:
            envs = importlib.import_module(f"spyrium_ai.envs.{module}")
        except ModuleNotFoundError as error:
            print(f"{name}: {error}")
            continue
        rates = []
        for _ in range(5):
            begun = time.thread_time()
            count = work(envs)
            rates.append(count / (time.thread_time() - begun))
        print(f"{name}: {sorted(rates)[2]:,.0f} steps a second")


if __name__ == "__main__":
    main()
