"""Who is let in, and how: hosts, origins, the token, invitations, the headers of every answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spyrium_ai.web.context import Context
from spyrium_ai.web.play.seats import NewTable, Seat
from spyrium_ai.web.play.tables import tables_of
from spyrium_ai.web.server.application import application
from spyrium_ai.web.server.gate import Gate, known_hosts
from spyrium_ai.web.server.security import HEADERS

PORT = 4321
BASE = f"http://127.0.0.1:{PORT}"
SOCKETS = f"ws://127.0.0.1:{PORT}"  # the client has its own address for these without it
EVERYWHERE = (
    "/",
    "/static/shell.css",
    "/static/board.js",
    "/static/none",
    "/api/setup",
    "/nothing",
)


@pytest.fixture
def gate(context: Context) -> Gate:
    return Gate(PORT, known_hosts("127.0.0.1"), lambda key: tables_of(context).id_of_key(key))


@pytest.fixture
def stranger(context: Context, gate: Gate) -> Iterator[TestClient]:
    app = application(context, gate)
    with TestClient(app, base_url=BASE, follow_redirects=False) as client:
        yield client


@pytest.fixture
def owner(stranger: TestClient, gate: Gate) -> TestClient:
    assert stranger.get(f"/?token={gate.token}").status_code == 303
    return stranger


def laid(context: Context) -> tuple[str, str]:
    """Return the name and the key of a table of two people."""
    people = tuple(Seat("person", name) for name in ("Ada", "Bo"))
    table = tables_of(context).new(NewTable(people))
    return table.id, table.key


def test_nobody_comes_in_without_the_token(stranger: TestClient) -> None:
    for path in ("/", "/api/setup", "/table/x", "/analysis"):
        assert stranger.get(path).status_code == 401, path
    page = stranger.get("/")
    assert "needs the link with the token" in page.text
    assert stranger.get("/api/setup").json()["error"].startswith("this page needs the link")
    assert stranger.post("/api/tables", json={}).status_code == 401
    with (
        pytest.raises(WebSocketDisconnect),
        stranger.websocket_connect(f"{SOCKETS}/api/tables/x/socket"),
    ):
        pass


def test_the_token_becomes_a_cookie(stranger: TestClient, gate: Gate) -> None:
    entered: list[bool] = []
    gate.on_entry = lambda: entered.append(True)
    answer = stranger.get(f"/learn?token={gate.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/learn")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"spyrium-{PORT}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert entered == [True]
    assert stranger.get("/").status_code == 200


def test_a_wrong_token_is_told(stranger: TestClient) -> None:
    answer = stranger.get("/?token=wrong")
    assert answer.status_code == 401
    assert "The token of this link is not that of the server now running." in answer.text
    assert "set-cookie" not in answer.headers


def test_programs_send_the_token_themselves(stranger: TestClient, gate: Gate) -> None:
    bearer = {"authorization": f"Bearer {gate.token}"}
    assert stranger.get("/api/setup", headers=bearer).status_code == 200
    assert stranger.get("/api/setup", headers={"authorization": "Bearer x"}).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:80", "[", "", "a b"]
)
def test_a_foreign_host_is_refused(owner: TestClient, host: str) -> None:
    for path in ("/", "/api/setup", "/static/shell.css"):
        assert owner.get(path, headers={"host": host}).status_code == 421, path


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"127.0.0.1:{PORT}", f"[::1]:{PORT}"])
def test_the_own_host_is_known(owner: TestClient, gate: Gate, host: str) -> None:
    headers = {"host": host, "authorization": f"Bearer {gate.token}"}
    assert owner.get("/api/setup", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_changes_nothing(
    owner: TestClient, context: Context, headers: dict[str, str]
) -> None:
    answer = owner.post("/api/tables", json={}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "this comes from another page")
    socket = f"{SOCKETS}/api/tables/{laid(context)[0]}/socket"
    with owner.websocket_connect(socket, headers={"origin": BASE}) as own:
        assert own.receive_json()["type"] == "state"
    with pytest.raises(WebSocketDisconnect), owner.websocket_connect(socket, headers=headers):
        pass


def test_the_own_page_changes_things(owner: TestClient) -> None:
    headers = {"origin": BASE, "sec-fetch-site": "same-origin"}
    assert owner.post("/api/tables", json={}, headers=headers).status_code == 422


def test_other_methods_are_refused(owner: TestClient) -> None:
    assert owner.request("PUT", "/api/tables").status_code == 405
    assert owner.request("TRACE", "/").status_code == 405


def test_bodies_have_a_form_and_a_size(owner: TestClient) -> None:
    as_form = owner.post("/api/tables", data={"seats": "x"})
    assert (as_form.status_code, as_form.json()["error"]) == (
        415,
        "the body is not 'application/json'",
    )
    json = {"content-type": "application/json"}
    assert owner.post("/api/tables", content="{", headers=json).status_code == 400
    assert owner.post("/api/tables", content=" " * 70_000, headers=json).status_code == 413
    deep = "[" * 50_000
    assert owner.post("/api/tables", content=deep, headers=json).status_code == 400


def test_a_guest_sees_one_table_and_nothing_else(
    stranger: TestClient, context: Context, gate: Gate
) -> None:
    table, key = laid(context)
    other, _ = laid(context)
    answer = stranger.get(f"/join/{key}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{table}?seat=ask")
    assert gate.token not in answer.headers["set-cookie"]
    assert stranger.get(f"/table/{table}").status_code == 200
    assert stranger.get(f"/api/tables/{table}").status_code == 200
    with stranger.websocket_connect(f"{SOCKETS}/api/tables/{table}/socket") as socket:
        assert socket.receive_json()["type"] == "state"
    for path in ("/", "/api/setup", f"/api/tables/{other}", f"/table/{other}", "/analysis"):
        assert stranger.get(path).status_code == 403, path
    assert stranger.post("/api/tables", json={}).status_code == 403


def test_an_invitation_leads_back_to_a_game_that_is_kept(
    stranger: TestClient, context: Context
) -> None:
    table, key = laid(context)
    for key_of_none in ("another", "é", "%ff"):
        assert stranger.get(f"/join/{key_of_none}").status_code == 404
    stranger.get(f"/join/{key}")
    state = stranger.get(f"/api/tables/{table}").json()
    move = {"version": state["version"], "move": state["decides"]["legal"][0]["move"]}
    headers = {"origin": str(stranger.base_url)}
    assert stranger.post(f"/api/tables/{table}/move", json=move, headers=headers).is_success
    tables_of(context).close_idle(float("inf"))
    assert len(stranger.get(f"/api/tables/{table}").json()["moves"]) == 3
    assert stranger.get(f"/table/{table}").status_code == 200


def test_a_game_that_is_not_kept_ends_with_its_table(
    stranger: TestClient, context: Context
) -> None:
    table, key = laid(context)
    stranger.get(f"/join/{key}")
    tables_of(context).close_idle(float("inf"))
    assert stranger.get(f"/api/tables/{table}").status_code == 404


def test_the_owner_follows_an_invitation_as_owner(owner: TestClient, context: Context) -> None:
    table, key = laid(context)
    answer = owner.get(f"/join/{key}")
    assert answer.headers["location"] == f"/table/{table}"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_has_the_headers(stranger: TestClient, gate: Gate, path: str) -> None:
    for headers in ({}, {"authorization": f"Bearer {gate.token}"}, {"host": "evil.example"}):
        answer = stranger.get(path, headers=headers)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_what_there_is_not(owner: TestClient) -> None:
    assert owner.get("/api/none").json() == {"error": "there is no such page"}
    page = owner.get("/none")
    assert page.status_code == 404
    assert "There is no such page." in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../api.py",
        "/static/%2e%2e/api.py",
        "/static/..%2f..%2fapi.py",
        "/static//etc/passwd",
        "/static/play/%00",
        "/static/play",
    ],
)
def test_only_styles_and_scripts_are_served(owner: TestClient, path: str) -> None:
    assert owner.get(path).status_code in {404, 405}


def test_pages_are_not_kept_and_scripts_are_asked_for_again(owner: TestClient) -> None:
    assert owner.get("/").headers["cache-control"] == "no-store"
    board = owner.get("/static/board.js")
    again = owner.get("/static/board.js", headers={"if-none-match": board.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_guest_is_led_to_the_table_and_to_learn_alone(
    stranger: TestClient, context: Context
) -> None:
    table, key = laid(context)
    stranger.get(f"/join/{key}")
    for path in (f"/table/{table}", "/learn"):
        page = stranger.get(path).text
        assert f'href="/table/{table}"' in page
        assert 'href="/analysis"' not in page.partition("<main")[0]
    refused = stranger.get("/analysis")
    assert refused.status_code == 403
    assert f'href="/table/{table}"' in refused.text


def test_a_table_that_is_not_there_is_a_page(owner: TestClient) -> None:
    answer = owner.get("/table/xyzzy")
    assert answer.status_code == 404
    assert "There is no table and no kept game &#39;xyzzy&#39;" in answer.text
    assert 'href="/"' in answer.text
