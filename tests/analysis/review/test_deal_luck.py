"""The luck of a deal: sums to nothing, and is nothing on average, whoever judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from support.scripted_judges import OpinionatedJudge

from spyrium_ai.analysis.review.deal_luck import deal_review
from spyrium_ai.analysis.review.game_review import DealReview
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.analysis.review.reviewer import Depth
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player

DEPTH = Depth.of_nodes(100)


def first_deal(
    players: int, seed: int, depth: Depth = DEPTH, judge: Judge | None = None
) -> DealReview:
    """Return the luck of a setup with its deal."""
    start = Position.start(players)
    deals = chance_of(start, seed)
    return deal_review(start, deals, judge or OpinionatedJudge(), depth, len(deals))


def chance_of(position: Position, seed: int) -> list[str]:
    """Return what a dealer decides from here on, until a player does."""
    dealer = Dealer(position.players, seed)
    after, deals = position.copy(), []
    while after.is_chance:
        deals.append(dealer.deal(after))
        after.apply(deals[-1])
    return deals


def later_deal(seed: int) -> tuple[Position, list[str]]:
    """Return the position before the second deal of a game, and the deal."""
    position = Position.start(2)
    dealer = Dealer(2, seed)
    while position.turn < 2 or not position.is_chance:
        if position.is_chance:
            position.apply(dealer.deal(position))
        else:
            position.apply(position.legal()[-1])
    return position, [dealer.deal(position)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_luck_is_what_came_less_what_could_have_come(players: int) -> None:
    found = first_deal(players, 1)
    assert (found.ply, found.turn, found.samples) == (2, 1, 24)
    for luck, came, mean in zip(found.luck, found.shares, found.mean, strict=True):
        assert luck == pytest.approx(came - mean)
    assert sum(found.luck) == pytest.approx(0)
    assert sum(found.mean) == pytest.approx(1)
    assert 0 < found.luck_error < 0.2


def check_mean(lucks: Sequence[float], least_error: float) -> None:
    """Fail if the mean is farther from 0 than chance explains, or never far from it."""
    mean = sum(lucks) / len(lucks)
    error = (sum((luck - mean) ** 2 for luck in lucks) / len(lucks) ** 2) ** 0.5
    assert error > least_error
    assert abs(mean) < 3 * error


@pytest.mark.parametrize("is_first", [True, False])
def test_luck_is_nothing_on_average(is_first: bool) -> None:
    """The deal that came is one draw among the others, so its luck is as often bad as good."""
    lucks, few = [], replace(DEPTH, samples=6)
    for seed in range(400):
        if is_first:
            found = first_deal(2, seed, few)
        else:
            before, deals = later_deal(seed)
            found = deal_review(before, deals, OpinionatedJudge(), few, 9)
        lucks.append(found.luck[0])
    check_mean(lucks, 0.01)


def test_luck_is_nothing_on_average_for_an_engine() -> None:
    judge = Judge(parse_player("mcts"))
    try:
        few = replace(DEPTH, deals=SearchLimits(nodes=10), samples=4)
        lucks = [first_deal(2, seed, few, judge).luck[0] for seed in range(60)]
    finally:
        judge.close()
    check_mean(lucks, 0.005)


def test_games_of_one_beginning_have_samples_of_their_own() -> None:
    means = [first_deal(2, seed).mean for seed in range(4)]
    assert all(one != other for one, other in pairwise(means))


def test_equal_questions_have_equal_answers() -> None:
    assert first_deal(3, 1) == first_deal(3, 1)
    before, deals = later_deal(1)
    reviews = [deal_review(before, deals, OpinionatedJudge(), DEPTH, 9) for _ in range(2)]
    assert reviews[0] == reviews[1]
    assert reviews[0].turn == 2


def test_the_limits_are_those_of_deals() -> None:
    judge = OpinionatedJudge()
    start = Position.start(2)
    deal_review(start, chance_of(start, 1), judge, DEPTH, 2)
    assert [limits for _, limits in judge.asked] == [DEPTH.deals] * 25
