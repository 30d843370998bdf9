"""Moves in words: every kind has a sentence, and the costs in it are those that are taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from support.position_builder import PASSED, one, seat, table, vectors

from spyrium_ai.game.board import Seat
from spyrium_ai.game.card_table import WORKER_LIMIT
from spyrium_ai.game.move_effects import Account, account, fields_of
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.move_menu import Menu

BONUS_OF = {"worker": "w", "money": "m"}


def recorded_moves() -> Iterator[tuple[Position, list[str]]]:
    """Give positions of the recorded games, each with all its legal moves."""
    for players in (2, 3, 4, 5):
        games = vectors(f"games-{players}-players")
        for start, game in enumerate(games[::5]):
            for step in game["steps"][start % 6 :: 6]:
                if step["legal"]:
                    yield Position.parse(step["position"]), step["legal"]


def taken_and_given(before: Seat, after: Seat, gain: Account, chosen: str) -> tuple[int, ...]:
    """Return what a move has changed, without the bonuses that came of themselves."""
    bonuses = set(after.bonuses) - set(before.bonuses) - {BONUS_OF.get(chosen, "")}
    money = 5 if "m" in bonuses else 0
    worker = int("w" in bonuses and before.workers + gain.workers < WORKER_LIMIT)
    return (
        after.money - before.money - money,
        after.spyrium - before.spyrium,
        after.points - before.points,
        after.residence - before.residence,
        after.workers - before.workers - worker,
        after.active - before.active - worker,
    )


def test_every_recorded_move_has_a_sentence_and_its_cost_is_what_is_taken() -> None:
    kinds = set()
    for position, legal in recorded_moves():
        board, number = position.board(), position.to_move
        for move in legal:
            fields = fields_of(move)
            kinds.add((fields.kind, board.event[:2] if fields.kind == "event" else ""))
            said = account(board, move)
            assert sentence(board, move)
            after = position.copy()
            after.apply(move)
            if after.is_chance or after.is_over:
                continue  # all workers are back, nothing can be compared
            real = taken_and_given(board.seats[number - 1], one(after, number), said, fields.choice)
            assert real == (
                said.money - said.paid,
                said.spyrium - said.spyrium_paid,
                said.points,
                int(said.advances),
                said.workers,
                said.workers - said.workers_used,
            ), f"{move} in {position}"
    plain = {"place", "money", "activate", "use", "reuse", "pass", "bonus"}
    assert kinds == {(kind, "") for kind in plain} | {("event", f"E{n}") for n in range(1, 8)}


def test_a_menu_has_every_legal_move_once() -> None:
    for position, legal in itertools.islice(recorded_moves(), 0, None, 5):
        menu = Menu(position.board(), legal)
        shown = [menu.move(number) for number in range(1, len(menu) + 1)]
        assert sorted(filter(None, shown)) == legal
        assert menu.move(0) is None
        assert menu.move(len(legal) + 1) is None
        assert [menu.number(move or "") for move in shown] == list(range(1, len(legal) + 1))


def words(position: Position, move: str) -> str:
    assert move in position.legal()
    return sentence(position.board(), move)


def test_a_building_says_price_workers_and_space() -> None:
    game = table(seat("R1"), PASSED, market={"b1": "M1"}, slots={"a1b1": "1", "b1b2": "1"})
    assert words(game, "activate:a1b1:b1") == (
        "take the worker at a1b1 to build the Mine (M1) at b1 "
        "for £4 (£2 + £1 for the space + £1 for workers)"
    )


def test_a_shared_symbol_is_taken_off() -> None:
    game = table(seat("M1"), market={"b1": "M2"}, slots={"a1b1": "1"})
    assert words(game, "activate:a1b1:b1:over=M1") == (
        "take the worker at a1b1 to build the Mine (M2) at b1 in place of the Mine (M1) "
        "for £2 (£5 - £3 for a shared symbol)"
    )


def test_lobbying_says_what_it_saves() -> None:
    game = table(seat(techniques="Lo"), market={"b1": "Ap"}, slots={"a1b1": "11"})
    assert words(game, "activate:a1b1:b1:lobby") == (
        "take the worker at a1b1 to call the Apprentice (Ap) at b1 "
        "for £0 (Lobbying saves £1) and 1 Spyrium and gain 3 VP"
    )


@pytest.mark.parametrize(
    ("move", "end"),
    [
        ("activate:a1b1:a1:token=2", "for £2 (for the token) and advance to residence 3 (token 2)"),
        (
            "activate:a1b1:a1:token=2:commerce",
            "for £1 (for the token) and advance to residence 3 (token 2, counted as 1 by Commerce)",
        ),
        ("activate:a1b1:b1:token=1", "for nothing and gain 1 VP (token 1)"),
        (
            "activate:a1b1:b1:token=1:commerce",
            "for nothing and gain 3 VP (token 1, counted as 3 by Commerce)",
        ),
    ],
)
def test_tokens_say_their_value_and_what_counts(move: str, end: str) -> None:
    me = seat(techniques="Co")
    game = table(me, market={"a1": "Ar.2", "b1": "Bu.1"}, slots={"a1b1": "1"})
    residence = ":advance" if ":a1:" in move else ""
    assert words(game, f"{move}{residence}").endswith(end)


def test_money_says_where_it_comes_from() -> None:
    game = table(seat(techniques="Ca"), market={"a1": "Ap"}, slots={"a1b1": "11"})
    assert words(game, "money:a1b1:a1") == (
        "take the worker at a1b1 to gain £3 at the Apprentice (Ap) in a1 "
        "(£2 of it by Capitalization)"
    )


def test_the_third_person_and_the_bonus() -> None:
    me = seat("W1", phase="I", points=7)
    game = table(me, market={"a1": "Ap"})
    assert sentence(game.board(), "II:use:W1:1", third=True) == (
        "begins Phase II and uses the Workshop (W1) with 1 worker and 1 Spyrium "
        "to gain 3 VP [8 VP: bonus]"
    )
