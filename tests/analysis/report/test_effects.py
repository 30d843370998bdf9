"""The difference that goes along with a trait, on made-up games in which the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from spyrium_ai.analysis.report.effects import Array, Effect, Numbers, effects


def test_the_difference_of_a_player_with_itself() -> None:
    # The first player wins 3 in 4 with the trait and 1 in 4 without; the second the reverse.
    shares = np.array([1, 1, 1, 0, 1, 0, 0, 0] * 2, dtype=float)
    shares[8:] = 1 - shares[:8]
    had = np.array([1, 1, 1, 1, 0, 0, 0, 0] * 2, dtype=float)
    groups, blocks = np.repeat([0, 1], 8), np.tile(np.arange(8), 2)
    (first,) = effects(shares[:8], had[:8, None], groups[:8], blocks[:8])
    assert first.difference == pytest.approx(0.5)
    (both,) = effects(shares, had[:, None], groups, blocks)
    assert both.difference == pytest.approx(0)


def test_a_trait_of_strong_players_only_is_no_difference() -> None:
    # The strong player always has it and wins 9 in 10, the weak one never has it.
    shares = np.tile([1.0] * 9 + [0.0], 2)
    shares[10:] = 1 - shares[:10]
    had = np.repeat([1.0, 0.0], 10)[:, None]
    assert effects(shares, had, np.repeat([0, 1], 10), np.tile(np.arange(10), 2)) == [Effect(None)]


def test_who_wins_always_tells_nothing() -> None:
    had = np.tile([1.0, 0.0], 10)[:, None]
    groups, blocks = np.zeros(20, dtype=np.int64), np.arange(20)
    assert effects(np.ones(20), had, groups, blocks) == [Effect(None)]


def test_no_interval_for_what_few_blocks_have() -> None:
    shares = np.tile([1.0, 0.0, 0.0], 10)
    had = np.zeros((30, 1))
    had[:4] = 1
    (effect,) = effects(shares, had, np.zeros(30, dtype=np.int64), np.arange(30))
    assert effect.difference == pytest.approx(0.5 - 8 / 26)
    assert (effect.low, effect.high) == (None, None)


def test_nothing() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert effects(np.zeros(0), np.zeros((0, 2)), none, none) == [Effect(None), Effect(None)]


@pytest.mark.parametrize("blocks", [20, 60])
def test_the_intervals_have_the_truth_in_them(blocks: int) -> None:
    inside = total = 0
    for seed in range(150):
        for effect in effects(*_tournament(blocks, np.random.default_rng((blocks, seed)))):
            if effect.low is not None and effect.high is not None:
                inside += effect.low <= 0 <= effect.high
                total += 1
    assert total > 1000
    assert 0.92 <= inside / total <= 0.98


def _tournament(blocks: int, luck: np.random.Generator) -> tuple[Array, Array, Numbers, Numbers]:
    """Return games of two in which luck is the block's, and the stronger one has more of all."""
    shares, traits, groups, numbers = [], [], [], []
    for block in range(blocks):
        strengths = luck.normal((0.5, 0), 0.7)
        for _ in range(2):
            winner = int(np.argmax(strengths + luck.normal(0, 1, 2)))
            for player in range(2):
                shares.append(float(player == winner))
                traits.append((luck.random(8) < (0.6, 0.4)[player]).astype(float))
                groups.append(player)
                numbers.append(block)
    return np.array(shares), np.array(traits), np.array(groups), np.array(numbers)
