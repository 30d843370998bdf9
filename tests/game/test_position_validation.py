"""Which positions are accepted (docs/notation.md): each condition broken alone, by field."""

from __future__ import annotations

import pytest
from support.position_builder import refusal
from support.position_lines import (
    BETWEEN,
    BONUS,
    IN_TURN,
    OVER,
    START,
    with_field,
    with_fields,
    with_parts,
)

from spyrium_ai.game.position import Position


def refused(line: str) -> str:
    """Why the line is refused."""
    error = refusal(line)
    assert error is not None, f"accepted: {line}"
    assert str(error) == f"{error.field}: {error.reason}"
    return str(error)


@pytest.mark.parametrize("line", [START, BETWEEN, IN_TURN, BONUS, OVER])
def test_the_lines_that_are_spoilt_below_are_accepted(line: str) -> None:
    assert str(Position.parse(line)) == line


@pytest.mark.parametrize(
    ("line", "texts", "why"),
    [
        (IN_TURN, {2: "0"}, "who decides: before the setup only chance decides"),
        (IN_TURN, {4: "2"}, "who decides: player 2 has passed"),
        (IN_TURN, {4: "."}, "who decides: the game is not over"),
        (OVER, {2: "5"}, "who decides: the game is not over"),
        (OVER, {12: "II/e/18/2/3/3/0/4/m/M1*,F2/Cr,Ta*/-"}, "who decides: the game is not over"),
        (OVER, {4: "1"}, "who decides: player 1 has passed"),
        (OVER, {4: "?"}, "market: not empty between turns"),
        (IN_TURN, {4: "?"}, "market: not empty between turns"),
        (START, {4: "1"}, "who decides: before the setup only chance decides"),
    ],
)
def test_who_decides_has_not_passed(line: str, texts: dict[int, str], why: str) -> None:
    assert refused(with_fields(line, texts)) == why


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({3: "-"}, "first player: missing"),
        ({7: "-"}, "event: missing"),
        ({8: "-"}, "next event: missing"),
        ({7: "E7"}, "events: one twice"),
        ({7: "E1.2"}, "events: one twice"),
        ({8: "E3"}, "events: one twice"),
        ({11: "E1,E3,E4,E5"}, "unseen events: 4 unseen, not 5"),
        ({11: "-"}, "unseen events: 0 unseen, not 5"),
        ({2: "2"}, "unseen events: 5 unseen, not 4"),
        ({2: "2", 11: "E1,E3,E4,E5"}, "cards dealt: 9 cards dealt, not 18"),
        ({9: "-"}, "cards dealt: 0 cards dealt, not 9"),
        ({9: "W2,W2,W2,U1,Ar,Co,Lo,Ca,Cr"}, "cards dealt: 3 W2 dealt, the deck has 2"),
        ({9: "M2,M3,W2,Ar,Co,Lo,Au,Ca,Cr"}, "cards dealt: 1 M3 dealt, the deck has 0"),
        ({5: "Co,W2,-,-,Ar.2,Lo,M1,Ca,-"}, "market: 1 M1 in the market, 0 dealt"),
        ({5: "Co,W2,M2,-,Ar.2,Lo,M2,Ca,-"}, "market: 2 M2 in the market, 1 dealt"),
        ({5: "Co,W2,-,-,Ar.2.2,Lo,M2,Ca,-"}, "market: 2 tokens on Ar, at most 1"),
        ({5: "Co,W2.1,-,-,Ar.2,Lo,M2,Ca,-"}, "market: 1 tokens on W2, at most 0"),
        ({5: "Co,W2,-,-,Ar,Lo,M2,Ca,-"}, "tokens: 7 of value 2, not 8"),
        ({10: "8.7.8/1.0.0"}, "tokens: 9 of value 1, not 8"),
        ({10: "0.7.8/0.0.8"}, "tokens: 0 of value 1, 16 of value 3, not 8"),
        (
            {5: "Co,W2,-,-,-,Lo,M2,Ca,-", 10: "7.8.8/1.0.0"},
            "market: 4 empty cells, 3 cards can have left",
        ),
        ({6: "2,-,-,-,-,-,-,1,-,1,-,-"}, "player 2: has passed with workers in the market"),
    ],
)
def test_the_table_in_a_turn(texts: dict[int, str], why: str) -> None:
    assert refused(with_fields(IN_TURN, texts)) == why


@pytest.mark.parametrize(
    ("player", "texts", "why"),
    [
        (1, {7: "2"}, "player 1: 2 active workers and 2 in the market, 3 owned"),
        (1, {1: "I"}, "player 1: in Phase I, but workers are missing"),
        (2, {1: "I", 7: "3", 10: "U1*"}, "player 2: has used buildings in Phase I"),
        (1, {10: "U1"}, "cards owned: 2 U1 owned, at most 1"),
        (1, {11: "Lo,Cr"}, "cards owned: 1 Lo owned, at most 0"),
        (1, {11: "Au,Cr"}, "cards owned: 2 Au owned, at most 1"),
        (1, {10: "M3"}, "cards owned: 1 M3 owned, at most 0"),
        (1, {12: "2"}, "tokens: 9 of value 2, not 8"),
        (1, {3: "8"}, "player 1: 0 bonuses taken with 8 points, not 1"),
        (1, {9: "w"}, "player 1: 1 bonuses taken with 0 points, not 0"),
        (1, {3: "19", 9: "wm"}, "player 1: 2 bonuses taken with 19 points, not 1"),
        (1, {3: "20", 9: "m"}, "player 1: 1 bonuses taken with 20 points, not 2"),
    ],
)
def test_the_players_in_a_turn(player: int, texts: dict[int, str], why: str) -> None:
    assert refused(with_parts(IN_TURN, player, texts)) == why


def test_only_who_has_commerce_keeps_tokens_and_at_most_seven() -> None:
    one_less = with_field(IN_TURN, 10, "6.7.8/1.0.0")
    line = with_parts(one_less, 1, {12: "1"})
    assert refused(line) == "player 1: keeps tokens without Commerce"
    eight = with_field(with_parts(BONUS, 1, {12: "1.1.1.2.2.2.3.3"}), 10, "2.1.1/2.1.4")
    assert refused(eight) == "player 1: keeps 8 tokens"
    seven = with_field(with_parts(BONUS, 1, {12: "1.1.1.2.2.3.3"}), 10, "2.2.1/2.1.4")
    assert refusal(seven) is None


def test_a_building_without_an_effect_is_never_inclined() -> None:
    line = with_parts(BONUS, 1, {10: "L3,R2*"})
    assert refused(line) == "player 1: R2* has no effect, so it is never used"


@pytest.mark.parametrize(
    "texts", [{3: "7"}, {9: "m"}, {9: "wm"}, {8: "7"}], ids=["points", "taken", "both", "workers"]
)
def test_a_bonus_choice_is_open_only_to_whom_it_is_due(texts: dict[int, str]) -> None:
    assert refused(with_parts(BONUS, 2, texts)) == "player 2: has no bonus to choose"


def test_only_the_player_who_chooses_has_the_bonus_outstanding() -> None:
    line = with_field(BONUS, 4, "2")
    assert refused(line) == "player 2: 0 bonuses taken with 22 points, not 2"


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({5: "Ar,-,-,-,-,-,-,-,-"}, "market: not empty between turns"),
        ({6: "1,-,-,-,-,-,-,-,-,-,-,-"}, "slots: not empty between turns"),
        ({8: "E3"}, "next event: there is none between turns"),
        ({3: "-"}, "first player: unknown before the setup, known after"),
        ({7: "-"}, "event: unknown before the setup, known from there on"),
        ({11: "E1,E3,E4,E5"}, "unseen events: 4 unseen, not 5"),
        ({2: "1"}, "unseen events: 5 unseen, not 6"),
        ({2: "1", 11: "E1,E2,E3,E4,E5,E6"}, "cards dealt: 9 cards dealt, not 0"),
    ],
)
def test_the_table_between_turns(texts: dict[int, str], why: str) -> None:
    assert refused(with_fields(BETWEEN, texts)) == why


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({1: "II"}, "player 2: not in Phase I between turns"),
        ({1: "P"}, "player 2: not in Phase I between turns"),
        ({2: "e"}, "player 2: has used the event between turns"),
        ({7: "2"}, "player 2: has inactive workers between turns"),
        ({10: "U1*"}, "player 2: has used cards between turns"),
        ({11: "Co*,Au"}, "player 2: has used cards between turns"),
    ],
)
def test_the_players_between_turns(texts: dict[int, str], why: str) -> None:
    assert refused(with_parts(BETWEEN, 2, texts)) == why


def test_before_the_setup_nothing_is_known_yet() -> None:
    assert refused(with_field(START, 3, "1")).startswith("first player: unknown before the setup")
    assert refused(with_field(START, 7, "E1.1")).startswith("event: unknown before the setup")
    assert refused(with_field(START, 9, "M1")) == "cards dealt: 1 cards dealt, not 0"
    assert refused(with_parts(START, 1, {10: "M1"})) == "cards owned: 1 M1 owned, at most 0"


@pytest.mark.parametrize(
    "line",
    [
        with_parts(START, 1, {3: "20", 4: "0", 5: "9999", 6: "7", 7: "7", 8: "7", 9: "wm"}),
        with_parts(IN_TURN, 1, {2: "-", 3: "9999", 9: "wm"}),
        with_parts(IN_TURN, 2, {7: "3", 2: "-"}),
        with_parts(BONUS, 2, {3: "8", 8: "6"}),
        with_fields(OVER, {3: "2", 7: "E1.1", 8: "E3"}),
    ],
)
def test_nothing_else_about_reachability_is_checked(line: str) -> None:
    assert str(Position.parse(line)) == line
