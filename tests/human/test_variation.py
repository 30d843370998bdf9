"""A line of play that is walked back and forth."""

from __future__ import annotations

import pytest
from support.explorations import DEALT
from support.position_lines import IN_TURN

from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.human.variation import Variation
from spyrium_ai.util.errors import UsageError


def test_the_text_is_that_of_the_present_position() -> None:
    variation = Variation(f"{DEALT} place:a1b1")
    assert variation.text == f"{DEALT} place:a1b1"
    assert variation.back(1) == 1
    assert variation.text == DEALT
    assert variation.back(9) == 2
    assert (variation.text, variation.has_past) == ("start 2", False)
    assert variation.forward(9) == 3
    assert Variation(variation.text).position == variation.position


def test_a_position_line_is_a_start_too() -> None:
    variation = Variation(IN_TURN)
    variation.play("money:b1b2:b1")
    assert variation.text == f"{IN_TURN} moves money:b1b2:b1"
    after = Position.parse(IN_TURN)
    after.apply("money:b1b2:b1")
    assert variation.position == after


def test_a_move_made_again_keeps_what_came_after_it_and_another_does_not() -> None:
    variation = Variation(f"{DEALT} place:a1b1 place:b1c1")
    variation.back(2)
    variation.play("place:a1b1")
    assert variation.forward(1) == 1
    variation.back(2)
    variation.play("place:b1c1")
    assert variation.forward(1) == 0


def test_what_is_not_possible_changes_nothing() -> None:
    variation = Variation(DEALT)
    with pytest.raises(IllegalMoveError):
        variation.play("place:z9z9")
    assert variation.text == DEALT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a position is missing"),
        ("start 6", "players '6' is not"),
        ("start 2 setup:1:E4", "unknown word 'setup:1:E4' after the position"),
        (f"{DEALT} place:a9a9", "move 3 'place:a9a9' is not"),
    ],
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=f"not a position: .*{why}"):
        Variation(text)
