"""What a table offers beside its moves: deals by hand, advice, texts."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from support.web_tables import TWO, Data, at_person, opened, refusal, send


def test_a_deal_by_hand(client: TestClient) -> None:
    table = opened(client, TWO | {"deals": "manual"})
    state = at_person(client, table)
    assert state["decides"]["setup"]
    assert state["decides"]["missing"]["words"] == "the first player"

    def enter(**entry: object) -> Data:
        version = client.get(f"/api/tables/{table}").json()["version"]
        return send(client, table, "deal", version=version, **entry)

    assert enter(text="Ada 3")["decides"]["complete"]
    deal = enter(done=True)["decides"]
    assert (deal["setup"], deal["missing"]["words"]) == (False, "the event")
    half = enter(text="E4 W1 W2 Mi")["decides"]
    assert half["draft"]["cells"] == [["W1", []], ["W2", []], ["Mi", []]]
    assert half["missing"]["words"] == "the card at a2"
    assert half["possible"]["names"]["Mi"] == "Miner"
    assert half["possible"]["effects"]["E5"].startswith("E5: ")
    version = client.get(f"/api/tables/{table}").json()["version"]
    status, words = refusal(client, table, "deal", version=version, done=True)
    assert (status, words) == (422, "the card at a2 is missing")
    status, words = refusal(client, table, "deal", version=version, text="U2")
    assert status == 422
    assert "belongs to period" in words
    status, words = refusal(client, table, "deal", version=version, text="W1 Foo")
    assert status == 422
    assert words.startswith("nothing of it is taken: 'Foo' is no card")
    assert enter(clear=True)["decides"]["draft"]["cells"] == []
    draft = {"event": "E4", "cells": [["W1", []], ["N1", []]]}
    whole = enter(draft=draft, text="N1 M1 M2 R1 N1 W2 W2")["decides"]
    while whole["missing"]:
        whole = enter(text=str(whole["possible"]["tokens"][0]))["decides"]
    state = enter(done=True)
    assert state["decides"]["kind"] in {"move", "engine"}
    status, _ = refusal(client, table, "deal", version=state["version"], done=True)
    assert status == 409


def test_advice(client: TestClient) -> None:
    table = opened(client)
    state = at_person(client, table)
    version = state["version"]
    lines = send(client, table, "hint", version=version, lines=2)["lines"]
    legal = [item["move"] for item in state["decides"]["legal"]]
    assert [line["move"] in legal for line in lines] == [True, True]
    assert sum(lines[0]["shares"]) == pytest.approx(1)
    for line in lines:
        assert len(line["follow"]) == min(3, len(line["line"]) - 1)
        assert all(then["seat"] in {0, 1, 2} and then["words"] for then in line["follow"])
    found = send(client, table, "check", version=version, move="II:pass")
    assert found["loss"] > 0
    assert found["text"].startswith("This move loses ")
    evaluation = client.get(f"/api/tables/{table}/evaluation?ply={len(state['moves'])}").json()
    assert sum(evaluation["shares"]) == pytest.approx(1)
    assert client.get(f"/api/tables/{table}/evaluation?ply=0").status_code == 422
    assert refusal(client, table, "why", ply=2) == (409, "there is no move yet")
    send(client, table, "move", version=version, move="II:pass")
    after = at_person(client, table)
    number = 1 + max(i for i, seat in enumerate(after["seats"]) if seat == state["decides"]["seat"])
    text = send(client, table, "why", ply=number)["text"]
    assert text[0].startswith("It loses ")


def test_texts(client: TestClient) -> None:
    table = opened(client)
    address = f"/api/tables/{table}/text"
    unseen = client.get(f"{address}?what=unseen").json()["unseen"]
    assert "Mine M1" in unseen["Period A, not dealt yet"]
    assert "Adviser" in client.get(f"{address}?what=help&name=Ad").json()["text"]
    assert client.get(f"{address}?what=help&name=xyzzy").status_code == 404
    assert client.get(f"{address}?what=else").status_code == 400
