from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.schedule import GamePlan, schedule
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.schedule import Schedule


def event(players: int, seats: int = 2, deals: int = 3, **more: object) -> Event:
    """Return an event of so many players."""
    specs = parse_players(["random"] * players)
    return Event(specs, seats=seats, deals=deals, seed=4, **more)  # type: ignore[arg-type]


def games(schedule: Schedule) -> list[GamePlan]:
    return [schedule.plan(number) for number in range(1, schedule.known + 1)]


def outcomes(plans: list[GamePlan]) -> list[Outcome]:
    """Return a block in which the entrant with the lowest number wins every game."""
    return [
        Outcome(
            plan.game,
            plan.block,
            plan.entrants,
            order=tuple(
                (seat,) for seat in sorted(range(len(plan.entrants)), key=plan.entrants.__getitem__)
            ),
            shares=tuple(Fraction(each == min(plan.entrants)) for each in plan.entrants),
        )
        for plan in plans
    ]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_table_plays_the_games_of_a_match(seats: int) -> None:
    one = Schedule(event(seats, seats, deals=4))
    assert games(one) == list(schedule(seats, 4, seed=4))
    assert (one.blocks, one.total, one.known) == (4, 4 * seats, 4 * seats)


def test_a_round_robin_has_every_table_as_often_with_everybody_in_every_seat() -> None:
    plans = games(Schedule(event(5, 3, deals=2)))
    assert [plan.game for plan in plans] == list(range(1, 61))
    assert len({plan.id for plan in plans}) == len(plans)
    tables = Counter(frozenset(plan.entrants) for plan in plans)
    assert len(tables) == 10
    assert set(tables.values()) == {6}
    seats = Counter((seat, who) for plan in plans for seat, who in enumerate(plan.entrants))
    assert set(seats.values()) == {12}


def test_a_block_is_one_deal_from_all_rotations() -> None:
    plans = games(Schedule(event(4, 3, deals=2)))
    blocks = [plans[i : i + 3] for i in range(0, len(plans), 3)]
    assert len({block[0].seed for block in blocks}) == len(blocks)
    for number, block in enumerate(blocks, 1):
        assert {plan.block for plan in block} == {number}
        assert len({plan.seed for plan in block}) == 1
        for seat in range(3):
            assert len({plan.entrants[seat] for plan in block}) == 3


def test_the_second_deal_of_a_table_is_seated_the_other_way_round() -> None:
    plans = games(Schedule(event(4, 3, deals=2)))
    for first, second in zip(plans[:12:3], plans[12::3], strict=True):
        a, b, c = first.entrants
        assert second.entrants in {(c, b, a), (b, a, c), (a, c, b)}


@pytest.mark.parametrize("shape", [{"players": 4}, {"players": 5, "seats": 4}])
def test_a_longer_event_begins_with_the_games_of_a_shorter_one(shape: dict[str, int]) -> None:
    short = games(Schedule(event(**shape, deals=2)))
    long = games(Schedule(event(**shape, deals=5)))
    assert long[: len(short)] == short


def test_in_a_ladder_neighbours_meet_from_every_seat() -> None:
    plans = games(Schedule(event(4, deals=2, format="ladder")))
    assert Counter(frozenset(plan.entrants) for plan in plans) == {
        frozenset({lower, lower + 1}): 4 for lower in range(3)
    }


def test_a_gauntlet_has_a_challenger_at_every_table() -> None:
    plans = games(Schedule(event(5, 3, deals=1, format="gauntlet", challengers=(1, 4))))
    assert plans
    assert all(len({1, 4} & set(plan.entrants)) == 1 for plan in plans)


def test_games_outside_the_event_have_no_plan() -> None:
    one = Schedule(event(3, deals=1))
    for number in (0, -1, one.total + 1):
        with pytest.raises(IndexError):
            one.plan(number)


def test_a_swiss_round_is_known_when_the_one_before_is_finished() -> None:
    swiss = Schedule(event(5, deals=2, format="swiss", rounds=3))
    assert (swiss.blocks, swiss.total, swiss.known) == (12, 24, 8)
    for number in range(1, 13):
        assert swiss.known == 8 * (1 + (number - 1) // 4)
        swiss.add(outcomes([swiss.plan(2 * number - 1), swiss.plan(2 * number)]))
    assert swiss.known == swiss.total
    assert [part.first for part in swiss.rounds] == [1, 5, 9]
    met = Counter(frozenset(plan.entrants) for plan in games(swiss))
    assert set(met.values()) == {4}  # nobody has met anybody in two rounds


def test_swiss_rounds_follow_from_the_results() -> None:
    base = event(6, deals=1, format="swiss", rounds=2)
    first, second, other = Schedule(base), Schedule(base), Schedule(replace(base, seed=5))
    assert games(first) == games(second)
    assert games(first) != games(other)
    for number in (1, 3, 5):
        plans = [first.plan(number), first.plan(number + 1)]
        first.add(outcomes(plans))
        lost = [
            replace(game, shares=game.shares[::-1], order=game.order[::-1])
            for game in outcomes(plans)
        ]
        second.add(lost)
    assert games(first)[:6] == games(second)[:6]
    winners = {min(plan.entrants) for plan in games(first)[:6]}
    top = [set(plan.entrants) & winners for plan in games(first)[6:]]
    assert any(len(pair) == 2 for pair in top)
