from __future__ import annotations

from dataclasses import replace

import pytest
from crews import InProcess

from spyrium_ai.limits import SeriesLimits
from spyrium_ai.players import parse_players
from spyrium_ai.records import GameRecord
from spyrium_ai.schedule import schedule
from spyrium_ai.terms import Terms
from spyrium_ai.tournament.agreement import differences

TERMS = Terms(parse_players(["random:seed=3", "uct"]), SeriesLimits(nodes=7))
PLANS = list(schedule(2, 2, seed=5))


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give the second game of the schedule, with uct in seat 1."""
    return next(InProcess(TERMS).play(PLANS[1:]))


def test_a_game_agrees_with_its_plan(record: GameRecord) -> None:
    assert differences(record, PLANS[1], TERMS) == []


def test_another_game_of_the_schedule(record: GameRecord) -> None:
    found = differences(record, PLANS[0], TERMS)
    assert found[0] == "the id is '1.2' instead of '1.1'"
    assert "the player in seat 1 is 'uct' instead of 'random:seed=3'" in found
    assert not any("deal" in text for text in found)
    assert any("the seed of the deal" in text for text in differences(record, PLANS[2], TERMS))


@pytest.mark.parametrize(
    ("terms", "difference"),
    [
        (replace(TERMS, policy="void"), "what a fault means is 'forfeit' instead of 'void'"),
        (
            replace(TERMS, limits=SeriesLimits(movetime=9)),
            "the limit of uct is 'nodes 7' instead of 'movetime 9'",
        ),
        (
            Terms(
                (replace(TERMS.players[0], options=(("seed", "4"),)), TERMS.players[1]),
                TERMS.limits,
            ),
            "the set of options of random:seed=3 is seed=3 instead of seed=4",
        ),
        (
            Terms((TERMS.players[0], replace(TERMS.players[1], text="mcts")), TERMS.limits),
            "what uct stands for is 'uct' instead of 'mcts'",
        ),
    ],
)
def test_other_terms(record: GameRecord, terms: Terms, difference: str) -> None:
    assert difference in differences(record, PLANS[1], terms)


def test_other_seeds_and_numbers_of_players(record: GameRecord) -> None:
    (text,) = differences(record, replace(PLANS[1], player_seeds=(1, 2)), TERMS)[:1]
    assert text.startswith("the seed of uct is ")
    plan = replace(PLANS[1], entrants=(1, 0, 1), player_seeds=(1, 2, 3))
    assert "the number of players is 2 instead of 3" in differences(record, plan, TERMS)
