from __future__ import annotations

from dataclasses import replace

import pytest
from support.scripted_players import Scripted, game, spread

from spyrium_ai.analysis.ratings.match_tally import MatchTally
from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.match.records.record import GameRecord

NAMES = ("a", "b")
PLAN = SprtPlan((0, 1), elo0=0, elo1=400, alpha=0.2, beta=0.2)


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Give the games of 20 deal sets, all won by `a`."""
    record = game(Scripted(), Scripted(spread)).play()
    found = []
    for number in range(1, 41):
        names = NAMES if number % 2 else NAMES[::-1]
        seats = tuple(replace(record.seats[0], name=name) for name in names)
        winner = names.index("a") + 1
        block = (number + 1) // 2
        found.append(replace(record, game=number, block=block, seats=seats, winners=(winner,)))
    return found


def test_the_test_decides_and_later_games_do_not_count(games: list[GameRecord]) -> None:
    tally = MatchTally(NAMES, PLAN)
    played = 0
    while not tally.is_decided:
        tally.add(games[played])
        played += 1
    decided = tally.as_data()
    assert decided["sprt"]["verdict"] == "H1"
    assert decided["blocks"] == decided["sprt"]["blocks"] == decided["sprt"]["decided_at"]
    tally.add(games[played])
    tally.add(games[played + 1])
    assert tally.as_data() == {**decided, "finished": played + 2}


def test_the_order_in_which_games_end_changes_nothing(games: list[GameRecord]) -> None:
    late, in_order = MatchTally(NAMES, PLAN), MatchTally(NAMES, PLAN)
    for record in games:
        in_order.add(record)
    for record in (*games[2:], *games[:2]):
        late.add(record)
    assert late.as_data() == in_order.as_data()


def test_without_a_test_every_whole_deal_set_counts(games: list[GameRecord]) -> None:
    tally = MatchTally(NAMES)
    for record in games[:5]:
        tally.add(record)
    data = tally.as_data()
    assert (data["games"], data["finished"], data["sprt"]) == (4, 5, None)
    assert data["pair"]["deal_sets"] == [0, 0, 0, 0, 2]
    assert not tally.is_decided
