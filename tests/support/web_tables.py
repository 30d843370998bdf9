"""Tables opened and played at by requests."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

Data = dict[str, Any]
ADA = {"kind": "person", "name": "Ada"}
RANDOM = {"kind": "engine", "name": "random"}
TWO = {"seats": [ADA, RANDOM], "seed": "5"}


def opened(client: TestClient, asked: Data | None = None) -> str:
    """Return the name of a new table."""
    answer = client.post("/api/tables", json=asked or TWO)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def at_person(client: TestClient, table: str) -> Data:
    """Return the state once a person is asked, or the game is over."""
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        for _ in range(1000):
            state: Data = socket.receive_json()
            if state["decides"]["kind"] != "engine":
                return dict(client.get(f"/api/tables/{table}").json())
    raise AssertionError("nobody is asked")


def send(client: TestClient, table: str, what: str, **body: object) -> Data:
    """Return what is answered to a request that must not be refused."""
    answer = client.post(f"/api/tables/{table}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refusal(client: TestClient, table: str, what: str, **body: object) -> tuple[int, str]:
    """Return the status and the words of a refusal."""
    answer = client.post(f"/api/tables/{table}/{what}", json=body)
    return answer.status_code, answer.json()["error"]
