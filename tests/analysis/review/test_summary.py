"""The summary of a player: what counts, over what, and how sure it is."""

from __future__ import annotations

import random

import pytest
from support.plain_reviews import deal, decision, review

from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.analysis.review.summary import PlayerSummary, player_summaries


def summary_of(player: str, *reviews: GameReview) -> PlayerSummary:
    return next(one for one in player_summaries(reviews) if one.player == player)


def test_forced_moves_count_in_their_class_alone() -> None:
    anna = summary_of("anna", review([decision(loss=0.06), decision(), decision(legal=1)]))
    assert (anna.games, anna.losses.decisions) == (1, 2)
    assert anna.losses.mean == pytest.approx(0.03)
    assert anna.losses.points == pytest.approx(0.3)
    assert anna.losses.classes == {"forced": 1, "none": 1, "small": 0, "error": 1, "blunder": 0}
    assert anna.losses.bad == 1


def test_losses_belong_to_the_player_in_the_seat() -> None:
    first = review([decision(1, 0.1), decision(2, 0.02)])
    second = review([decision(1, 0.04)], players=("ben", "carla"))
    found = {one.player: one for one in player_summaries([first, second])}
    assert list(found) == ["ben", "anna", "carla"]
    assert {name: one.games for name, one in found.items()} == {"anna": 1, "ben": 2, "carla": 1}
    assert found["anna"].losses.mean == pytest.approx(0.1)
    assert found["ben"].losses.mean == pytest.approx(0.03)
    assert (found["carla"].losses.decisions, found["carla"].interval) == (0, (0.0, 1.0))


def test_losses_by_turn_and_by_kind() -> None:
    made = [decision(turn=1, loss=0.2), decision(turn=6, loss=0.1, kind="event")]
    made += [decision(turn=6, kind="passing", legal=1)]
    anna = summary_of("anna", review(made))
    assert {turn: part.mean for turn, part in anna.by_turn.items()} == {1: 0.2, 6: 0.1}
    assert {kind: part.bad for kind, part in anna.by_kind.items()} == {
        "placing": 1,
        "event": 1,
        "passing": 0,
    }
    assert anna.by_kind["passing"].classes["forced"] == 1


def test_points_are_those_of_the_decisions_that_have_them() -> None:
    made = [decision(loss=0.1, loss_points=3), decision(loss=0.1, loss_points=None)]
    assert summary_of("anna", review(made)).losses.points == 3
    assert summary_of("anna", review(made[1:])).losses.points is None


def test_luck_is_summed_over_deals_and_games() -> None:
    lucky = review([], [deal(1, (0.1, -0.1)), deal(2, (0.05, -0.05))])
    anna = summary_of("anna", lucky, review([], [deal(1, (-0.05, 0.05))]))
    assert anna.luck == pytest.approx(0.1)
    assert anna.mean_luck == pytest.approx(0.05)


def test_one_game_is_spread_over_its_turns() -> None:
    losses = {1: 0.0, 2: 0.02, 3: 0.04, 4: 0.02}
    made = [decision(turn=turn, loss=loss) for turn, loss in losses.items() for _ in range(20)]
    low, high = summary_of("anna", review(made)).interval
    # Student's t with 3 degrees of freedom: 3.18 * 0.0163 / 2
    assert low == 0
    assert high == pytest.approx(0.02 + 0.026, abs=0.0002)


def games_of_one_player(seed: int, games: int) -> list[GameReview]:
    """Return games in which all losses of a game are alike: there are only so many values."""
    draw = random.Random(seed)
    levels = [draw.uniform(0, 0.1) for _ in range(games)]
    return [review([decision(loss=level)] * draw.randint(20, 60)) for level in levels]


def test_the_interval_counts_games_and_not_decisions() -> None:
    intervals = [summary_of("anna", *games_of_one_player(i, 12)).interval for i in range(200)]
    assert sum(low <= 0.05 <= high for low, high in intervals) >= 0.9 * 200
