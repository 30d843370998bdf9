from __future__ import annotations

from dataclasses import replace

import pytest

from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.schedule import Schedule
from spyrium_ai.tournament.warnings import lasting_warnings, warnings_before

NODES = TimeControl(nodes=5)
FOUR = Event(parse_players(["mcts", "uct", "heuristic", "random"]), NODES, deals=7)


def warned(event: Event) -> list[str]:
    return warnings_before(event, Schedule(event).rounds[0].tables)


def test_nothing_where_all_is_well() -> None:
    assert warned(FOUR) == []
    assert warned(replace(FOUR, seats=3)) == []
    assert warned(replace(FOUR, format="swiss", rounds=3)) == []


def test_names_that_were_given_twice() -> None:
    event = replace(FOUR, players=parse_players(["random"] * 3), deals=10, shared_names=("random",))
    assert warned(event) == [
        "several players are named random: they are numbered, random#1, random#2, random#3"
    ]


@pytest.mark.parametrize(
    ("players", "seats", "most"), [(4, 2, 3), (5, 2, 5), (9, 3, 4), (2, 2, 1), (7, 3, 3)]
)
def test_rounds_in_which_players_must_meet_again(players: int, seats: int, most: int) -> None:
    field = parse_players(["random"] * players)
    event = Event(field, NODES, format="swiss", seats=seats, rounds=most, deals=20)
    assert warned(event) == []
    (warning,) = warned(replace(event, rounds=most + 1))
    assert warning.startswith(
        f"rounds = {most + 1} with {players} players at tables of {seats}: "
        f"after at most {most} round"
    )


def test_few_blocks() -> None:
    (warning,) = warned(replace(FOUR, deals=6))
    assert warning == (
        "fewer than 20 deal sets, so intervals will be rough: "
        "mcts 18, uct 18, heuristic 18, and 1 more"
    )
    few, _ = warned(replace(FOUR, format="gauntlet", challengers=(1,), deals=10))
    assert few.endswith("rough: mcts 10, heuristic 10, random 10")
    (swiss,) = warned(replace(FOUR, format="swiss", rounds=2, deals=9))
    assert "mcts 18" in swiss


def test_players_that_never_meet() -> None:
    (one,) = warned(replace(FOUR, format="gauntlet", challengers=(1,), deals=20))
    assert one == (
        "never meet and are compared only through others: "
        "mcts and heuristic; mcts and random; heuristic and random"
    )
    (two,) = warned(replace(FOUR, format="gauntlet", challengers=(0, 1), deals=20))
    assert two.endswith("others: mcts and uct; heuristic and random")
    assert warned(replace(FOUR, format="gauntlet", challengers=(0,), seats=3, deals=20)) == []


def test_unequal_limits_at_one_table() -> None:
    (warning,) = warned(replace(FOUR, players=parse_players(["mcts:nodes=9", "uct"]), deals=20))
    assert warning == "players of one table have unequal limits: mcts:nodes=9 nodes 9; uct nodes 5"
    equal = parse_players(["mcts:nodes=5", "uct"])
    assert warned(replace(FOUR, players=equal, deals=20)) == []


@pytest.mark.parametrize("own", [False, True])
def test_no_limits(own: bool) -> None:
    players = parse_players(["mcts:nodes=9" if own else "mcts", "uct"])
    event = replace(FOUR, players=players, limits=TimeControl(), deals=20)
    first, *rest = warned(event)
    names = "uct" if own else "mcts, uct"
    assert first == f"no limits for {names}: each player takes its default time"
    assert lasting_warnings(event) == [first]
    assert len(rest) == own
    if own:
        assert rest[0].endswith("mcts:nodes=9 nodes 9; uct none")


@pytest.mark.parametrize(
    ("players", "seats", "rounds", "needed"),
    [(4, 2, 1, 2), (5, 2, 2, 3), (9, 3, 1, 2), (10, 3, 2, 3), (4, 2, 2, 0), (9, 3, 2, 0)],
)
def test_few_rounds(players: int, seats: int, rounds: int, needed: int) -> None:
    field = parse_players(["random"] * players)
    event = Event(field, NODES, format="swiss", seats=seats, rounds=rounds, deals=20)
    found = warned(event)
    assert found == lasting_warnings(event)
    expected = (
        f"rounds = {rounds} with {players} players: several can win all their games; "
        f"at least {needed} rounds are needed for a single winner"
    )
    assert found == ([expected] if needed else [])
