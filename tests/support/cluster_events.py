"""Events for tests of a cluster, and what is asked of it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from support.dask_cluster import DaskCluster
from support.misbehaving import misbehaving_spec
from support.processes import wait_for

from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.tournament import GameRunner, Tournament

NODES = TimeControl(nodes=1)
LONG = TimeControl(movetime=600_000)


def slow_event(mark: str, deals: int) -> Event:
    """Return an event of games that take a second, most of it asleep."""
    return Event(
        parse_players(["random", misbehaving_spec("unhurried", 1, mark)]), NODES, deals=deals
    )


def stalling(mark: str) -> Event:
    """Return an event whose first game does not end."""
    return Event(parse_players(["random", misbehaving_spec("stall", 1, mark)]), LONG, deals=4)


def games(path: Path) -> dict[str, dict[str, Any]]:
    """Return the games of a journal by id, without the times and the paths of the engines."""
    found = {}
    for line in path.read_text().splitlines():
        game = json.loads(line)
        assert game["id"] not in found
        for player in game["players"]:
            del player["command"]
        del game["started"], game["times"]
        found[game["id"]] = game
    return found


def event_file(folder: Path, name: str, text: str, *players: str) -> str:
    """Write an event of `random` and these players; return the path."""
    tables = [f"[[players]]\nplayer = {json.dumps(player)}" for player in ("random", *players)]
    path = folder / f"{name}.toml"
    path.write_text("\n".join([text, *tables]))
    return str(path)


def on(cluster: DaskCluster) -> tuple[str, ...]:
    """Return the options that have the cluster play."""
    return ("--backend", "dask", "--scheduler", cluster.address)


def play(path: Path, event: Event, crew: GameRunner) -> None:
    with Journal(path) as journal:
        for _ in Tournament(event, journal).play(crew):
            pass


@contextlib.contextmanager
def when_there_are(count: int, mark: str, act: Callable[[], None]) -> Iterator[None]:
    """Call the function, in another thread, when so many engines with the mark run."""

    def wait_and_act() -> None:
        wait_for(mark, count)
        act()

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    yield
    thread.join()
