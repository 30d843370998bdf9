from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.fake_runners import InProcess, as_planned, reverse

from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.tournament import Tournament
from spyrium_ai.util.errors import HaltError, UsageError

ROBIN = Event(parse_players(["random"] * 3), TimeControl(nodes=1), deals=2, seed=1)
SWISS = Event(
    parse_players(["random"] * 5), TimeControl(nodes=1), deals=1, format="swiss", rounds=3, seed=1
)
TEST = replace(ROBIN, deals=40, sprt=SprtPlan((0, 2), elo0=0, elo1=400, alpha=0.2, beta=0.2))
EVENTS = pytest.mark.parametrize("event", [ROBIN, SWISS, TEST], ids=["robin", "swiss", "sprt"])


def run(path: Path, event: Event, crew: InProcess) -> Tournament:
    """Play as long as the crew does."""
    with Journal(path) as journal:
        tournament = Tournament(event, journal)
        played = [record.id for record in tournament.play(crew)]
        assert len(played) == len(set(played)) == tournament.games_done - tournament.resumed
        return tournament


def games(path: Path) -> dict[str, dict[str, Any]]:
    """Return the games on record by their ids, without the times."""
    found = {}
    for line in path.read_text().splitlines():
        data = json.loads(line)
        assert data["id"] not in found
        data["started"] = ""
        found[data["id"]] = data
    return found


@EVENTS
def test_an_event_is_played_whatever_the_order_and_the_number_at_a_time(
    event: Event, tmp_path: Path
) -> None:
    one, many = tmp_path / "one", tmp_path / "many"
    first = run(one, event, InProcess(event))
    second = run(many, event, InProcess(event, width=7, order=reverse))
    assert first.is_over
    assert second.is_over
    left = games(many)
    assert left.items() >= games(one).items()
    if event.sprt is None:
        assert left == games(one)
    # What is counted is the same, and so is what is made of it.
    with Journal(one) as a, Journal(many) as b:
        counted = [
            sorted((record.id, record.final) for record in Tournament(event, j).counted())
            for j in (a, b)
        ]
    assert counted[0] == counted[1]
    if first.sprt and second.sprt:
        assert vars(first.sprt) == vars(second.sprt)


@EVENTS
@pytest.mark.parametrize("order", [as_planned, reverse])
def test_an_event_that_is_cut_off_again_and_again_ends_the_same(
    event: Event, order: Callable[[list[GameRecord]], list[GameRecord]], tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(whole, event, InProcess(event))
    before: set[str] = set()
    for count in range(1, 100):
        crew = InProcess(event, width=3, order=order, limit=count)
        tournament = run(parts, event, crew)
        # Not one of the games that a run had before is played again.
        assert tournament.resumed == len(before)
        assert not before & set(crew.asked)
        before = set(games(parts))
        if tournament.is_over:
            break
        with parts.open("ab") as file:
            file.write(b'{"format":1,"program"')
    assert tournament.is_over
    assert games(parts).items() >= games(whole).items()
    if event.sprt is None:
        assert games(parts) == games(whole)


def test_a_finished_event_is_read_and_nothing_is_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(path, ROBIN, InProcess(ROBIN))
    crew = InProcess(ROBIN)
    tournament = run(path, ROBIN, crew)
    assert crew.asked == []
    assert tournament.resumed == tournament.games_done == tournament.games_total == 12
    assert tournament.blocks_done == tournament.blocks_total == 6
    assert tournament.standings.finished == 12


def test_an_event_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(path, ROBIN, InProcess(ROBIN))
    tournament = run(path, replace(ROBIN, deals=3), InProcess(ROBIN))
    assert (tournament.resumed, tournament.games_done) == (12, 18)


def test_games_that_are_lost_with_their_worker_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    crew = InProcess(ROBIN, width=2, lose=["1.2", "3.1", "6.2"])
    assert run(path, ROBIN, crew).is_over
    assert sorted(crew.asked) == sorted([*games(path), "1.2", "3.1", "6.2"])


def test_a_crew_that_plays_nothing_does_not_keep_the_event_for_ever(tmp_path: Path) -> None:
    class Idle(InProcess):
        def play(self, plans: object) -> Any:  # noqa: ARG002
            return iter(())

    with Journal(tmp_path / "games.jsonl") as journal, pytest.raises(HaltError):
        list(Tournament(ROBIN, journal).play(Idle(ROBIN)))


def test_the_test_ends_the_event(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    tournament = run(path, TEST, InProcess(TEST, width=9, order=reverse))
    assert tournament.sprt is not None
    decided = tournament.sprt.decided_at
    assert decided is not None
    assert decided < tournament.blocks_total
    with Journal(path) as journal:
        counted = [record.block for record in Tournament(TEST, journal).counted()]
    assert max(counted) == decided
    assert len(counted) == 2 * decided
    # Games that were under way are kept, and count for nothing.
    assert {record["block"] for record in games(path).values()} > set(counted)
    assert tournament.surplus == tournament.games_done - len(counted) > 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 2}, "line 1: game 1.1 is of another event; it was played with another seed"),
        (
            {"limits": TimeControl(nodes=2)},
            "limits of random#2: 'nodes 1' in the game log, 'nodes 2' in the event",
        ),
        ({"players": parse_players(["random", "uct", "random"])}, "in the game log, "),
        ({"deals": 1}, "line 7: game 4.1: the event now has only 3 deal sets"),
        ({"policy": "void"}, "on_fault: 'forfeit' in the game log, 'void' in the event"),
    ],
)
def test_the_journal_of_another_event_is_refused(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    run(path, ROBIN, InProcess(ROBIN))
    before = path.read_bytes()
    with Journal(path) as journal, pytest.raises(UsageError, match=words) as caught:
        Tournament(replace(ROBIN, **change), journal)
    assert "choose another folder, or resume with the settings it was begun with" in str(
        caught.value
    )
    assert path.read_bytes() == before


def test_a_game_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(path, ROBIN, InProcess(ROBIN, limit=2))
    path.write_bytes(path.read_bytes() + path.read_bytes())
    with (
        Journal(path) as journal,
        pytest.raises(UsageError, match=r"line 3: game 1\.1 appears twice"),
    ):
        Tournament(ROBIN, journal)


def test_a_swiss_game_of_a_round_that_cannot_have_begun_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(path, SWISS, InProcess(SWISS))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    with (
        Journal(path) as journal,
        pytest.raises(UsageError, match="a game of the round before is missing"),
    ):
        Tournament(SWISS, journal)
