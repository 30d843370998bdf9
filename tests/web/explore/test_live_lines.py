"""Live lines over a socket, from real engines with few nodes."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from support.web_games import recorded

from spyrium_ai import STRONGEST
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.web.api import ApiError
from spyrium_ai.web.context import Context
from spyrium_ai.web.explore import live_search
from spyrium_ai.web.explore.live_search import Searches, Wanted

MOVES = [ply.move for ply in recorded().plies]
HERE = f"start 2 moves {' '.join(MOVES[:12])}"
THERE = f"start 2 moves {' '.join(MOVES[:13])}"

Data = dict[str, Any]


def watch(socket: WebSocketTestSession, position: str, **more: object) -> None:
    socket.send_json({"watch": {"position": position, **more}})


def last(socket: WebSocketTestSession, position: str) -> Data:
    """Return the last message on a position; those on others before are left out."""
    while True:
        message: Data = socket.receive_json()
        if message["position"] == position and (message["type"] == "error" or message["done"]):
            return message


def error_of(client: TestClient, **wanted: object) -> str:
    with client.websocket_connect("/api/analysis/lines") as socket:
        socket.send_json({"watch": wanted})
        message = socket.receive_json()
        assert message["type"] == "error"
        return str(message["error"])


@pytest.mark.parametrize("engine", [None, "expectimax"])
def test_a_search_ends_with_ranked_lines(client: TestClient, engine: str | None) -> None:
    with client.websocket_connect("/api/analysis/lines") as socket:
        watch(socket, HERE, multipv=2, engine=engine, nodes=300)
        message = last(socket, HERE)
    position = Variation(HERE).position
    assert message["engine"] == (engine or STRONGEST)
    assert message["nodes"] > 0
    first, second = message["lines"]
    seat = position.to_move - 1
    assert first["move"] != second["move"]
    if engine == "expectimax":  # mcts ranks by visits
        assert first["shares"][seat] >= second["shares"][seat]
    for line in (first, second):
        assert line["move"] == line["line"][0]
        assert line["move"] in position.legal()
        assert sum(line["shares"]) == pytest.approx(1)
        assert line["seat"] == position.to_move
        assert " " in line["words"]


def test_a_new_position_ends_the_search_before(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis/lines") as socket:
        watch(socket, HERE, engine="mcts")  # would take a minute
        watch(socket, THERE, nodes=100)
        assert last(socket, THERE)["lines"]


def test_lines_come_while_the_search_deepens_until_it_is_stopped(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_search, "SECONDS", 0.0)
    with client.websocket_connect("/api/analysis/lines") as socket:
        watch(socket, HERE, engine="mcts", multipv=1)
        before = socket.receive_json()
        after = socket.receive_json()
        assert not before["done"]
        assert after["nodes"] > before["nodes"]
        socket.send_json({"stop": True})
        assert last(socket, HERE)["lines"]


def test_what_cannot_be_searched_is_said_in_words(client: TestClient) -> None:
    assert error_of(client, position="start 9").startswith("not a position: ")
    assert error_of(client, position="start 2") == "nobody decides in this position"
    assert error_of(client, position=HERE, engine="/bin/sh") == (
        "no engine '/bin/sh'; there are: expectimax, mcts"
    )
    for wanted in ({}, {"position": HERE, "multipv": 0}, {"position": HERE, "nodes": "many"}):
        assert error_of(client, **wanted)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"watch": 3}', "[" * 9999])
def test_a_message_that_is_none_is_answered(client: TestClient, text: str) -> None:
    with client.websocket_connect("/api/analysis/lines") as socket:
        socket.send_text(text)
        assert socket.receive_json()["type"] == "error"
        watch(socket, HERE, nodes=1)
        assert last(socket, HERE)["lines"], "the socket goes on"


def test_an_engine_that_was_given_at_the_start_can_be_named(
    client: TestClient, context: Context
) -> None:
    context.engines["mine"] = PlayerSpec("mine", "mine", ("/none/\x1b[2J",))
    with client.websocket_connect("/api/analysis/lines") as socket:
        watch(socket, HERE, engine="mine")
        message = last(socket, HERE)
    assert message["error"].startswith("mine: ")
    assert message["error"].isprintable()


def test_more_searches_than_engines_are_refused() -> None:
    searches = Searches({})
    searches._free = searches._free[:1]
    stop, begun, told = threading.Event(), threading.Event(), list[Data]()

    def tell(message: Data) -> None:
        told.append(message)
        begun.set()

    thread = threading.Thread(target=searches.search, args=(Wanted(HERE), stop, tell))
    thread.start()
    assert begun.wait(60)
    with pytest.raises(ApiError, match="too many searches") as refused:
        searches.search(Wanted(HERE), threading.Event(), tell)
    assert refused.value.status == 429
    stop.set()
    thread.join()
    searches.search(Wanted(HERE, nodes=1), threading.Event(), tell)
    assert told[-1]["done"]
    searches.close()
    with pytest.raises(ApiError, match="the server ends"):
        searches.search(Wanted(HERE), threading.Event(), tell)


def test_messages_are_ascii(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis/lines") as socket:
        watch(socket, "caf\N{LATIN SMALL LETTER E WITH ACUTE}")
        text = socket.receive_text()
    assert text.isascii()
    assert json.loads(text)["type"] == "error"
