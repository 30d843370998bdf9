"""The race of moves: what it drops, when it ends, and that it goes on where it was."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from spyrium_ai.analysis.rollout.continuation import Continuation, GameEnd
from spyrium_ai.analysis.rollout.race import ROUND, Race
from spyrium_ai.analysis.rollout.standing import LEAST, Ends, Standing
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

MOST = 2000


class Coin:
    """In place of a continuation: each move wins its own share of the rollouts, for seat 1.

    Rollouts with equal numbers have equal luck, as equal deals give it.
    """

    def __init__(self, shares: Mapping[str, float], stop: StopFlag | None = None, most: int = 0):
        self.shares = shares
        self.stop = stop
        self.most = most
        self.played: list[tuple[str, int]] = []

    def play(self, _position: Position, move: str, number: int) -> GameEnd | None:
        if self.stop is not None and len(self.played) == self.most:
            self.stop.set()
            return None
        self.played.append((move, number))
        luck = random.Random(number).random()
        is_won = luck < self.shares[move]
        return GameEnd((1.0, 0.0) if is_won else (0.0, 1.0), (30, 25) if is_won else (25, 30))


def race(
    coin: Coin, ends: Ends | None = None, stop: StopFlag | None = None, resolution: float = 0.01
) -> Standing:
    standing = Standing(1, tuple(coin.shares), MOST, {} if ends is None else ends)
    lefts: list[int] = []
    running = Race(Position.start(2), standing, resolution)
    running.run(
        [cast("Continuation", coin)],
        stop or StopFlag(),
        lambda *_: None,
        lambda: lefts.append(running.left),
    )
    assert lefts == sorted(lefts, reverse=True)
    return standing


def test_a_move_that_is_surely_worse_gets_no_more_rollouts() -> None:
    coin = Coin({"good": 0.7, "bad": 0.2})
    good, bad = race(coin).moves_in_order()
    assert (good.move, good.verdict) == ("good", "best")
    assert (bad.move, bad.verdict) == ("bad", "worse")
    assert LEAST <= bad.rollouts < 200
    assert bad.behind is not None
    assert bad.behind.low > 0
    assert bad.points_behind is not None
    assert bad.points_behind.mean == 10 * bad.behind.mean  # a margin of 5 for or against


def test_the_last_two_race_on_when_the_third_is_out() -> None:
    standing = race(Coin({"good": 0.7, "close": 0.66, "bad": 0.1}))
    count = {one.move: one.rollouts for one in standing.moves_in_order()}
    assert count["good"] == count["close"] > count["bad"]


def test_equal_moves_end_the_race_within_the_resolution() -> None:
    standing = race(Coin({"one": 0.5, "other": 0.5}), resolution=0.02)
    _, other = standing.moves_in_order()
    assert other.verdict == "open"
    assert other.rollouts < MOST
    assert other.behind is not None
    assert abs(other.behind.low) <= 0.02 >= other.behind.high


def test_moves_not_told_apart_end_at_the_number_of_games() -> None:
    standing = race(Coin({"one": 0.5, "other": 0.501}), resolution=0)
    assert {one.rollouts for one in standing.moves_in_order()} == {MOST}


def test_a_single_move_gets_no_more_than_the_least_rollouts() -> None:
    (only,) = race(Coin({"only": 0.5})).moves_in_order()
    assert (only.rollouts, only.verdict) == (LEAST, "best")


def test_an_interrupted_race_ends_as_a_whole_one() -> None:
    shares = {"good": 0.6, "close": 0.5, "bad": 0.3}
    whole = race(Coin(shares))
    ends: Ends = {}
    stop = StopFlag()
    first = Coin(shares, stop, 5 * ROUND + 7)
    race(first, ends, stop)
    assert set(ends) == set(first.played)
    second = Coin(shares)
    assert race(second, ends).moves_in_order() == whole.moves_in_order()
    assert not set(first.played) & set(second.played)


def test_a_move_without_rollouts_has_no_place() -> None:
    stop = StopFlag()
    stop.set()
    assert race(Coin({"one": 0.5, "other": 0.5}), stop=stop).moves_in_order() == []
