"""Positions as text, both ways, and where an error is said to be (docs/notation.md, Positions)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.position_builder import played_out, refusal
from support.position_lines import BONUS, IN_TURN, with_field, with_part

from spyrium_ai.game.notation import FIELD_NAMES, NotationError, format_board, parse_board
from spyrium_ai.game.position import Position

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"


def test_all_positions_of_the_document_are_read_and_written_as_they_were() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    lines = re.findall(r"^    ([2-5] [0-6] [-1-5] \S+ \S+,.*)$", text, re.MULTILINE)
    assert len(lines) >= 10
    for line in lines:
        assert str(Position.parse(line)) == line


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_a_game_comes_back_from_its_text(players: int) -> None:
    for position, _ in played_out(players, seed=players):
        line = str(position)
        assert format_board(parse_board(line)) == line
        assert Position.parse(line) == position
        assert position.board() == Position.parse(line).board()


def test_the_error_names_the_field_and_the_reason() -> None:
    with pytest.raises(NotationError) as refused:
        Position.parse(with_field(IN_TURN, 2, "7"))
    error = refused.value
    assert (error.field, error.reason) == ("turn", "7 is not 0 to 6")
    assert str(error) == "turn: 7 is not 0 to 6"
    assert isinstance(error, ValueError)


MALFORMED_FIELDS = {
    1: ("", "1", "6", "02", "+2", "2.", "two", "-", "\u0662"),
    2: ("", "7", "01", "-", "-1", "1.0", "10000"),
    3: ("", "0", "3", "02", "--", "a"),
    4: ("", "0", "3", "b", "1bb", "b1", "01", "-", "??", "1.", "?b", ".b", "1B"),
    5: (
        *("", "-", "Co,W2,-,-,Ar.2,Lo,M2,Ca", "Co,W2,-,-,Ar.2,Lo,M2,Ca,-,-"),
        *("Co,W2,-,-,Ar.4,Lo,M2,Ca,-", "Co,W2,-,-,Ar.02,Lo,M2,Ca,-", "Co,W2,-,-,Ar.,Lo,M2,Ca,-"),
        *("Co,W2,-,-,Ar.2.1,Lo,M2,Ca,-", "co,W2,-,-,Ar.2,Lo,M2,Ca,-", "Co,W2,-,,Ar.2,Lo,M2,Ca,-"),
        *("Co,W2*,-,-,Ar.2,Lo,M2,Ca,-", "Co,W2,-.1,-,Ar.2,Lo,M2,Ca,-", "Co,W2,-,-,Ar.2,Lo,M2,Ca,"),
    ),
    6: (
        *("", "-", "-,-,-,-,-,-,-,1,-,1,-", "-,-,-,-,-,-,-,1,-,1,-,-,-", "-,-,-,-,-,-,-,1,-,1,-,"),
        *("-,-,-,-,-,-,-,3,-,1,-,-", "-,-,-,-,-,-,-,0,-,1,-,-", "-,-,-,-,-,-,-,1,-,1.1,-,-"),
        *("-,-,-,-,-,-,-,21,-,1,-,-", "-,-,-,-,-,-,-,1-,-,1,-,-"),
    ),
    7: ("", "E1", "E8", "E0", "E2.1", "E1.0", "E1.4", "e2", "E1.1.1", "E02", "2"),
    8: ("", "E1", "E8", "E7.1", "E1.", "E3,E4"),
    9: (
        *("", "M2,W2,U1,Ar,Co,Lo,Au,Cr,Ca", "W2,M2,U1,Ar,Co,Lo,Au,Ca,Cr"),
        *("M2,W2,U1,Ar,Co,Lo,Au,Ca,", "M2,W2,U1.1,Ar,Co,Lo,Au,Ca,Cr", "M2,W2,-,Ar,Co,Lo,Au,Ca,Cr"),
        *("M2,W2,Xx,Ar,Co,Lo,Au,Ca,Cr", "M2*,W2,U1,Ar,Co,Lo,Au,Ca,Cr"),
    ),
    10: (
        *("", "-", "7.7.8", "7.7.8/", "7.7.8/1.0", "7.7/1.0.0", "7.7.8/1.0.0/0.0.0", "7.7.8.1.0.0"),
        *("07.7.8/1.0.0", "7.7.9/1.0.0", "7.7.-1/1.0.0", "7.7.8/1.0.", "7,7,8/1,0,0"),
    ),
    11: (
        *("", "E3,E1,E4,E5,E6", "E1,E3,E4,E5,E8", "E1.1,E3,E4,E5,E6", "E1,E3,E4,E5,E5", "E1,E3,"),
        *("E1.E3.E4.E5.E6", "-,E1,E3,E4,E5", "e1,E3,E4,E5,E6"),
    ),
}


@pytest.mark.parametrize(
    ("number", "text"), [(n, text) for n, texts in MALFORMED_FIELDS.items() for text in texts]
)
def test_a_malformed_field_is_refused_by_its_name(number: int, text: str) -> None:
    error = refusal(with_field(IN_TURN, number, text))
    assert error is not None, f"accepted {text!r}"
    assert error.field == FIELD_NAMES[number - 1], str(error)
    assert error.reason


# The twelve parts of a player's field, as errors name them, and what cannot stand there.
MALFORMED_PARTS = (
    ("", ("", "III", "i", "-", "II*")),
    ("", ("", "E", "ee", "x")),
    (" points", ("", "00", "01", "-1", "10000", "1.5", "-", "1e3")),
    (" money", ("", "04", "-4", "10000", "£4")),
    (" spyrium", ("", "01", "-1", "10000")),
    (" residence", ("", "0", "1", "8", "03", "-")),
    (" active workers", ("", "8", "00", "-")),
    (" workers", ("", "2", "8", "03", "-")),
    ("", ("", "mw", "ww", "W", "w,m")),
    (" buildings", ("", "M2,M1", "M1*,M1", "M1,", "M1**", "Bu", "Co", "m1", "M1.1", "-,M1")),
    (" techniques", ("", "Cr*", "Au*", "Ca*", "Eg*", "Lo,Co", "Cr,Cr", "M1", "Cr,")),
    (" tokens", ("", "0", "4", "2.1", "1,2", "1.", "01", "1.-")),
)


@pytest.mark.parametrize(
    ("number", "name", "text"),
    [(n, name, text) for n, (name, texts) in enumerate(MALFORMED_PARTS, 1) for text in texts],
)
def test_a_malformed_part_is_refused_by_the_players_name(number: int, name: str, text: str) -> None:
    error = refusal(with_part(IN_TURN, 2, number, text))
    assert error is not None, f"accepted {text!r}"
    assert error.field == f"player 2{name}", str(error)
    assert error.reason


@pytest.mark.parametrize(
    "line",
    [
        IN_TURN + " ",
        " " + IN_TURN,
        IN_TURN + "\n",
        IN_TURN.replace(" ", "  ", 1),
        IN_TURN.replace(" ", "\t"),
        IN_TURN + "/-",
        IN_TURN.removesuffix("/-"),
        IN_TURN + " P/e/3/2/1/2/1/3/-/-/-/-",
        with_field(IN_TURN, 1, "3"),
        " ".join(IN_TURN.split(" ")[:-1]),
        "",
        "2",
        BONUS.replace("2b", "2 b"),
    ],
)
def test_spaces_and_fields_are_exactly_as_many_as_there_should_be(line: str) -> None:
    assert refusal(line) is not None


def test_the_position_field_stands_for_a_wrong_number_of_fields() -> None:
    error = refusal(with_field(IN_TURN, 1, "3"))
    assert error is not None
    assert str(error) == "position: 13 fields instead of 14"


def test_numbers_go_up_to_9999() -> None:
    line = with_part(with_part(IN_TURN, 1, 4, "9999"), 1, 5, "9999")
    assert str(Position.parse(line)) == line
