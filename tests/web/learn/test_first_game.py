"""The first game: every step fits the game, and every task can be done by the rules."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from spyrium_ai.game.card_table import CELLS, SLOTS
from spyrium_ai.game.position import Position
from spyrium_ai.web.learn.first_game import MOVES, PLAYERS, first_game
from spyrium_ai.web.learn.lesson import STEPS, Step

GOODS = {"points", "money", "spyrium", "residence"}
PLACES = {
    *("market", "event", "next", "player1", "player2"),
    *CELLS,
    *SLOTS,
    *(f"{seat}.{good}" for seat in (1, 2) for good in GOODS),
}


def position_at(ply: int) -> Position:
    position = Position.start(len(PLAYERS))
    for move in MOVES[:ply]:
        position.apply(move)
    return position


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_a_step_points_at_places_and_asks_the_reader_alone(step: Step) -> None:
    assert set(step.points.split()) <= PLACES
    assert step.paragraphs()
    position = position_at(step.ply)
    assert not step.ask or position.to_move == 1
    assert not step.ask or MOVES[step.ply] in position.legal()


def test_steps_follow_the_game_to_its_end_and_ask_for_all_of_the_readers_moves() -> None:
    plies = [step.ply for step in STEPS]
    assert plies == sorted(plies)
    assert plies[-1] == len(MOVES)
    asked = [step.ply for step in STEPS if step.ask]
    assert asked == [ply for ply in range(2, len(MOVES)) if position_at(ply).to_move == 1]


def test_what_the_texts_say_of_money_and_points_is_so() -> None:
    start, end = position_at(2).board().seats[0], position_at(18).board()
    assert (start.money, start.spyrium, start.active, start.residence) == (10, 2, 3, 2)
    ada, ben = end.seats
    assert (ada.residence, ben.residence, end.first, end.event) == (3, 2, 2, "E6")
    paid = {ply: position_at(ply).board().seats[0].money for ply in range(2, 18)}
    assert paid[9] - paid[8] == 2
    assert paid[10] - paid[11] == 6
    assert paid[12] - paid[13] == 4
    rival = {ply: position_at(ply).board().seats[1] for ply in range(2, 18)}
    assert rival[8].money - rival[7].money == 3
    assert rival[9].money - rival[10].money == 1
    assert rival[10].points - rival[9].points == 3
    assert rival[12].points - rival[11].points == 2
    assert rival[14].active == 1


def test_tasks_come_with_what_is_legal_and_why_other_places_are_refused() -> None:
    tasks = [step for step in first_game()["steps"] if step["ask"]]
    assert all(task["answer"] in [move["move"] for move in task["legal"]] for task in tasks)
    assert any("worker" in reason for task in tasks for reason in task["refused"].values())


def test_the_page_has_all_cards_and_events_to_be_linked_to(client: TestClient) -> None:
    text = client.get("/learn").text
    for code in ("M1", "H3", "Bu", "Co", "Ta", "E1", "E7"):
        assert f'id="{code}"' in text
