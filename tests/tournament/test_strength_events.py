"""The events that prove how strong the players are: who meets whom, on which terms, how often."""

from __future__ import annotations

from pathlib import Path

import pytest

from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.event_file import event_names, find_event, read_event
from spyrium_ai.tournament.schedule import Schedule

PREFIX = "strength-"
# By name: the players, limits of all, and at least how many games.
EVENTS: dict[str, tuple[list[str], str, int]] = {
    "heuristic-random": (["heuristic", "random"], "", 1000),
    "mcts-random": (["mcts", "random"], "movetime 200", 200),
    "heuristic-uct": (["heuristic", "uct"], "", 400),
    "mcts-heuristic-1s": (["mcts", "heuristic"], "movetime 1000", 200),
    "mcts-heuristic": (["mcts", "heuristic"], "movetime 50", 1000),
    "expectimax-heuristic": (["expectimax", "heuristic"], "movetime 200", 400),
    "mcts-expectimax": (["mcts", "expectimax"], "movetime 200", 400),
    "mcts-first": (["mcts", "first-mcts"], "movetime 100", 1000),
    "learned-playouts": (["learned", "playouts"], "movetime 50", 1000),
    **{
        f"ladder-{2 * nodes}": ([f"mcts:nodes={2 * nodes}", f"mcts:nodes={nodes}"], "", 200)
        for nodes in (50, 100, 200, 400, 800, 1600)
    },
    **{
        f"{table}-{one}": ([one] + [f"{other}#{i}" for i in range(1, seats)], "movetime 100", games)
        for seats, table in ((3, "three"), (4, "four"), (5, "five"))
        for one, other, games in (("mcts", "heuristic", 200), ("heuristic", "mcts", 100))
    },
    "expectimax-1": (["mcts", "expectimax-1"], "movetime 100", 1000),
    "mcts-1": (["mcts", "mcts-1"], "movetime 100", 1000),
    "mcts-1-20ms": (["mcts", "mcts-1"], "movetime 20", 400),
    "expectimax-1-1s": (["mcts", "expectimax-1"], "movetime 1000", 200),
    **{
        f"{table}-{what}": (
            [one] + [f"{other}#{i}" for i in range(1, seats)],
            "movetime 100",
            games,
        )
        for seats, table in ((3, "three"), (4, "four"), (5, "five"))
        for what, one, other, games in (
            ("best", "mcts", "mcts-1", 300),
            ("mcts-1", "mcts-1", "mcts", 150),
            ("expectimax", "mcts", "expectimax", 60),
        )
    },
    **{
        f"time-{2 * time}": ([f"mcts:movetime={2 * time}", f"mcts:movetime={time}"], "", 200)
        for time in (10, 20, 40, 80, 160, 320)
    },
    "threads": (["mcts:threads=2", "mcts"], "movetime 100", 400),
    "threads-time": (["mcts:movetime=200", "mcts:movetime=100"], "", 400),
    "deals": (["expectimax:deals=8", "expectimax"], "movetime 5000", 100),
}
OLDER = {"first-mcts": "a3e19bc", "baseline": "04f7cc0"}  # folder and commit of older builds


@pytest.fixture(autouse=True)
def _older_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where something stands in for the older builds."""
    monkeypatch.chdir(tmp_path)
    for folder in OLDER:
        program = tmp_path / folder / ".venv/bin/spyrium-ai"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)


def event_of(name: str) -> Event:
    return read_event(find_event(PREFIX + name))


@pytest.mark.parametrize("name", EVENTS)
def test_the_terms(name: str) -> None:
    players, limits, games = EVENTS[name]
    event = event_of(name)
    assert list(event.names) == players
    assert str(event.limits) == limits
    assert event.jobs == (1 if name == "threads" else 2)
    # All sit at one table, and no more blocks are played than it takes.
    assert event.seats == len(players)
    assert games <= Schedule(event).total < games + event.seats


def test_no_event_is_left_out() -> None:
    assert {name for name in event_names() if name.startswith(PREFIX)} == {
        PREFIX + name for name in EVENTS
    }


def test_each_has_deals_of_its_own() -> None:
    assert len({event_of(name).seed for name in EVENTS}) == len(EVENTS)


def test_playouts_differ_by_the_value_alone() -> None:
    learned, playouts = event_of("learned-playouts").players
    assert learned.options == ()
    assert playouts.options == (("value", "playouts"),)


def test_older_players_are_programs_of_their_own() -> None:
    found = set()
    for name in EVENTS:
        text = find_event(f"{PREFIX}{name}").read_text(encoding="utf-8")
        for player in event_of(name).players:
            folder = player.command[0].partition("/.venv/")[0]
            if folder in OLDER:
                assert f"checkout {OLDER[folder]}\n" in text, name
                assert player.command[0] == f"{folder}/.venv/bin/spyrium-ai"
                found.add(folder)
    assert found == set(OLDER)
