"""Which parts of `mcts` take how much of its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights
from spyrium_ai.tools.bench.game_bench import SEED
from spyrium_ai.tools.bench.rollout_kernels import RolloutSample
from spyrium_ai.tools.bench.search_cases import SearchCase

PARTS = ("rating", "movegen", "net", "moves", "selection")
TIMES, RUNS = 20_000, 5  # calls of a loop, and loops of which the median counts


def time_shares(case: SearchCase) -> dict[str, float]:
    """Return the parts of the time of a search from the case's position, by the names of `PARTS`.

    The search counts how often it does what; the time of each is measured apart, on positions that
    its rollouts pass through. `moves` are moves made with their hashes. `selection` is what is
    left: the way down the tree and back, and the cache of rollouts.
    """
    position = case.position
    players = position.players
    tree = case.tree()
    begun = time.thread_time()
    tree.begin(position.state, SEED)
    tree.run(4 * case.playouts, 0, StopFlag())
    seconds = time.thread_time() - begun
    listed, made, valued = tree.work
    sample = RolloutSample(
        position.state, load_weights(players), load_net(players), load_policy(players), SEED
    )
    lists = _seconds(sample.generate)
    shares = {
        "rating": listed * max(0.0, _seconds(sample.rate) - lists) / seconds,
        "movegen": listed * lists / seconds,
        "net": valued * _seconds(sample.value) / seconds,
        "moves": made * _seconds(sample.make) / seconds,
    }
    return shares | {"selection": max(0.0, 1 - sum(shares.values()))}


def _seconds(loop: Callable[[int], None]) -> float:
    """Return the processor time of one call in a loop."""
    found = []
    for _ in range(RUNS):
        begun = time.thread_time()
        loop(TIMES)
        found.append(time.thread_time() - begun)
    return median(found) / TIMES
