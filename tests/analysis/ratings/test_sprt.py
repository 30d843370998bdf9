from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binom
from support.sprt_error_rates import Deals, simulate

from spyrium_ai.analysis.elo import expected_score
from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.analysis.ratings.sprt import Sprt, SprtPlan, Verdict, log_likelihood_ratio
from spyrium_ai.util.errors import UsageError

NAMES = ("new", "other", "old")


def plan(elo0: float = 0, elo1: float = 50) -> SprtPlan:
    return SprtPlan((0, 2), elo0, elo1)


def won(block: int, *entrants: int) -> Outcome:
    """Return a game in which these players ended in their order."""
    shares = (Fraction(1), *[Fraction(0)] * (len(entrants) - 1))
    return Outcome(block, block, entrants, tuple((s,) for s in range(len(entrants))), shares)


def level(block: int) -> Outcome:
    return Outcome(block, block, (0, 2), ((0, 1),), (Fraction(1, 2),) * 2)


def void(block: int) -> Outcome:
    return Outcome(block, block, (0, 2), (), ())


def played(results: Sequence[float], asked: SprtPlan) -> Sprt:
    """Return a test after blocks of two games, each half as many won as the figure says."""
    games = {0: [(2, 0), (2, 0)], 0.5: [(0, 2), (2, 0)], 1: [(0, 2), (0, 2)]}
    test = Sprt(asked)
    for number, result in enumerate(results, 1):
        test.add([won(number, *entrants) for entrants in games[result]])
    return test


def likeliest(weights: Mapping[float, float], mean: float) -> float:
    """Return the greatest log-likelihood of distributions with the mean, by another method."""
    values, counts = np.array(list(weights)), np.array(list(weights.values()))
    found = minimize(
        lambda chances: -(counts @ np.log(chances)) / counts.sum(),
        np.full(len(values), 1 / len(values)),
        jac=lambda chances: -counts / chances / counts.sum(),
        bounds=[(1e-9, 1)] * len(values),
        constraints=[
            {"type": "eq", "fun": lambda chances: chances.sum() - 1},
            {"type": "eq", "fun": lambda chances: chances @ values - mean},
        ],
        options={"ftol": 1e-14, "maxiter": 1000},
        method="SLSQP",
    )
    assert found.success
    return float(-found.fun * counts.sum())


@pytest.mark.parametrize(
    "weights",
    [
        {0: 3, 1: 5},
        {0: 1, 0.25: 4, 0.5: 10, 0.75: 6, 1: 2},
        {0: 1, 1 / 6: 1, 1 / 3: 7, 1 / 2: 12, 2 / 3: 9, 1: 3},
        {0: 0.97, 0.5: 40, 1: 1.03},
    ],
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 50), (-100, 20), (150, 300)])
def test_the_ratio_is_that_of_the_greatest_likelihoods(
    weights: Mapping[float, float], elo0: float, elo1: float
) -> None:
    means = expected_score(elo0), expected_score(elo1)
    reference = likeliest(weights, means[1]) - likeliest(weights, means[0])
    assert log_likelihood_ratio(weights, *means) == pytest.approx(reference, abs=1e-3)


def test_with_wins_and_losses_only_it_is_that_of_coins() -> None:
    by_hand = 7 * math.log(0.64 / 0.5) + 4 * math.log(0.36 / 0.5)
    assert log_likelihood_ratio({0: 4, 1: 7}, 0.5, 0.64) == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        # What testers of chess engines get, for games (cutechess) and for pairs (fastchess).
        ((759, 1863, 880), 0, 5, 2.95),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ],
)
def test_it_is_the_ratio_known_from_chess(
    counts: Sequence[int], elo0: float, elo1: float, published: float
) -> None:
    weights = {i / (len(counts) - 1): count for i, count in enumerate(counts)}
    found = log_likelihood_ratio(weights, expected_score(elo0), expected_score(elo1))
    assert found == pytest.approx(published, abs=0.005)


blocks = st.lists(st.sampled_from([0, 0.5, 1]), max_size=8)


@given(blocks)
def test_more_wins_speak_for_h1_and_more_losses_for_h0(results: list[float]) -> None:
    lost, now, more = (played([*results, *new], plan()).llr for new in ([0], [], [1]))
    assert lost < now < more


@given(blocks, st.sampled_from([(0, 0.5), (0.5, 1)]))
def test_a_better_block_speaks_for_h1(results: list[float], change: tuple[float, float]) -> None:
    worse, better = (played([*results, one], plan()).llr for one in change)
    assert worse < better


@given(blocks)
def test_seen_from_the_other_player_it_is_the_other_way_round(results: list[float]) -> None:
    mirrored = played([1 - result for result in results], plan(-50, 0))
    assert mirrored.llr == pytest.approx(-played(results, plan()).llr, abs=1e-9)


@pytest.mark.parametrize(("elo1", "first"), [(50, 20), (100, 9), (200, 5)])
def test_a_few_blocks_decide_nothing(elo1: float, first: int) -> None:
    """Since a better block always speaks for H1, those that agree decide the earliest."""
    earliest = min(played([result] * 100, plan(0, elo1)).blocks for result in (0, 1))
    assert earliest == first


@pytest.mark.parametrize(("result", "verdict"), [(0, "H0"), (0.5, "H0"), (1, "H1")])
def test_many_blocks_that_agree_decide(result: float, verdict: str) -> None:
    test = played([result] * 100, plan())
    assert test.verdict == verdict
    assert 10 < test.blocks < 50


def test_after_the_decision_nothing_changes() -> None:
    decided = played([1] * 100, plan())
    low, high = decided.plan.bounds
    assert -low == pytest.approx(high)
    assert high == pytest.approx(math.log(19))
    assert decided.decided_at == decided.blocks
    assert played([1] * (decided.blocks - 1), plan()).llr < high <= decided.llr
    before = decided.as_data(NAMES)
    decided.add([won(101, 2, 0)])
    assert decided.as_data(NAMES) == before


def test_blocks_without_both_players_are_passed_over() -> None:
    test = Sprt(plan())
    test.add([won(1, 0, 1), won(1, 1, 0)])
    test.add([void(2), void(2)])
    assert (test.blocks, test.llr, test.score) == (0, 0, None)
    for number in range(3, 203, 2):
        test.add([won(number, 0, 1, 2)])
        test.add([won(number + 1, 1, 2)])
    assert test.verdict == "H1"
    assert test.decided_at == 2 * test.blocks + 1


def test_a_block_counts_as_the_mean_of_its_games_that_are_not_void() -> None:
    test = Sprt(plan())
    test.add([won(1, 0, 1, 2), won(1, 1, 0, 2), won(1, 2, 1, 0)])
    assert test.score == pytest.approx(2 / 3)
    test = Sprt(plan())
    test.add([won(1, 0, 2), level(1), void(1)])
    assert test.score == pytest.approx(3 / 4)


def test_several_others_count_by_the_mean_of_those_that_played() -> None:
    test = Sprt(SprtPlan((0, 1, 2), 0, 50))
    test.add([won(1, 1, 0, 2), won(1, 0, 2, 1), won(1, 2, 0)])
    assert test.score == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert test.text(("new", "old", "older")).splitlines()[0].endswith("new than the others?")
    test.add([won(2, 1, 2)])
    assert test.blocks == 1


DUEL = Deals(seats=2, seat=1, suit=1, ties=0.05)
TABLE = Deals(seats=3, seat=1.5, suit=0.5, ties=0.05)


@pytest.mark.parametrize("deals", [DUEL, TABLE])
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (100, "H0")])
def test_it_is_wrong_as_often_as_it_says(deals: Deals, elo: float, wrong: Verdict) -> None:
    """Deals move the games of a block together; the difference over all deals is the one tested."""
    asked = SprtPlan((0, 1), 0, 100, alpha=0.1, beta=0.1)
    verdicts = [simulate(asked, deals, elo, seed).verdict for seed in range(200)]
    assert "undecided" not in verdicts
    # More would happen by chance in one of a thousand such tests that are wrong in 10 %.
    assert 1 <= verdicts.count(wrong) <= binom.ppf(0.999, 200, 0.1)


def test_between_the_hypotheses_either_is_found_and_later() -> None:
    asked = SprtPlan((0, 1), 0, 100, alpha=0.1, beta=0.1)
    between, at = ([simulate(asked, DUEL, elo, s) for s in range(60)] for elo in (50, 100))
    h1 = sum(test.verdict == "H1" for test in between)
    assert 15 < h1 < 45
    assert sum(test.blocks for test in between) > sum(test.blocks for test in at)


def test_what_it_says_of_an_end() -> None:
    test = played([1, 0.5] * 100, plan())
    assert test.text(NAMES).splitlines() == [
        "SPRT: how much stronger is new than old?",
        "H0: at most 0 Elo (alpha 0.05)",
        "H1: at least 50 Elo (beta 0.05)",
        f"H1 after {test.blocks} deal sets: LLR {test.llr:.2f}, H0 at -2.94, H1 at 2.94",
        "new was above old in 76.0 % (a tie is half), or +200 Elo",
        "A test stops at an extreme, so this figure is biased: measure it in new games.",
    ]
    data = test.as_data(NAMES)
    assert data["players"] == ["new", "old"]
    assert (data["verdict"], data["decided_at"]) == ("H1", test.blocks)
    assert (data["elo0"], data["elo1"], data["alpha"], data["beta"]) == (0, 50, 0.05, 0.05)
    assert (data["score"], data["elo"]) == (0.76, pytest.approx(200.2, abs=0.1))


def test_what_it_says_while_it_is_undecided() -> None:
    assert "undecided after 0 deal sets: LLR 0.00" in Sprt(plan()).text(NAMES)
    test = played([1], plan())
    lines = test.text(NAMES).splitlines()
    assert lines[3].startswith("undecided after 1 deal set: ")
    assert lines[4:] == [
        "new was above old in 100.0 % (a tie is half)",
        "Neither is shown: undecided does not mean that the players are equal.",
    ]
    data = test.as_data(NAMES)
    assert (data["verdict"], data["decided_at"], data["elo"]) == ("undecided", None, None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": (1, 1)}, "two different players"),
        ({"players": (1, 2, 1)}, "two different players"),
        ({"players": (1,)}, "two different players"),
        ({"elo1": 0}, "elo0 0 is not below elo1 0"),
        ({"elo0": math.nan}, "elo0 nan is not below"),
        ({"elo1": 1e-14}, "elo1 is less than 0.001 above elo0"),
        ({"alpha": 0}, "alpha 0 is not between 0 and 0.5"),
        ({"beta": 0.5}, "beta 0.5 is not between"),
    ],
)
def test_a_plan_that_makes_no_sense_is_told(change: dict[str, object], message: str) -> None:
    good: dict[str, object] = {"players": (0, 1), "elo0": 0, "elo1": 10}
    with pytest.raises(UsageError, match=f"sprt: .*{message}"):
        SprtPlan(**{**good, **change})  # type: ignore[arg-type]
