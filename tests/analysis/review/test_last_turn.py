"""The last turn of two players: the solved values are those of exhaustive play."""

from __future__ import annotations

import pytest

from spyrium_ai.analysis.review.last_turn import Solution, is_last
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

LIMITS = SearchLimits(nodes=10**6)


def last_decisions(seed: int, count: int) -> list[Position]:
    """Return the last decisions of a game by chance that are not forced."""
    position, dealer = Position.start(2), Dealer(2, seed)
    found = []
    while not position.is_over:
        if position.is_chance:
            position.apply(dealer.deal(position))
            continue
        legal = position.legal()
        if is_last(position) and len(legal) > 1:
            found.append(position.copy())
        position.apply(legal[(seed + len(found)) % len(legal)])
    return found[-count:]


def margin(position: Position) -> int:
    """Return the first seat's margin with best play, by trying everything."""
    if position.is_over:
        first, second = position.scores()
        return first - second
    margins = []
    for move in position.legal():
        after = position.copy()
        after.apply(move)
        margins.append(margin(after))
    return max(margins) if position.to_move == 1 else min(margins)


SMALL = [
    position
    for seed in range(1, 9)
    for position in last_decisions(seed, 2)
    if position.perft(2) < 60
]


@pytest.mark.parametrize("position", SMALL, ids=range(len(SMALL)))
def test_every_move_has_its_exact_loss(position: Position) -> None:
    best = margin(position)
    for move in position.legal():
        after = position.copy()
        after.apply(move)
        played = margin(after)
        found = Solution(position, LIMITS).compare(move)
        assert found is not None
        assert found.loss_points == abs(best - played)
        assert found.better.exact
        assert found.played.exact
        assert found.played.line[0] == move
        assert (found.better.line == found.played.line) == (best == played)
        assert found.played.shares[0] == (0.5 if played == 0 else float(played > 0))
        end = position.copy()
        for each in found.better.line:
            end.apply(each)
        assert end.is_over
        first, second = end.scores()
        assert first - second == best
        assert found.better.points == (first, second)


def test_there_are_positions_to_try() -> None:
    assert len(SMALL) >= 5
    assert max(len(position.legal()) for position in SMALL) >= 3


def test_what_is_too_hard_is_not_solved() -> None:
    stop = StopFlag()
    stop.set()
    position = last_decisions(1, 99)[0]
    assert Solution(position, LIMITS, stop).compare(position.legal()[0]) is None


def test_only_the_last_turn_of_two_is_solved() -> None:
    assert all(map(is_last, SMALL))
    start = Position.start(2)
    assert not is_last(start)
    three, dealer = Position.start(3), Dealer(3, 1)
    while three.turn < 6 or three.is_chance:
        three.apply(dealer.deal(three) if three.is_chance else three.legal()[-1])
    assert not is_last(three)
