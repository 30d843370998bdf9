"""Rivals that decide by a network: the built-in one, and those that a caller gives as arrays."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from support.batch_play import chosen, play, shown

from spyrium_ai.envs import (
    ACTION_COUNT,
    SKIP_ACTION,
    Batch,
    Game,
    PolicyNet,
    observation_size,
    seed_of_game,
)
from spyrium_ai.envs.actions import action_of_move
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.weights import load_weights

ANY_NET: Any = PolicyNet
ANY_BATCH: Any = Batch
Floats = npt.NDArray[np.float32]


def layers(players: int, *widths: int, seed: int = 1) -> list[tuple[Floats, Floats]]:
    draw = np.random.default_rng(seed)
    sizes = [observation_size(players), *widths, ACTION_COUNT]
    return [
        (
            draw.normal(0, 1 / 4, (one, two)).astype(np.float32),
            draw.normal(0, 1, two).astype(np.float32),
        )
        for one, two in itertools.pairwise(sizes)
    ]


def logits(net: list[tuple[Floats, Floats]], observation: Floats) -> Floats:
    for weights, biases in net[:-1]:
        observation = np.maximum(observation @ weights + biases, 0)
    weights, biases = net[-1]
    return observation @ weights + biases


@pytest.mark.parametrize("widths", [(), (16,), (24, 8)])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_policy_net_plays_its_best_legal_action(players: int, widths: tuple[int, ...]) -> None:
    net = layers(players, *widths)
    batch = Batch(2, players, seed=3, rivals=PolicyNet(net), learner=0, mask=False)
    games = [Game(players, seed_of_game(3, i)) for i in range(2)]
    for step in range(20):
        for i, game in enumerate(games):
            while game.seat > 0:
                legal = game.legal_actions()
                game.apply(legal[int(np.argmax(logits(net, game.observe())[legal]))])
            assert game.position() == batch.position(i)
        actions = chosen(batch, step)
        batch.step_raw(actions)
        for game, action in zip(games, actions, strict=True):
            game.apply(int(action))


def test_a_policy_net_is_drawn_from_by_its_softmax() -> None:
    net, temperature, count = layers(2, 8), 2.0, 4_000
    game = Game(2, seed=11)
    while game.seat != 1:
        game.apply(game.legal_actions()[0])
    batch = Batch(count, 2, seed=1, rivals=PolicyNet(net, temperature), learner=1, mask=False)
    batch.set_position(game.position())
    batch.step_raw(np.full(count, game.legal_actions()[0]))
    game.apply(game.legal_actions()[0])
    scaled = logits(net, game.observe())[game.legal_actions()] / temperature
    shares = np.exp(scaled - scaled.max()) / np.exp(scaled - scaled.max()).sum()
    wanted: dict[str, float] = defaultdict(float)  # two moves can come to the same position
    for action, share in zip(game.legal_actions(), shares, strict=True):
        after = game.copy()
        after.apply(action)
        assert after.seat == 1  # and the rival makes one move
        wanted[str(after.position())] += share
    found = Counter(str(batch.position(i)) for i in range(count))
    assert len(wanted) > 5
    assert found.keys() <= wanted.keys()
    for position, share in wanted.items():
        assert found[position] / count == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("rivals", ["net", PolicyNet(layers(3, 8), 0.5)])
def test_a_game_depends_on_neither_the_number_of_games_nor_the_threads(rivals: Any) -> None:
    few, many, threads = (
        Batch(n, 3, seed=2, rivals=rivals, threads=t, mask=False)
        for n, t in ((3, 1), (40, 1), (40, 3))
    )
    ours, theirs, shared = (play(b, 6) for b in (few, many, threads))
    assert theirs == shared
    assert ours == [rows[:3] for rows in theirs]


def test_the_net_beats_the_heuristic_that_it_looks_ahead_with() -> None:
    batch, weights = Batch(10, 2, seed=5, rivals="net", mask=False), load_weights(2)
    while (batch.seats >= 0).any():
        actions = np.full(10, SKIP_ACTION)
        for i in np.flatnonzero(batch.seats >= 0):
            moves, ratings = rate(batch.position(int(i)).state, weights)
            actions[i] = action_of_move(moves[int(np.argmax(ratings))])
        batch.step_raw(actions)
    mine = batch.scores[np.arange(10), batch.final_seats]
    assert (2 * mine < batch.scores.sum(axis=1)).sum() >= 8


def test_games_are_seeded_one_by_one() -> None:
    seeds = np.array([7, 0, 2**64 - 1, 7], dtype=np.uint64)
    batch = Batch(4, 3, seed=1)
    before = shown(batch)
    batch.reseed(seeds)
    assert shown(batch) == before
    batch.reset()
    for i, seed in enumerate(seeds.tolist()):
        assert batch.position(i) == Game(3, seed).position()
    batch.reseed([1, 2, 3, 4])
    other = Batch(4, 3, seed=9)
    batch.reseed([seed_of_game(9, i) for i in range(4)])
    batch.reset()
    assert shown(batch) == shown(other)


@pytest.mark.parametrize("seeds", [[1, 2, 3], [[1]] * 4, [1.0] * 4, [1, 2, 3, -4], ["1"] * 4])
def test_seeds_of_another_kind_are_refused(seeds: Any) -> None:
    batch = Batch(4, 2, seed=1)
    with pytest.raises((ValueError, TypeError), match="seed"):
        batch.reseed(seeds)
    batch.reset()  # and works on


GOOD = layers(2, 8)
REFUSED: dict[str, tuple[Any, str]] = {
    "none": ([], "layers: 0 is not 1 to 8"),
    "many": ([GOOD[0]] * 9, "layers: 9 is not 1 to 8"),
    "inputs": (layers(2, 8)[1:], "layer 0: 8 inputs, not one of"),
    "no table": ([(3.0, 4.0)], "layer 0: 0 inputs"),
    "chain": ([GOOD[0], GOOD[0]], "layer 1: weights of shape"),
    "biases": ([GOOD[0], (GOOD[1][0], GOOD[1][1][1:])], "layer 1: weights of shape"),
    "outputs": (GOOD[:1], "layer 0: the last has 8 outputs"),
    "width": (layers(2, 2049), "layer 0: 2049 outputs, not 1 to 2048"),
    "empty": (layers(2, 0), "layer 0: 0 outputs, not 1 to 2048"),
    "nan": ([GOOD[0], (GOOD[1][0] * np.float32(np.nan), GOOD[1][1])], "layer 1: a number is not"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_layers_that_do_not_fit_are_refused(kind: str) -> None:
    wrong, problem = REFUSED[kind]
    with pytest.raises(ValueError, match=problem):
        PolicyNet(wrong)


def test_rivals_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="temperature: -1 is not 0 to"):
        PolicyNet(GOOD, -1)
    with pytest.raises(ValueError, match="a PolicyNet for 2 players, not 3"):
        Batch(2, 3, rivals=PolicyNet(GOOD))
    with pytest.raises(ValueError, match="'best' is not None, 'random', 'heuristic', 'net' or"):
        ANY_BATCH(2, 2, rivals="best")
    with pytest.raises(ValueError, match="without rivals the caller decides"):
        Batch(2, 2, learner=1)


def test_a_policy_net_is_made_once_and_whole() -> None:
    net = PolicyNet(GOOD)
    with pytest.raises(TypeError, match="made once"):
        ANY_NET.__init__(net, GOOD)
    half = PolicyNet.__new__(PolicyNet)
    with pytest.raises(ValueError, match="layer 1"):
        ANY_NET.__init__(half, [GOOD[0], GOOD[0]])
    with pytest.raises(ValueError, match="a PolicyNet for 0 players, not 2"):
        Batch(2, 2, rivals=half)


def test_a_policy_net_is_a_copy_of_its_arrays() -> None:
    net = layers(2, 8)
    rivals = PolicyNet(net)
    batch, other = (Batch(3, 2, seed=1, rivals=rivals, mask=False) for _ in range(2))
    before = play(batch, 5)
    for weights, biases in net:
        weights[:], biases[:] = 0, 0
    del rivals
    assert play(other, 5) == before
