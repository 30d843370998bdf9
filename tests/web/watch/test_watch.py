"""What the server tells of runs that it watches."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.scripted_players import Scripted, at_move, crash, game, spread

from spyrium_ai import GameRecord, play_series
from spyrium_ai.match import under_way
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.records.under_way_files import RUN, RunNote, folder_of
from spyrium_ai.match.under_way import UnderWay
from spyrium_ai.web.context import Context
from spyrium_ai.web.server.application import application
from spyrium_ai.web.watch import run_feed


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_way, "EVERY", 0.005)
    monkeypatch.setattr(run_feed, "EVERY", 0.01)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Give the path of a game log that is watched."""
    return tmp_path / "runs" / "cup" / "games.jsonl"


@pytest.fixture
def watching(log: Path) -> Iterator[TestClient]:
    log.parent.mkdir(parents=True)
    log.touch()
    with TestClient(application(Context(None, watched=(log.parents[1],)))) as client:
        yield client


def record(*rules: Any, number: int = 1) -> str:
    """Return a line of a game log."""
    played = game(*(Scripted(rule) for rule in rules or (spread, spread))).play()
    data = {**vars(played), "game": number, "id": f"{number}.1", "block": number}
    return GameRecord(**data).to_line() + "\n"


def run_of(client: TestClient) -> str:
    (run,) = client.get("/api/watch").json()["runs"]
    return str(run["id"])


def until(socket: Any, is_it: Any) -> dict[str, Any]:
    """Return what has been told of a run once something is so."""
    state: dict[str, Any] = {}
    for _ in range(1000):
        state |= socket.receive_json()
        if is_it(state):
            return state
    raise AssertionError(state)


def test_the_runs_are_those_of_the_places_given(watching: TestClient, log: Path) -> None:
    (log.parents[1] / "match.jsonl").touch()
    (log.parents[1] / "notes.txt").touch()
    (log.parents[1] / "empty").mkdir()
    runs = watching.get("/api/watch").json()["runs"]
    assert {run["name"] for run in runs} == {"cup", "match.jsonl"}
    assert not any(run["running"] for run in runs)
    assert str(log.parent) not in str(runs)


@pytest.mark.parametrize("place", ["folder", "file", "none"])
def test_a_place_is_a_folder_or_a_file(log: Path, place: str) -> None:
    play_series(["random", "random"], 2, seed=1, nodes=1, out=_parent(log))
    watched = {"folder": (log.parent,), "file": (log,), "none": ()}[place]
    with TestClient(application(Context(None, watched=watched))) as client:
        names = [run["name"] for run in client.get("/api/watch").json()["runs"]]
    assert names == {"folder": ["cup"], "file": ["games.jsonl"], "none": []}[place]


def _parent(log: Path) -> Path:
    log.parent.mkdir(parents=True)
    return log


def test_standings_move_with_the_log(watching: TestClient, log: Path) -> None:
    with watching.websocket_connect(f"/api/watch/{run_of(watching)}/socket") as socket:
        state = until(socket, lambda s: "standings" in s)
        assert state["run"]["state"] == "ended"
        assert state["run"]["finished"] == 0
        torn = record(number=2)
        with log.open("a") as file:
            file.write(record() + "nonsense\n" + torn[:50])
        state = until(socket, lambda s: s["run"]["finished"] == 1)
        assert state["run"]["bad"] == 1
        first, second = state["standings"]["players"]
        assert first["share"] >= second["share"]
        assert {first["name"], second["name"]} == {"p1", "p2"}
        assert [each["game"] for each in state["finished"]] == [1]
        with log.open("a") as file:
            file.write(torn[50:])
        state = until(socket, lambda s: s["run"]["finished"] == 2)
        assert [each["id"] for each in state["finished"]] == ["2.1", "1.1"]
        replaced = log.with_name("new")
        replaced.write_text(record(at_move(1, crash), spread))
        replaced.replace(log)
        state = until(socket, lambda s: s["run"]["finished"] == 1)
    (fault,) = state["faults"]
    assert fault == {
        "game": 1,
        "id": "1.1",
        "player": "p1",
        "kind": "crash",
        "reason": "fell over",
        "words": "crash: fell over",
    }
    assert [player["fault_words"] for player in state["standings"]["players"]] == ["", "1 crash"]


def test_a_log_is_read_on_where_the_last_viewer_left(watching: TestClient, log: Path) -> None:
    address = f"/api/watch/{run_of(watching)}/socket"
    log.write_text(record())
    for count in (1, 2, 3):
        with watching.websocket_connect(address) as socket:
            until(socket, lambda s, n=count: s["run"]["finished"] == n)
        with log.open("a") as file:
            file.write(record(number=count + 1))


def test_finished_games_can_be_fetched_for_the_analysis(watching: TestClient, log: Path) -> None:
    run = run_of(watching)
    log.write_text(record())
    with watching.websocket_connect(f"/api/watch/{run}/socket") as socket:
        until(socket, lambda s: s["run"]["finished"] == 1)
    found = watching.get(f"/api/watch/{run}/games/1")
    assert found.status_code == 200
    added = watching.post("/api/games", content=found.content)
    assert added.status_code == 201
    assert added.json()["games"][0]["id"] == "1.1"


class Held(Scripted):
    """A player that waits before each move until it is let go."""

    may_move: threading.Semaphore

    def choose(self, turn: Turn) -> Choice:
        self.may_move.acquire()
        return super().choose(turn)


def test_a_chosen_game_is_followed_move_by_move(watching: TestClient, log: Path) -> None:
    held = Held(spread)
    held.may_move = threading.Semaphore(0)
    note = RunNote("The Cup", 12, 2, ("p1", "p2"))
    with (
        watching.websocket_connect(f"/api/watch/{run_of(watching)}/socket") as socket,
        UnderWay(log, note) as shown,
    ):
        under_test = game(held, Scripted(spread), observer=shown)
        playing = threading.Thread(target=under_test.play, daemon=True)
        playing.start()
        state = until(socket, lambda s: s.get("live"))
        assert state["live"][0]["players"] == ["p1", "p2"]
        socket.send_text("nonsense")
        socket.send_json({"game": 1})
        told = until(socket, lambda s: s["type"] == "game")
        assert told["from"] == 0
        assert told["start"]["turn"] == 0
        assert [player["name"] for player in told["players"]] == ["p1", "p2"]
        count = len(told["moves"])
        held.may_move.release()
        more = until(socket, lambda s: s["type"] == "game")
        assert more["from"] == count
        assert more["moves"][0] == under_test.plies[count].move
        for _ in range(1000):
            held.may_move.release()
        end = until(socket, lambda s: s["type"] == "end")
        assert end["game"] == 1
        playing.join()


def test_a_killed_run_is_told_as_such(watching: TestClient, log: Path) -> None:
    folder_of(log).mkdir()
    (folder_of(log) / RUN).write_bytes(RunNote("\x1bCup", 12, 2, ("p1", "p2")).to_line())
    (folder_of(log) / "3.jsonl").write_text("left\n")
    with watching.websocket_connect(f"/api/watch/{run_of(watching)}/socket") as socket:
        state = until(socket, lambda s: "run" in s)
    assert state["run"]["state"] == "killed"
    assert state["run"]["games"] == 12
    assert state["run"]["name"] == r"\x1bCup"
    assert state["live"] == []


def test_refusals(watching: TestClient) -> None:
    run = run_of(watching)
    for address, status in (
        ("/api/watch/none/games/1", 404),
        ("/api/watch/..%2Fcup/games/1", 404),
        (f"/api/watch/{run}/games/1", 404),
        (f"/api/watch/{run}/games/x", 400),
    ):
        assert watching.get(address).status_code == status
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        watching.websocket_connect("/api/watch/none/socket") as socket,
    ):
        socket.receive_json()
    assert refused.value.code == 1008
    assert "no run 'none' is watched here" in refused.value.reason
