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
}


@pytest.fixture(autouse=True)
def _first_mcts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where something stands in for the build of the first mcts."""
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "first-mcts/.venv/bin/spyrium-ai"
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
    assert event.jobs == 2
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


def test_the_first_mcts_is_a_program_of_its_own() -> None:
    _, first = event_of("mcts-first").players
    assert first.command[0] == "first-mcts/.venv/bin/spyrium-ai"
    path = find_event(f"{PREFIX}mcts-first")
    assert "checkout a3e19bc" in path.read_text(encoding="utf-8")
