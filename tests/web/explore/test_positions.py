"""Positions that are pasted, branches, and deals in them."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from support.web_games import recorded

from spyrium_ai.game.position import Position
from spyrium_ai.human.variation import Variation

MOVES = [ply.move for ply in recorded().plies]
BEFORE_TURN_2 = MOVES.index(next(move for move in MOVES[2:] if move.startswith("deal:")))

Data = dict[str, Any]


def at(plies: int) -> str:
    return f"start 2 moves {' '.join(MOVES[:plies])}"


def ask(client: TestClient, what: str, **body: object) -> Data:
    answer = client.post(f"/api/analysis/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(client: TestClient, what: str, **body: object) -> str:
    answer = client.post(f"/api/analysis/{what}", json=body)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"])


def test_a_position_says_who_decides_and_what_is_legal(client: TestClient) -> None:
    found = ask(client, "line", position=at(12))
    position = Variation(at(12)).position
    decides = found["decides"]
    assert found["position"] == str(position)
    assert (decides["kind"], decides["seat"]) == ("move", position.to_move)
    assert {item["move"] for item in decides["legal"]} == set(position.legal())
    assert found["moves"] == []


def test_a_branch_is_a_track_with_words(client: TestClient) -> None:
    line = Variation(at(12)).position.legal()[-1:]
    found = ask(client, "line", position=at(12), line=line)
    assert found["moves"] == line
    assert len(found["changes"]) == len(found["words"]) == 1
    after = Variation(at(12)).position.copy()
    after.apply(line[0])
    assert found["position"] == str(after)
    assert found["seats"] == [Variation(at(12)).position.to_move]


def test_where_chance_decides_and_at_the_end_nothing_is_legal(client: TestClient) -> None:
    assert ask(client, "line", position="start 3")["decides"] == {"kind": "deal", "setup": True}
    decides = ask(client, "line", position=at(BEFORE_TURN_2))["decides"]
    assert decides == {"kind": "deal", "setup": False}
    over = ask(client, "line", position=at(len(MOVES)))["decides"]
    assert over["kind"] == "over"
    assert tuple(over["scores"]) == recorded().scores


@pytest.mark.parametrize("start", ["start 2", str(Variation(at(12)).position)])
def test_a_pasted_position_is_a_game_of_its_moves(client: TestClient, start: str) -> None:
    moves = MOVES[:12] if start == "start 2" else MOVES[12:16]
    game = ask(client, "game", position=f"{start} moves {' '.join(moves)}")
    assert (game["first"], game["moves"]) == (start, moves)
    assert [player["name"] for player in game["players"]] == ["seat 1", "seat 2"]
    assert len(game["changes"]) == len(moves)
    assert ask(client, "game", position=start)["moves"] == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is missing; expected: start N, or 11 + N fields"),
        ("start", "the number of players is missing after start"),
        ("start 9", "players '9'"),
        ("hello <b>", "players 'hello'"),
        ("start 2 moves pass", "move 1 'pass'"),
        (f"{at(2)} place:a1b9", "move 3 'place:a1b9'"),
        ("start 2 more", "unknown word 'more'"),
        ("start 2 moves \x1b[2J", r"move 1 '\x1b[2J'"),
    ],
)
@pytest.mark.parametrize("what", ["game", "line", "deal"])
def test_what_is_no_position_is_answered_in_words(
    client: TestClient, what: str, text: str, reason: str
) -> None:
    answer = refused(client, what, position=text)
    assert answer.startswith("not a position: ")
    assert reason in answer
    assert answer.isprintable()


def test_a_move_of_a_branch_that_is_not_legal_is_named(client: TestClient) -> None:
    answer = refused(client, "line", position=at(12), line=["place:z9z9"])
    assert answer.startswith("'place:z9z9': ")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{}", 400),
        (b'{"position": 3}', 400),
        (b'{"position": "start 2", "line": "x"}', 400),
        (b"[" * 9999, 400),
        (b'{"position": "' + b"a" * 70_000 + b'"}', 413),
    ],
)
def test_what_is_no_question_is_refused(client: TestClient, body: bytes, status: int) -> None:
    kind = {"content-type": "application/json"}
    assert client.post("/api/analysis/line", content=body, headers=kind).status_code == status
    assert client.post("/api/analysis/line", content=b"{}").status_code == 415


def test_a_deal_is_drawn_typed_or_written(client: TestClient) -> None:
    there = {"position": at(BEFORE_TURN_2)}
    drawn = ask(client, "deal", **there)["deal"]
    again = ask(client, "deal", **there, text=drawn)["deal"]
    assert again == drawn
    in_words = drawn.removeprefix("deal:")
    assert ask(client, "deal", **there, text=in_words)["deal"] == drawn
    assert ask(client, "deal", position="start 2", text="2 E4")["deal"] == "setup:2:E4"
    position = Position.start(2)
    position.apply("setup:2:E4")
    assert position.is_chance


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("xyzzy", "xyzzy"),
        ("M1", "the event is missing"),
        ("deal:nonsense", "'deal:nonsense'"),
    ],
)
def test_a_deal_that_is_not_possible_is_refused(client: TestClient, text: str, reason: str) -> None:
    assert reason in refused(client, "deal", position=at(BEFORE_TURN_2), text=text)


def test_where_a_player_decides_nothing_is_dealt(client: TestClient) -> None:
    answer = refused(client, "deal", position=at(12))
    assert answer == "nothing is dealt in this position"
