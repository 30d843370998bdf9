from __future__ import annotations

from dataclasses import replace

import pytest
from support.fake_runners import InProcess

from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import schedule
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.resume_check import differences

TERMS = MatchSettings(parse_players(["random:seed=3", "uct"]), TimeControl(nodes=7))
PLANS = list(schedule(2, 2, seed=5))


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give the second game of the schedule, with uct in seat 1."""
    return next(InProcess(TERMS).play(PLANS[1:]))


def test_a_game_agrees_with_its_plan(record: GameRecord) -> None:
    assert differences(record, PLANS[1], TERMS) == []


def test_another_game_of_the_schedule(record: GameRecord) -> None:
    found = differences(record, PLANS[0], TERMS)
    assert found[0] == "id: '1.2' in the game log, '1.1' in the event"
    assert "player in seat 1: 'uct' in the game log, 'random:seed=3' in the event" in found


@pytest.mark.parametrize(
    ("terms", "difference"),
    [
        (replace(TERMS, policy="void"), "on_fault: 'forfeit' in the game log, 'void' in the event"),
        (
            replace(TERMS, limits=TimeControl(movetime=9)),
            "limits of uct: 'nodes 7' in the game log, 'movetime 9' in the event",
        ),
        (
            MatchSettings(
                (replace(TERMS.players[0], options=(("seed", "4"),)), TERMS.players[1]),
                TERMS.limits,
            ),
            "options of random:seed=3: seed=3 in the game log, seed=4 in the event",
        ),
        (
            MatchSettings((TERMS.players[0], replace(TERMS.players[1], text="mcts")), TERMS.limits),
            "what uct stands for: 'uct' in the game log, 'mcts' in the event",
        ),
    ],
)
def test_other_terms(record: GameRecord, terms: MatchSettings, difference: str) -> None:
    assert difference in differences(record, PLANS[1], terms)


def test_other_seeds_and_numbers_of_players(record: GameRecord) -> None:
    another = ["it was played with another seed"]
    assert differences(record, replace(PLANS[1], player_seeds=(1, 2)), TERMS) == another
    assert differences(record, replace(PLANS[1], seed=1), TERMS) == another
    plan = replace(PLANS[1], entrants=(1, 0, 1), player_seeds=(1, 2, 3))
    assert "players: 2 in the game log, 3 in the event" in differences(record, plan, TERMS)
