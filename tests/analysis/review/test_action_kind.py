"""The kind of an action, held against what the move does to the table."""

from __future__ import annotations

from collections import Counter

import pytest
from support.position_builder import vectors

from spyrium_ai.analysis.review.action_kind import action_kind
from spyrium_ai.analysis.review.game_review import KINDS
from spyrium_ai.game.board import Board
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import Position


def workers_in_market(board: Board) -> int:
    return sum(map(len, board.slots))


def kind_by_effect(position: Position, move: str) -> str:
    """Work the kind out from the position before and after, whatever the text says."""
    number = position.to_move - 1
    result = position.copy()
    result.apply(move)
    before, after = position.board(), result.board()
    old, new = before.seats[number], after.seats[number]
    if position.bonus_open:
        return "bonus"
    # Between turns all are in Phase I again, and the event is nobody's.
    turn_ends = after.turn != before.turn
    if old.phase == "I" and (new.phase != "I" or turn_ends):
        return "Phase II"
    if new.phase == "P" or turn_ends:
        return "passing"
    if new.event_used and not old.event_used:
        return "event"
    moved = workers_in_market(after) - workers_in_market(before)
    if moved > 0:
        return "placing"
    cards_left = sum(cell is not None for cell in after.market)
    spent = (old.spyrium, old.points, old.residence, old.buildings, old.techniques, old.tokens)
    left = (new.spyrium, new.points, new.residence, new.buildings, new.techniques, new.tokens)
    takes_card = cards_left < sum(cell is not None for cell in before.market)
    return "money" if moved and spent == left and not takes_card else "activating"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_move_of_recorded_games_has_the_kind_of_what_it_does(players: int) -> None:
    met: Counter[str] = Counter()
    for game in vectors(f"games-{players}-players")[:2]:
        for step in game["steps"]:
            if not step["legal"]:
                continue
            position = Position.parse(step["position"])
            kind = action_kind(step["move"])
            assert kind == kind_by_effect(position, step["move"]), step
            met[kind] += 1
            assert {action_kind(move) for move in position.legal()} <= set(KINDS)
    assert set(met) == set(KINDS)


def test_what_is_no_move_has_no_kind() -> None:
    with pytest.raises(NotationError):
        action_kind("sing")
