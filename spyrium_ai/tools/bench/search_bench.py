"""Measures the speed of the searches and their evaluations."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median
from threading import Timer

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.process.engine_client import EngineClient
from spyrium_ai.search.expectimax import MAX_DEPTH
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.mcts_tree import NODE_BYTES
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.uct import search_uct
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.bench.game_bench import SEED, Figure, Measurement, counted
from spyrium_ai.tools.bench.kernels import EvaluationSample
from spyrium_ai.tools.bench.search_cases import CASES, SearchCase
from spyrium_ai.tools.bench.time_shares import PARTS, time_shares

TREE_SEEDS = (1, 2, 3, 4)  # how fast a tree grows depends on the deals it has drawn
FEWER = 4  # version 0.1 makes so many times fewer playouts in about the same time
TRIALS = 11  # of how soon an engine stops

NODE = Figure("tree_node_bytes", "", "node of the tree, with edges", "bytes", NODE_BYTES)


def search_measurements() -> list[Measurement]:
    """Return the repeated measurements of searches; each run takes about a tenth of a second."""
    return [
        *_mcts_measurements(),
        *_first_measurements(),
        *_expectimax_measurements(),
        _uct_measurement(),
        *_evaluation_measurements(),
    ]


def _mcts_measurements() -> Iterator[Measurement]:
    """Yield playouts and nodes of new trees of `mcts`; two threads grow each together."""
    for unit, work in (("playouts", _playouts), ("nodes", _grow)):
        for threads, what in ((1, "mcts"), (2, "2 threads")):
            for case in CASES:
                yield Measurement(
                    f"mcts_{unit}_per_second" + ("_two_threads" if threads == 2 else ""),
                    case.label,
                    case.title(what),
                    f"{unit} a second",
                    partial(work, case, threads),
                    "processor" if threads == 1 else "wall",
                )


def _playouts(case: SearchCase, threads: int) -> int:
    _grow(case, threads)
    return threads * len(TREE_SEEDS) * case.playouts


def _grow(case: SearchCase, threads: int) -> int:
    """Grow a tree for each seed, all threads together each of them; return the nodes of all."""
    if threads == 1:
        return sum(_tree(case, threads, seed, map).size for seed in TREE_SEEDS)
    with ThreadPoolExecutor(threads) as pool:
        return sum(_tree(case, threads, seed, pool.map).size for seed in TREE_SEEDS)


def _tree(case: SearchCase, threads: int, seed: int, run: Callable[..., Iterable[int]]) -> Search:
    """Return a tree after the playouts in each thread; `run` is `map`, or that of a pool."""
    tree = case.tree(threads)
    tree.begin(case.position.state, seed)
    list(run(lambda thread: tree.run(case.playouts, 0, StopFlag(), thread=thread), range(threads)))
    return tree


def _first_measurements() -> Iterator[Measurement]:
    """Yield playouts as `mcts` of version 0.1 makes them."""
    for case in CASES:
        yield Measurement(
            "first_mcts_playouts_per_second",
            case.label,
            case.title("mcts 0.1"),
            "playouts a second",
            partial(_first_playouts, case),
        )


def _first_playouts(case: SearchCase) -> int:
    playouts = case.playouts // FEWER
    for seed in TREE_SEEDS:
        tree = case.first_tree()
        tree.begin(case.position.state, seed)
        tree.run(playouts, 0, StopFlag())
    return len(TREE_SEEDS) * playouts


def _expectimax_measurements() -> Iterator[Measurement]:
    """Yield the positions of deeper and deeper looks."""
    for case in CASES:
        yield Measurement(
            "expectimax_nodes_per_second",
            case.label,
            case.title("expectimax"),
            "nodes a second",
            partial(_looked_at, case),
        )


def _looked_at(case: SearchCase) -> int:
    _, nodes = _deepen(case, case.nodes)
    return nodes


def _deepen(case: SearchCase, nodes: int, seconds: float = 0.0) -> tuple[int, int]:
    """Return the depth of the last complete look within limits (0: none), and the nodes of all."""
    search = case.table()
    search.begin(case.position.state, SEED)
    end = time.monotonic() + seconds
    for depth in range(1, MAX_DEPTH + 1):
        left = max(end - time.monotonic(), 0.001) if seconds else 0
        if not search.search_depth(depth, nodes, left, StopFlag())[0]:
            return depth - 1, search.nodes
    return MAX_DEPTH, search.nodes


def _uct_measurement() -> Measurement:
    """Return blind random playouts to the end of the game, to compare with random games of two."""
    state, playouts = CASES[0].position.state, 10_000
    work = partial(search_uct, state, playouts, 0, math.sqrt(2), SEED, StopFlag())
    return Measurement(
        "uct_playouts_per_second",
        CASES[0].label,
        CASES[0].title("uct"),
        "playouts a second",
        partial(counted, playouts, work),
    )


def _evaluation_measurements() -> Iterator[Measurement]:
    """Yield the evaluation of a position for all its seats."""
    for key, title, method, times in (
        ("nanoseconds_per_evaluation", "evaluation", EvaluationSample.evaluate, 200_000),
        ("nanoseconds_per_net", "net", EvaluationSample.value, 60_000),
    ):
        for players in (2, 4):
            sample = EvaluationSample(players, load_weights(players), load_net(players), SEED)
            yield Measurement(
                key,
                str(players),
                f"{title}, {players} players",
                "ns",
                partial(counted, times // players, partial(method, sample, times // players)),
            )


def mcts_time_shares() -> list[Figure]:
    """Return the parts of the time of `mcts` in per cent: see docs/bench.md."""
    figures = []
    for case in CASES:
        for part, share in time_shares(case).items():
            title = case.title(f"time for {part}")
            figures.append(
                Figure(f"mcts_percent_of_time_{part}", case.label, title, "%", 100 * share)
            )
    return sorted(figures, key=lambda figure: PARTS.index(figure.key.rpartition("_")[2]))


def expectimax_after_one_second() -> list[Figure]:
    """Return how deep `expectimax` looks in a second, and at how many positions."""
    figures = []
    for case in CASES[:2]:
        depth, nodes = _deepen(case, 0, 1.0)
        for key, unit, value in (("depth", "plies", depth), ("nodes", "nodes", nodes)):
            title = case.title("1 s")
            figures.append(Figure(f"expectimax_{key}_after_1_s", case.label, title, unit, value))
    return sorted(figures, key=lambda figure: figure.key)


def stop_to_bestmove() -> list[Figure]:
    """Return the milliseconds from `stop` to `bestmove` of a process that searches by `mcts`."""
    case = CASES[1]
    client = EngineClient(parse_player("mcts").command)
    client.start()
    try:
        client.new_game(case.position.players, case.position.to_move)
        client.position(str(case.position))
        client.ready()
        # Some stops fall early in a slice of the search, others late.
        times = [1000 * _stop_after(client, 0.03 + 0.013 * trial) for trial in range(TRIALS)]
    finally:
        client.close()
    return [
        Figure("stop_to_bestmove_ms", label, f"stop to bestmove, {label}", "ms", value)
        for label, value in (("median", median(times)), ("worst", max(times)))
    ]


def _stop_after(client: EngineClient, seconds: float) -> float:
    """Stop a search after so long; return the seconds from then to its answer."""
    sent: list[float] = []

    def stop() -> None:
        sent.append(time.monotonic())
        client.stop()

    timer = Timer(seconds, stop)
    timer.start()
    try:
        client.go(SearchLimits(infinite=True), 1)
        return time.monotonic() - sent[0]
    finally:
        timer.cancel()
        timer.join()


# What is measured once: it takes a second, or starts a process.
ONCE: tuple[Callable[[], list[Figure]], ...] = (
    mcts_time_shares,
    expectimax_after_one_second,
    stop_to_bestmove,
)
