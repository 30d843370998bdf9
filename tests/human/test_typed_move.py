"""Names on the screen as input: what they mean, and why they mean nothing that can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.human_sessions import play, saved_moves
from support.position_builder import seat, table

from spyrium_ai.game.position import Position
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.typed_move import meant
from spyrium_ai.human.typed_refusal import to_you, why_not

MARKET = {"a1": "Ar.1", "b1": "Co", "c1": "M2", "a2": "R1", "b2": "M1"}


def phase_one(money: int = 10) -> Position:
    me = seat(phase="I", money=money, active=2, workers=3)
    return table(me, seat(), market=MARKET, slots={"a1b1": "1", "b1c1": "2"}, event="E3")


def phase_two(money: int = 10) -> Position:
    me = seat("W1", "M1", phase="II", money=money, spyrium=3, active=1, workers=3)
    return table(me, seat(), market=MARKET, slots={"a1b1": "1", "b1c1": "2"}, event="E3")


def moves(position: Position, text: str) -> list[str] | None:
    items = meant(text, Menu(position.board(), position.legal()))
    return items if items is None else [item.move for item in items]


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("b1c1", ["place:b1c1"]),
        ("c1b1", ["place:b1c1"]),
        ("place a1b1", ["place:a1b1"]),
        ("commerce", ["II:activate:a1b1:b1"]),
        ("Co", ["II:activate:a1b1:b1"]),
        ("comm", ["II:activate:a1b1:b1"]),
        ("ii patent b1", ["II:activate:a1b1:b1"]),
        ("architect", [f"II:activate:a1b1:a1:token=1:{do}" for do in ("advance", "score")]),
        ("architect advance", ["II:activate:a1b1:a1:token=1:advance"]),
        ("money commerce", ["II:money:a1b1:b1"]),
        ("E3", ["event:pay3", "event:pay6", "II:event:pay3", "II:event:pay6"]),
        ("E4", []),
        ("residence", []),
        ("xyzzy", None),
        ("commerce xyzzy", None),
        ("", None),
        ("c", None),
    ],
)
def test_names_mean_the_legal_moves_that_they_fit(text: str, played: list[str] | None) -> None:
    assert moves(phase_one(), text) == played


def test_a_slot_means_what_a_worker_there_can_do() -> None:
    assert moves(phase_one(), "a1b1") == [
        "place:a1b1",
        "II:activate:a1b1:a1:token=1:advance",
        "II:activate:a1b1:a1:token=1:score",
        "II:activate:a1b1:b1",
        "II:money:a1b1:a1",
        "II:money:a1b1:b1",
    ]


def test_buildings_are_used_by_their_names() -> None:
    assert moves(phase_two(), "workshop") == ["use:W1:1"]
    assert moves(phase_two(), "use M1") == ["use:M1:1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("commerce", "it costs £7, player 1 has £1"),
        ("b1", "it costs £7, player 1 has £1"),
        ("event", "it costs £3, player 1 has £1"),
        ("residence", "no worker of player 1 stands next to the Residence at a2"),
        ("b2c2", "no worker of player 1 stands at b2c2"),
        ("E1", "it costs £3, player 1 has £1"),
    ],
)
def test_what_cannot_be_played_is_told_with_its_price(text: str, reason: str) -> None:
    assert why_not(text, phase_two(money=1).board()) == reason


def test_a_reason_addresses_the_person() -> None:
    assert to_you("player 1 has no active worker", 1) == "you have no active worker"
    assert to_you("player 1 still has 2 workers", 1) == "you still have 2 workers"
    assert to_you("player 2 has £1", 1) == "player 2 has £1"


def test_a_name_that_means_one_move_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("a1b1", "b1a1", f"save {path}")
    assert saved_moves(path)[2:] == ["place:a1b1", "place:a1b1"]
