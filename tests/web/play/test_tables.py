"""Tables: games played by requests, kept, gone on with, and closed."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter

import pytest
from starlette.testclient import TestClient
from support.web_tables import ADA, RANDOM, TWO, Data, at_person, opened, refusal, send

from spyrium_ai.match.saved_game import load
from spyrium_ai.util.errors import UsageError
from spyrium_ai.web.context import Context
from spyrium_ai.web.play.kept import IDLE, IDLE_KEPT
from spyrium_ai.web.play.tables import MOST, tables_of
from spyrium_ai.web.server.application import application


def merged(held: Data, message: Data) -> Data:
    """Return what a page holds after a message: the plies from `from` on are replaced."""
    lists = ("changes", "moves", "seats", "words", "times")
    kept = {name: [*held.get(name, [])[: message["from"]], *message[name]] for name in lists}
    return held | message | kept


def test_a_whole_game_over_the_socket(client: TestClient, context: Context) -> None:
    table = opened(client)
    held: Data = {}
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        while held.get("decides", {}).get("kind") != "over":
            held = merged(held, socket.receive_json())
            if held["decides"]["kind"] == "move":
                move = held["decides"]["legal"][0]["move"]
                send(client, table, "move", version=held["version"], move=move)
    whole = client.get(f"/api/tables/{table}").json()
    assert {name: held[name] for name in whole if name != "from"} == {
        name: value for name, value in whole.items() if name != "from"
    }
    assert len(held["changes"]) == len(held["words"]) == len(held["moves"])
    assert "wins" in held["result"] or "share" in held["result"]
    assert context.store is not None
    saved = load(context.store.folder / f"{table}.json")
    assert list(saved.moves) == held["moves"]
    assert saved.record("1").scores == tuple(held["scores"])


def test_the_same_seed_deals_the_same_market(client: TestClient) -> None:
    one, other = (at_person(client, opened(client))["moves"][:2] for _ in range(2))
    assert one == other


def test_only_the_first_of_two_answers_counts(client: TestClient) -> None:
    table = opened(client)
    state = at_person(client, table)
    move = state["decides"]["legal"][0]["move"]
    after = send(client, table, "move", version=state["version"], move=move)
    assert after["from"] == len(state["moves"])
    assert after["moves"][0] == move
    status, _ = refusal(client, table, "move", version=state["version"], move=move)
    assert status == 409


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("activate:a1b1:a1", "'activate:a1b1:a1' is not possible: "),
        ("#99", "there is no move #99: the moves are #1 to #"),
        ("nonsense", "'nonsense' is no legal move"),
        ("x" * 101, "a move has at most 100 characters"),
    ],
)
def test_what_is_no_move_is_refused_in_words(client: TestClient, text: str, words: str) -> None:
    table = opened(client)
    state = at_person(client, table)
    status, said = refusal(client, table, "move", version=state["version"], move=text)
    assert status == 422
    assert said.startswith(words)
    assert client.get(f"/api/tables/{table}").json()["version"] == state["version"]


def test_numbers_and_names_are_moves_too(client: TestClient) -> None:
    table = opened(client)
    state = at_person(client, table)
    first, *_ = state["decides"]["legal"]
    after = send(client, table, "move", version=state["version"], move="#1")
    assert after["moves"][0] == first["move"]
    after = at_person(client, table)
    counts = Counter(place for item in after["decides"]["legal"] for place in item["places"])
    slot = next(place for place, count in counts.items() if count == 1 and len(place) == 4)
    moved = send(client, table, "move", version=after["version"], move=slot)
    assert moved["moves"][0] == f"place:{slot}"


def test_undo_goes_back_to_the_decision(client: TestClient) -> None:
    table = opened(client)
    state = at_person(client, table)
    assert not state["undo"]
    status, words = refusal(client, table, "undo", version=state["version"])
    assert (status, words) == (409, "there is nothing to take back yet")
    send(client, table, "move", version=state["version"], move="#1")
    later = at_person(client, table)
    assert later["undo"]
    back = send(client, table, "undo", version=later["version"])
    assert back["moves"] == state["moves"]
    assert back["decides"] == state["decides"]
    assert back["version"] > later["version"]


def test_undo_after_the_end(client: TestClient) -> None:
    table = opened(client)
    for _ in range(500):
        state = at_person(client, table)
        if state["decides"]["kind"] == "over":
            break
        send(client, table, "move", version=state["version"], move="#1")
    assert state["scores"] is not None
    back = send(client, table, "undo", version=state["version"])
    assert back["decides"]["kind"] == "move"
    assert back["scores"] is None


def test_a_kept_game_goes_on_after_the_server_has_ended(context: Context) -> None:
    with TestClient(application(context)) as client:
        table = opened(client)
        state = at_person(client, table)
        send(client, table, "move", version=state["version"], move="#1")
        before = at_person(client, table)
    with TestClient(application(Context(context.store))) as client:
        kept = client.get("/api/setup").json()["kept"]
        assert [game["name"] for game in kept] == [table]
        assert not kept[0]["open"]
        after = at_person(client, table)
        assert after["moves"] == before["moves"]
        assert after["decides"] == before["decides"]
        assert [player["name"] for player in after["players"]] == ["Ada", "random"]


def test_a_game_need_not_be_kept(client: TestClient, context: Context) -> None:
    table = opened(client, TWO | {"keep": False})
    state = at_person(client, table)
    send(client, table, "move", version=state["version"], move="#1")
    assert context.store is not None
    assert context.store.games() == ([], [])


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"seats": []}, 422, "a game has 2 to 5 players, not 0"),
        ({"seats": [ADA] * 6}, 400, "seats"),
        (
            {"seats": [{"kind": "person", "name": " "}, RANDOM]},
            422,
            "the person in seat 1 has no name",
        ),
        ({"seats": [{"kind": "engine", "name": "sh -c ls"}, ADA]}, 422, "no engine 'sh -c ls'"),
        ({"seats": [{"kind": "engine", "name": "/bin/sh"}, ADA]}, 422, "no engine '/bin/sh'"),
        ({"seats": [{"kind": "engine", "name": "mcts:nodes=1"}, ADA]}, 422, "no engine"),
        ({"seats": [{"kind": "level", "level": 99}, ADA]}, 422, "'99' is not a level"),
        ({"seats": [{"kind": "robot"}, ADA]}, 422, "'robot' is none of"),
        ({"seats": [ADA, RANDOM], "seed": "x"}, 400, "seed"),
        ({"seats": [ADA, RANDOM], "movetime": 0}, 400, "movetime"),
        ({"seats": [ADA, RANDOM], "deals": "mine"}, 422, "deals 'mine' is none of"),
        ({"seats": [RANDOM, RANDOM], "deals": "manual"}, 422, "manual deals need a human player"),
        ({"resume": "../../etc/passwd"}, 404, "no table and no kept game"),
        ({"resume": "1"}, 404, "no table and no kept game"),
    ],
)
def test_a_table_that_cannot_be(client: TestClient, asked: Data, status: int, words: str) -> None:
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_kept_game_starts_no_foreign_program(client: TestClient, context: Context) -> None:
    table = opened(client)
    state = at_person(client, table)
    send(client, table, "move", version=state["version"], move="#1")
    assert context.store is not None
    path = context.store.folder / f"{table}.json"
    text = path.read_text(encoding="utf-8").replace('"random"', '"cat /etc/passwd"', 1)
    path.with_stem("foreign").write_text(text, encoding="utf-8")
    answer = client.post("/api/tables", json={"resume": "foreign"})
    assert answer.status_code == 422
    assert "an engine that is not offered here" in answer.json()["error"]


def test_there_are_so_many_tables_and_no_more(
    client: TestClient, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST >= 20
    monkeypatch.setattr("spyrium_ai.web.play.tables.MOST", 2)
    names = {opened(client) for _ in range(2)}
    assert len(names) == 2
    answer = client.post("/api/tables", json=TWO)
    assert answer.status_code == 429
    assert context.store is not None
    assert len(list(context.store.folder.glob("*.lock"))) == 2, "no name is held for it"
    tables = tables_of(context)
    seen = [table.seen for table in tables.open()]  # on a busy machine seconds apart
    tables.close_idle(min(seen) + IDLE_KEPT - 1)
    assert len(tables.open()) == 2
    tables.close_idle(max(seen) + IDLE_KEPT + 1)
    assert tables.open() == []
    assert client.post("/api/tables", json=TWO).status_code == 201


def test_a_table_that_is_watched_is_not_idle(client: TestClient, context: Context) -> None:
    table = opened(client)
    tables = tables_of(context)
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.receive_json()
        tables.close_idle(tables.open()[0].seen + IDLE_KEPT + 1)
        assert [each.id for each in tables.open()] == [table]


def test_persons_alone_and_more_players(client: TestClient) -> None:
    people = [{"kind": "person", "name": name} for name in ("Ada", "Bo", "Ada")]
    table = opened(client, {"seats": people})
    seats = set()
    for _ in range(4):
        state = at_person(client, table)
        assert [player["name"] for player in state["players"]] == ["Ada#1", "Bo", "Ada#2"]
        seats.add(state["decides"]["seat"])
        send(client, table, "move", version=state["version"], move="#1")
    assert seats == {1, 2, 3}


def test_engines_alone_play_to_the_end(client: TestClient) -> None:
    table = opened(client, {"seats": [RANDOM, RANDOM]})
    assert at_person(client, table)["decides"]["kind"] == "over"


def test_levels_are_called_by_their_number(client: TestClient) -> None:
    table = opened(client, {"seats": [ADA, {"kind": "level", "level": 1.5}]})
    players = at_person(client, table)["players"]
    assert [(player["name"], player["kind"]) for player in players] == [
        ("Ada", "person"),
        ("level 1.5", "level"),
    ]


def test_a_disk_that_refuses_ends_no_game(client: TestClient, context: Context) -> None:
    table = opened(client)
    state = at_person(client, table)
    assert context.store is not None
    shutil.rmtree(context.store.folder)
    send(client, table, "move", version=state["version"], move="#1")
    after = at_person(client, table)
    assert len(after["notices"]) == 1
    assert "is not kept" in after["notices"][0]


def test_names_do_not_repeat_within_a_second(client: TestClient) -> None:
    names = [opened(client) for _ in range(3)]
    assert len(set(names)) == 3
    assert all(one != other for one, other in itertools.pairwise(names))


def test_a_game_is_played_by_one_program_at_a_time(
    client: TestClient, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyrium_ai.web.play.tables.PATIENCE", 0)
    table = opened(client)
    state = at_person(client, table)
    send(client, table, "move", version=state["version"], move="II:pass")
    store = context.store
    assert store is not None
    path = store.find(table)
    assert path is not None
    with pytest.raises(UsageError, match="is being played elsewhere"):
        store.hold(path)
    tables_of(context).close_idle(tables_of(context).open()[0].seen + IDLE_KEPT + 1)
    lock = store.hold(path)
    answer = client.get(f"/api/tables/{table}")
    assert answer.status_code == 422
    assert "is being played elsewhere" in answer.json()["error"]
    lock.release()
    assert client.get(f"/api/tables/{table}").status_code == 200
    assert list(store.folder.glob("*.lock"))


def test_a_game_that_is_not_kept_is_left_open_for_longer(
    client: TestClient, context: Context
) -> None:
    opened(client, TWO | {"keep": False})
    tables = tables_of(context)
    seen = tables.open()[0].seen
    tables.close_idle(seen + IDLE - 1)
    assert tables.open()
    tables.close_idle(seen + IDLE + 1)
    assert not tables.open()
