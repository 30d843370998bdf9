"""What is said of an error: only what the ends of the turn and pairs of games show."""

from __future__ import annotations

import pytest
from support.position_builder import seat, table

from spyrium_ai.analysis.review.reasons import NO_SINGLE_REASON, reasons
from spyrium_ai.game.position import IllegalMoveError, Position

PAIRS = 30
RIVAL = seat("L2", phase="P", money=12)


def taylorism(money: int = 60) -> Position:
    """Seat 1 can have Taylorism, worth a point for each of its five workers at the end."""
    chooser = seat("M3", money=money, workers=5, event_used=True, spyrium=4)
    return table(chooser, RIVAL, market={"a1": "Ta", "b1": "Mi.1"}, slots={"a1b1": "1"}, turn=5)


BUY, LEAVE = "activate:a1b1:a1", "money:a1b1:a1"


def test_a_technique_that_was_left_is_named_by_both() -> None:
    turn, games = reasons(taylorism(), [BUY], [LEAVE], PAIRS)
    assert turn == (
        "After the turn, the better line has 3 Spyrium and the Taylorism more, and £6 less "
        "(the rest of the turn played by heuristic)."
    )
    assert games.startswith("In 30 pairs of games played on by heuristic: ")
    assert "points more from Taylorism" in games


def test_points_that_were_left_are_named() -> None:
    chooser = seat("M3", "F2", money=8, event_used=True)
    market = {"a1": "Bu.3", "b1": "Mi.1"}
    position = table(chooser, RIVAL, market=market, slots={"a1b1": "1"}, turn=5)
    turn, games = reasons(position, ["activate:a1b1:a1:token=3"], [LEAVE], PAIRS)
    assert turn.startswith("After the turn, the better line has 3 points more (the rest ")
    assert games.endswith(": 3.0 ± 0.0 points more scored during the game.")


def test_games_that_do_not_show_the_loss_do_not_explain_it() -> None:
    (turn,) = reasons(taylorism(), [LEAVE], [BUY], PAIRS)
    assert "and 3 Spyrium and the Taylorism less" in turn


def test_equivalent_moves_have_no_single_reason() -> None:
    assert reasons(taylorism(), [LEAVE], ["money:a1b1:b1"], PAIRS) == (NO_SINGLE_REASON,)


def test_whole_lines_are_compared_as_they_are() -> None:
    turn, *_ = reasons(taylorism(), [BUY, "use:M3:2", "pass"], [LEAVE, "use:M3:2", "pass"], 2)
    assert turn == "After the turn, the better line has the Taylorism more, and £6 less."


def test_a_longer_line_is_cut_to_the_shorter_one() -> None:
    """Else the one-ply player would use the Mine after one of the moves alone."""
    passing = [BUY, "pass"]
    alone = reasons(taylorism(), passing, [LEAVE, "pass"], 2)[0]
    assert alone == "After the turn, the better line has the Taylorism more, and £6 less."
    assert (
        reasons(taylorism(), passing, [LEAVE], 2)[0] == reasons(taylorism(), [BUY], [LEAVE], 2)[0]
    )


def test_a_line_counts_up_to_a_move_that_is_not_legal() -> None:
    assert reasons(taylorism(), [BUY, "use:F1:1"], [LEAVE], 2) == reasons(
        taylorism(), [BUY], [LEAVE], 2
    )
    with pytest.raises(IllegalMoveError):
        reasons(taylorism(), ["use:F1:1"], [LEAVE], 2)


def test_a_rival_is_mentioned_for_a_card() -> None:
    seats = (seat(money=8, event_used=True), seat(money=20, event_used=True))
    position = table(
        *seats, market={"a1": "Bu.3", "b1": "R2"}, slots={"a1b1": "1", "b1c1": "2"}, turn=5
    )
    taking = ["activate:a1b1:b1:advance", "money:b1c1", "pass", "pass"]
    leaving = [LEAVE, "activate:b1c1:b1:score", "pass", "pass"]
    turn, *_ = reasons(position, taking, leaving, 2)
    assert turn == (
        "After the turn, the better line has 1 residence space and the Residence (R2) more, "
        "and £6 less; seat 2 has the Residence (R2) less."
    )


def test_a_rival_is_not_mentioned_for_little() -> None:
    """Seat 2 sells 1 Spyrium for £3 in one of the lines."""
    chooser = seat(money=8, event_used=True)
    market = {"a1": "Bu.3", "b1": "R2"}
    position = table(chooser, seat(), market=market, slots={"a1b1": "1"}, turn=5)
    turn, *_ = reasons(
        position,
        ["activate:a1b1:a1:token=3", "event:pay1", "pass", "pass"],
        [LEAVE, "pass", "pass"],
        2,
    )
    assert turn == "After the turn, the better line has 3 points more."


def test_the_last_turn_has_its_final_accounts_and_no_games() -> None:
    chooser = seat("F2", "M3", points=8, money=20, spyrium=3)
    position = table(chooser, seat("H1", phase="P", points=9), turn=6)
    (told,) = reasons(position, ["use:F2:1", "pass"], ["pass"])
    assert told == (
        "At the end of the game, the better line has 10 points more "
        "(10 more scored during the game)."
    )
    assert reasons(position, ["pass"], ["event:pay1", "pass"]) == (NO_SINGLE_REASON,)


def test_all_follows_from_the_seed() -> None:
    texts = [reasons(taylorism(), [BUY], [LEAVE], PAIRS, seed) for seed in (1, 1, 2)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]
