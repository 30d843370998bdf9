"""Games that a browser can look at: kept ones, dropped ones, and files that are none."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.hostile import EVIL_LINES, game_log_line
from support.web_games import GAMES, keep, recorded

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.web.context import Context
from spyrium_ai.web.explore import library

OLD, NEW = "2026-11-20-120000-ada-level", "2026-11-23-120000-ada-level"
LINE = recorded().to_line().encode("ascii") + b"\n"

Data = dict[str, Any]


@pytest.fixture
def store(context: Context) -> GameStore:
    """Return the server's store with two games, of which the newer one is unfinished."""
    assert context.store is not None
    keep(context.store, OLD, recorded())
    keep(context.store, NEW, recorded(), plies=30)
    return context.store


def refusal(client: TestClient, name: str) -> tuple[int, str]:
    answer = client.get(f"/api/games/{name}")
    return answer.status_code, answer.json()["error"]


def dropped(client: TestClient, content: bytes) -> Data:
    answer = client.post("/api/games", content=content)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def not_dropped(client: TestClient, content: bytes) -> tuple[int, str]:
    answer = client.post("/api/games", content=content)
    return answer.status_code, answer.json()["error"]


def test_without_games_the_lists_are_empty(client: TestClient) -> None:
    assert client.get("/api/games").json() == {"kept": [], "dropped": [], "wrong": []}


@pytest.mark.usefixtures("store")
def test_kept_games_come_newest_first_with_their_results(client: TestClient) -> None:
    newest, oldest = client.get("/api/games").json()["kept"]
    assert (newest["name"], oldest["name"]) == (NEW, OLD)
    assert newest["result"] == "Unfinished, in turn 2."
    assert newest["scores"] is None
    assert oldest["players"] == ["level 13", "level 14"]
    assert tuple(oldest["scores"]) == recorded().scores
    assert oldest["result"].endswith("wins.")
    assert oldest["losses"] == [None, None]


def test_a_file_in_the_store_that_is_no_game_is_named(client: TestClient, store: GameStore) -> None:
    (store.folder / "z.json").write_text("{}")
    games = client.get("/api/games").json()
    assert len(games["kept"]) == 2
    assert "z.json" in games["wrong"][0]


@pytest.mark.usefixtures("store")
def test_a_kept_game_is_what_the_viewer_draws(client: TestClient) -> None:
    game = client.get(f"/api/games/{NEW}").json()
    assert game["first"] == "start 2"
    assert game["moves"] == [ply.move for ply in recorded().plies[:30]]
    assert len(game["changes"]) == len(game["words"]) == 30
    assert game["result"] == "Unfinished, in turn 2."
    assert game["review"] is None
    assert game["progress"] == {"state": "none", "done": 0, "total": 0, "error": ""}


@pytest.mark.parametrize(
    "name",
    ["1", "nothing", "..%2F..%2Fetc%2Fpasswd", "%2e%2e", "games%2Fx", "drop-0123456789ab", "%00"],
)
@pytest.mark.usefixtures("store")
def test_a_name_is_that_of_a_game_and_no_number_or_path(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/games/{name}")
    assert answer.status_code == 404


def test_a_damaged_game_is_refused(client: TestClient, store: GameStore) -> None:
    (store.folder / "z.json").write_text("{}")
    status, reason = refusal(client, "z")
    assert status == 422
    assert "z.json" in reason


@pytest.mark.parametrize("content", [LINE, gzip.compress(LINE)], ids=["plain", "gzip"])
def test_a_dropped_game_has_a_name_by_what_it_holds(client: TestClient, content: bytes) -> None:
    (game,) = dropped(client, content)["games"]
    assert dropped(client, content)["games"] == [game]
    assert client.get("/api/games").json()["dropped"] == [game]
    found = client.get(f"/api/games/{game['name']}").json()
    assert found["moves"] == [ply.move for ply in recorded().plies]
    assert found["players"][1]["name"] == "level 14"


def test_a_saved_game_can_be_dropped(client: TestClient, store: GameStore) -> None:
    (game,) = dropped(client, (store.folder / f"{NEW}.json").read_bytes())["games"]
    assert game["result"] == "Unfinished, in turn 2."


def test_all_games_of_a_log_are_there(client: TestClient) -> None:
    found = dropped(client, GAMES.read_bytes())
    assert (len(found["games"]), found["more"], found["errors"]) == (800, False, [])


def test_of_a_large_log_the_first_games_are_there(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "MOST_GAMES", 7)
    monkeypatch.setattr(library, "MOST_DROPPED", 5)
    found = dropped(client, GAMES.read_bytes())
    assert (len(found["games"]), found["more"]) == (7, True)
    names = [game["name"] for game in found["games"]]
    kept = [game["name"] for game in client.get("/api/games").json()["dropped"]]
    assert kept == names[:1:-1]
    assert refusal(client, names[0]) == (
        404,
        f"there is no game '{names[0]}'; drop its file again",
    )


def test_lines_that_hold_no_game_are_named(client: TestClient) -> None:
    found = dropped(client, LINE + b"{}\n")
    assert len(found["games"]) == 1
    assert found["errors"][0].startswith("line 2: ")


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (b"", 422, "the file is empty"),
        (b"nonsense\n", 422, "the file is not a game log: it holds no game; line 1"),
        (b"\xff\x00\n", 422, "the file is not a game log"),
        (gzip.compress(LINE)[:-20], 422, "the compressed file is damaged"),
        (b"\n" * 100_001, 413, "the file has more than 100,000 lines"),
    ],
)
def test_what_is_no_log_is_refused_in_words(
    client: TestClient, content: bytes, status: int, reason: str
) -> None:
    answer = not_dropped(client, content)
    assert answer[0] == status
    assert answer[1].startswith(reason)
    assert "/" not in answer[1], "where the file lay here"


def test_too_large_a_file_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    status, reason = not_dropped(client, bytes(library.MOST_BYTES + 1))
    assert (status, reason) == (413, "the file has more than 32 MB")
    monkeypatch.setattr(library, "MOST_UNPACKED", 1000)
    status, reason = not_dropped(client, gzip.compress(bytes(1001)))
    assert (status, reason) == (413, "the file has more than 1,000 bytes when unpacked")


def test_texts_of_a_file_are_visible(client: TestClient) -> None:
    line = json.dumps(game_log_line(EVIL_LINES)).encode("ascii") + b"\n"
    (game,) = dropped(client, line)["games"]
    found = client.get(f"/api/games/{game['name']}").json()
    for shown in (*game["players"], found["title"], found["faults"][0]["reason"]):
        assert "evil" in shown
        assert shown.isprintable()
