"""Lines that are typed for a deal: cards, tokens, places, and what is not understood."""

from __future__ import annotations

import pytest

from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_draft import Draft, DraftError, Table
from spyrium_ai.human.deal_reader import read_line
from spyrium_ai.human.deal_words import find_card, find_seat

NAMES = ["you", "mcts#1", "mcts#2"]


def entered(*lines: str, setup: bool = False) -> Draft:
    """Return what these lines make of the first deal of a table for three, or of its setup."""
    position = Position.start(3)
    if not setup:
        position.apply("setup:1:E2")
    table, draft = Table(position.board()), Draft()
    for line in lines:
        draft = read_line(table, NAMES, draft, line)
    return draft


def market(*lines: str) -> str:
    return " ".join(".".join((c.card, *map(str, c.tokens))) for c in entered(*lines).cells)


@pytest.mark.parametrize(
    ("lines", "setup"),
    [
        (["2", "4"], Draft(2, "E4")),
        (["2 E1 3"], Draft(2, "E1", 3)),
        (["e1.3", "YOU"], Draft(1, "E1", 3)),
        (["mcts#2", "1", "2"], Draft(3, "E1", 2)),
        (["setup:3:E1.1", "E5"], Draft(3, "E5")),
        (["y e7"], Draft(1, "E7")),
    ],
)
def test_a_setup_is_understood(lines: list[str], setup: Draft) -> None:
    assert entered(*lines, setup=True) == setup


@pytest.mark.parametrize(
    ("lines", "cards"),
    [
        (["M1 w2,CO"], "M1 W2 Co"),
        (["bu 3 1 ar.2.2", "mi"], "Bu.1.3 Ar.2.2 Mi"),
        (["commerce architect Univ. Neighborhood Working-class neighborhood"], "Co Ar U1 N1 N1"),
        (["M1 M2 W1", "b1 Bu 31 Ar 2"], "M1 Bu.1.3 Ar.2"),
        (["Co Lo", "a1 lo co"], "Lo Co"),
        (["Bu 1 3 M1", "a1 22"], "Bu.2.2 M1"),
        (["Bu 1", "a1", "E4"], "Bu.1"),
        (["E3", "M1 M1 M2 M2 M2 W1 W1 Bu U1", "3 21"], "M1 M1 M2 M2 M2 W1 W1 Bu.2.3 U1.1"),
        (["E3", "M1 M1 M2 M2 M2 W1 Bu U1 W1 3 2 1"], "M1 M1 M2 M2 M2 W1 Bu.2.3 U1.1 W1"),
        (["deal:M1,Ar.1.2:E3", "c1 Co"], "M1 Ar.1.2 Co"),
    ],
)
def test_a_market_is_understood(lines: list[str], cards: str) -> None:
    assert market(*lines) == cards


FULL = ["E3", "M1 M1 M2 M2 M2 W1 W1 W2 W2"]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["Xyz"], "'Xyz' is no card; left: M1 M2"),
        (["Archtect"], "'Archtect' is no card; did you mean Ar (Architect)?"),
        (["mine"], "'mine' can mean M1 (Mine), M2 (Mine): type the code"),
        (["E9"], "there is no event E9; possible: E1 E3"),
        (["9"], "there is no event E9; possible: E1 E3"),
        (["E3", "1"], "no token is due: the card at a1 comes next"),
        (["E1", "4"], "there is no token 4; possible: 1 2 3"),
        (
            ["W1 W2", "b2 M1"],
            "b2 is too early: cards go to the cells in reading order, the next one to c1",
        ),
        ([*FULL, "Co"], "'Co' is one too many: all nine cards are there; to change one, type"),
        ([*FULL, "1"], "no token is due: nothing is missing; to change the tokens of a card"),
        (["M1", "a1 2"], "Mine (M1) at a1 gets 0 tokens, not 1"),
        (["E3 1"], "no token is due"),
        (["M1 2"], "no token is due: the event comes next"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason(lines: list[str], reason: str) -> None:
    with pytest.raises(DraftError) as refusal:
        entered(*lines)
    assert str(refusal.value).startswith(reason)


def test_a_name_of_several_cards_means_the_one_that_is_left() -> None:
    assert find_card("mine", ["M2", "Mi"]) == "M2"
    assert find_card("WORK", ["M1", "W1"]) == "W1"
    assert market("M1 M1", "mine") == "M1 M1 M2"


def test_a_player_is_found_by_number_name_and_beginning() -> None:
    assert [find_seat(word, NAMES) for word in ("2", "YOU", "yo", "mcts#2")] == [2, 1, 1, 3]
    for word in ("4", "mcts", "nobody"):
        with pytest.raises(DraftError, match="is no player, or not clear; players: 1 you, 2 mcts"):
            find_seat(word, NAMES)
