"""What `expectimax` takes the rivals to do, with more than two players."""

from __future__ import annotations

import pytest
from support.engine_cases import positions
from support.turn_searches import EVEN, Everything, deepen, look, search_of

from spyrium_ai.game.position import Position
from spyrium_ai.search.expectimax import BRS_PLUS, PARANOID
from spyrium_ai.search.stop_flag import StopFlag


def test_of_three_rivals_only_one_replies() -> None:
    """Unlike two plies, four have moves of several rivals."""
    differ = 0
    for position in [late for late in positions(4, seed=2, every=1) if is_short(late)]:
        values = {}
        for rivals in (BRS_PLUS, PARANOID):
            search = search_of(position, EVEN, rivals=rivals)
            assert look(search, 4)[0]
            shares = Everything(search, position, rivals).shares(position, 4)
            values[rivals] = shares[position.to_move - 1]
            assert search.share == pytest.approx(values[rivals], abs=0.002), str(position)
        assert values[BRS_PLUS] > values[PARANOID] - 0.002, str(position)
        differ += values[BRS_PLUS] > values[PARANOID] + 0.002
    assert differ > 0


@pytest.mark.parametrize("rivals", [BRS_PLUS, PARANOID])
@pytest.mark.parametrize("start", [16, 40, 72])
def test_what_is_known_for_one_seat_is_not_taken_for_another(start: int, rivals: str) -> None:
    """A search for one seat after another does what a search for the second alone does."""
    first, second = pair_of_decisions(positions(3, seed=2, every=1)[start:])
    alone, search = (search_of(position, rivals=rivals) for position in (second, first))
    deepen(search, 8, StopFlag())
    search.begin(second.state, 1)
    for each in (alone, search):
        deepen(each, 7, StopFlag())
    assert (search.share, search.nodes) == (alone.share, alone.nodes)


def pair_of_decisions(game: list[Position]) -> tuple[Position, Position]:
    """Return a decision and the one after a move there, of another seat: searches meet it."""
    for position in game:
        for move in position.legal():
            child = position.copy()
            child.apply(move)
            if not (child.is_chance or child.is_over) and child.to_move != position.to_move:
                return position, child
    raise AssertionError("no such decisions")


def is_short(position: Position) -> bool:
    """Return whether all can be gone through: four plies of few moves."""
    return len(position.legal()) > 1 and position.perft(4) < 3_000
