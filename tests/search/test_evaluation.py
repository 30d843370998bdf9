"""The linear evaluation: exact at the end, monotonic in goods, and its weights."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from support.engine_cases import positions

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.evaluation import evaluate, margin_shares
from spyrium_ai.search.weights import FILE, load_weights, weights_of


def test_the_evaluation_is_exact_at_the_end() -> None:
    position = positions(3, seed=1, every=1)[-1]
    position.play_out(1)
    points, shares = evaluate(position.state, load_weights(3))
    assert tuple(points) == position.scores()
    assert tuple(shares) == pytest.approx(position.shares())


def test_the_evaluation_likes_goods() -> None:
    line = (
        "2 2 1 ? -,-,-,-,-,-,-,-,- -,-,-,-,-,-,-,-,-,-,-,- E7 - M2,W2,U1,Ar,Co,Lo,Au,Ca,Cr "
        "7.7.8/1.1.0 E1,E3,E4,E5,E6 I/-/0/4/1/3/3/3/-/W2/Cr/- I/-/3/2/1/2/3/3/-/U1/Au/-"
    )
    richer = (
        ("I/-/0/4/1", "I/-/0/9/1"),
        ("I/-/0/4/1", "I/-/0/4/4"),
        ("I/-/0/4/1/3/3/3", "I/-/0/4/1/3/4/4"),
        ("I/-/0/4/1/3", "I/-/0/4/1/4"),
        ("I/-/0/4", "I/-/6/4"),
    )
    before, _ = evaluate(Position.parse(line).state, load_weights(2))
    for poor, rich in richer:
        after, _ = evaluate(Position.parse(line.replace(poor, rich, 1)).state, load_weights(2))
        assert after[0] > before[0], rich
        assert after[1] == before[1], rich


@pytest.mark.parametrize(("money", "given_up"), [(9, 1), (14, 0)])
def test_a_building_takes_the_place_of_the_least_worthy_one(money: int, given_up: int) -> None:
    """Two seats' turn 6 is over but for a worker at F2: with £9 the old F1 or L1 makes room."""
    position = Position.parse(
        "2 6 1 2 En,Ge,F2,Fi.3,-,-,Ad,-,- -,-,-,-,-,-,-,-,2,-,-,- E6 E4 F2,L3,H1,H2,H3,En,Ge,Fi,Ad "
        "3.3.4/5.5.3 - P/-/39/10/0/4/5/5/wm/-/-/- "
        f"II/-/34/{money}/0/4/0/4/wm/F1*,L1*/-/-"
    )
    points, _ = evaluate(position.state, load_weights(2))
    assert points == [39, 34 + (4 + 1) + 5 - given_up]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_pass_that_is_forced_ends_a_turn_without_a_change_of_value(players: int) -> None:
    """Within a turn, too, the place in the order is that of the next turn."""
    weights, seen = load_weights(players), 0
    for position in positions(players, seed=1, every=1):
        after = position.copy()
        if [move.removeprefix("II:") for move in position.legal()] != ["pass"]:
            continue
        after.apply(position.legal()[0])
        if after.is_chance:
            seen += 1
            before, _ = evaluate(position.state, weights)
            assert evaluate(after.state, weights)[0] == pytest.approx(before, abs=1e-4)
    assert seen > 2


def test_weights_that_do_not_fit_the_features_are_refused() -> None:
    data = json.loads(resources.files("spyrium_ai.search.weights").joinpath(FILE).read_text())
    data["features"] -= 1
    with pytest.raises(ValueError, match="train again"):
        weights_of(data, 2)
    data["features"] += 1
    data["players"]["2"]["after"][3].pop()
    with pytest.raises(ValueError, match=r"after\[3\]: 43 entries instead of 44"):
        weights_of(data, 2)


def test_the_heuristic_beats_random() -> None:
    from spyrium_ai.tools.training.selfplay import play_game  # noqa: PLC0415 (next to its only use)

    wins = 0
    for seed in range(60):
        _, _, scores = play_game([load_weights(2), None], seed)
        wins += scores[0] > scores[1]
    assert wins >= 59


def test_a_margin_is_worth_what_the_end_of_a_game_is() -> None:
    weights = load_weights(2)
    shares = [margin_shares(margin, weights) for margin in range(-30, 31)]
    assert shares[30] == [0.5, 0.5]
    assert all(sum(both) == pytest.approx(1) for both in shares)
    firsts = [first for first, _ in shares]
    assert firsts == sorted(firsts)
    assert firsts[31] > 0.75
    assert firsts[-1] > 0.99
    assert margin_shares(7, weights) == margin_shares(-7, weights)[::-1]
