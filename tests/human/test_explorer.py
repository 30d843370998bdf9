"""Exploring positions: what is typed, and what is shown of the lines of an engine."""

from __future__ import annotations

import re

import pytest
from support.explorations import MCTS, TWO_LINES, after, examine, scripted, where
from support.position_lines import BETWEEN, OVER

from spyrium_ai import STRONGEST
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.util.errors import HaltError, UsageError


def test_a_position_is_shown_with_its_best_lines() -> None:
    text = examine(spec=MCTS, board=False)
    assert text.startswith("== Turn 1 of 6, period A")
    assert text.count("mcts:nodes=200: depth ") == 1
    assert re.findall(r"^ (\d)\. ", text, re.MULTILINE) == ["1", "2", "3"]
    assert re.search(r"200 nodes, \d+\.\d s$", text, re.MULTILINE)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80
    moves = re.findall(r"^     ((?:II:)?[a-z]+(?::[^: ]\S*)?)(?: |$)", text, re.MULTILINE)
    assert set(moves) <= set(Position.parse(after()).legal())


def test_each_line_has_shares_points_words_and_notation() -> None:
    rows = examine("", spec=TWO_LINES, lines=2).splitlines()
    (start,) = (i for i, row in enumerate(rows) if row.startswith(" 1. "))
    assert rows[start - 2].split(": ")[-1].startswith("depth 3, 12,345 nodes, ")
    assert rows[start - 1].split() == ["seat", "1", "seat", "2", "VP", "1", "VP", "2"]
    assert rows[start].split() == ["1.", "61.8", "%", "38.2", "%", "31.5", "28.0", "solved"]
    assert rows[start + 1].startswith("     2: place a worker at a1b1, between Mine (M1) and")
    assert rows[start + 2] == "     place:a1b1 place:b1c1"
    assert rows[start + 3].split() == ["2.", "50.0", "%", "50.0", "%", "30.5", "29.0"]


def test_moves_are_played_by_number_notation_and_rank_and_taken_back() -> None:
    text = examine(
        *("3", "position", "back", "place:b1c1", "position", "u"),
        *("go", "play 2", "position", "back 2", "position", "forward", "position"),
        *("back 99", "forward 2", "forward 99", "position"),
        spec=TWO_LINES,
    )
    assert where(text) == [
        after("place:a2a3"),
        after("place:b1c1"),
        after("place:b1c1"),
        after(line="start 2 moves setup:1:E4"),
        after(),
        after("place:b1c1"),
    ]
    assert "Seat 1: places a worker at b1c1, between" in text
    assert "Taken back: 2 steps." in text


def test_another_move_makes_that_taken_back_forgotten() -> None:
    text = examine("place:a1b1", "back", "place:b1c1", "back", "forward", "forward", "position")
    assert where(text) == [after("place:b1c1")]
    assert "There is nothing further that way." in text


def test_lines_of_another_position_cannot_be_played() -> None:
    text = examine("play", "", "play 3", "play x", "1", "play", spec=TWO_LINES)
    assert text.count("This position has not been searched yet") == 2
    assert "There is no line 3: they are 1 to 2." in text
    assert "There is no line x: they are 1 to 2." in text


@pytest.mark.parametrize(
    "deal",
    [
        "deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3",
        "deal deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3",
        "deal M1 W1 Bu 1 M2 R1 Ap Lo W1 N1 E3",
        "deal\nM1 W1 Bu 1 M2 R1 Ap Lo W1 N1\nE3\n",
        "deal M1 W1 Bu 1\nM2 R1 Ap Lo W1 N1 E3\n",
    ],
)
def test_deals_by_hand(deal: str) -> None:
    text = examine("deal setup:1:E4", *deal.split("\n"), "position", line=None)
    assert where(text) == [after()]


def test_random_deals_are_the_same_by_seed() -> None:
    typed = ("deal 1 E4", "deal random 7", "position", "back", "deal random 7", "position")
    first, second = where(examine(*typed, line="start 3"))
    assert first == second
    text = examine("deal random", "deal random", "moves", line=None)
    assert text.count("Seed ") == 2
    assert "Place a worker" in text


def test_the_dialogue_of_a_deal_leads_back_and_out() -> None:
    text = examine("deal 1 E4", "deal", "save", "undo", "deal", "undo", "deal", "quit", line=None)
    assert "There is no game to save" in text
    assert "Taken back: 1 step." in text
    assert "There is nothing to take back yet." in text
    assert text.rstrip().endswith("First player (1 2):")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hepl", "did you mean 'help'?"),
        ("place:a9", "'place:a9' is neither a legal move nor a command"),
        ("pass", "type II:pass to confirm"),
        ("use:F1:1", "'use:F1:1' is not legal: "),
        ("99", "There is no move 99: the moves are 1 to 15."),
        ("9" * 5000, "There is no move 999"),
        ("back x", "'x' is not a number from 1 to 10000."),
        ("deal random", "Nothing is dealt here"),
        ("deal:M1:E3", "Not played: 1 cards instead of 9."),
        ("lines 0", "'0' is not a number from 1 to 50."),
        ("lines 2", "Searches show 2 lines."),
        ("engine mtcs", "Not changed: no player 'mtcs'; did you mean 'mcts'?"),
        ("engine human", "Not changed: only engines can search for lines."),
        ("engine", f"The engine is {STRONGEST}."),
        ("position start 9", "Not changed: not a position: "),
        ("position start 2 moves x", "Not changed: not a position: move 1 'x' is not"),
        ("go fast", "'fast' is neither a number of seconds nor `infinite`."),
        ("go 0", "'0' is neither"),
        ("go infinite", "Nobody is there to stop an infinite search"),
        ("help", "deal random [SEED] "),
        ("help Co", "Commerce (Co)"),
        ("help xyz", "No card or event has the code 'xyz'."),
        ("unseen", "Tokens in the reserve: "),
        ("position start 4", "A game for 4 before its setup."),
        (f"position {OVER}", "The game is over (back, position, or help):"),
        (f"position {BETWEEN}", "The deal of turn 2 is due (deal, or help):"),
    ],
)
def test_what_is_typed_is_answered(typed: str, answer: str) -> None:
    assert answer in examine(typed)


def test_where_nobody_decides_there_is_nothing_to_search() -> None:
    text = examine("go", "1", "moves", "deal M9 E4", "deal random x", line="start 2")
    assert text.count("No player decides here") == 3
    assert "Not dealt: " in text
    assert "'x' is not a seed" in text
    for line, why in ((BETWEEN, "chance decides"), (OVER, "the game is over")):
        with pytest.raises(UsageError, match=why):
            examine(line=line, board=False)


def test_the_engine_stays_when_the_number_of_players_changes() -> None:
    typed = ("engine", "position start 3", "engine", "engine uct", "position start 2", "engine")
    text = examine(*typed)
    assert re.findall(r"The engine is (.*)\.", text) == [STRONGEST, STRONGEST, "uct", "uct"]


def test_only_what_can_be_a_line_is_shown() -> None:
    hostile = scripted(
        "info nodes 1 time 1 multipv 1 value 600 400 points nan 1e300 pv place:a1b1 place:z9z9",
        "info nodes 1 time 1 multipv 2 value 600 500 pv place:b1c1",
        "info nodes 1 time 1 multipv 3 value 1000 pv place:b1b2",
        "info nodes 1 time 1 multipv 4 value 500 500 pv place:z9z9",
        "info nodes 1 time 1 multipv 5 value 500 500 pv place:a1b1",
        f"info depth {10**9} nodes 1 time 1 multipv 6 value 100 900 pv place:a2b2 string \x1b[2J",
        "info nodes 1 time 1 multipv 99 value 500 500 pv place:a2a3",
        "bestmove place:a1b1",
    )
    text = examine("", spec=hostile, lines=6)
    assert re.findall(r"^ (\d)\. +(\d+\.\d)", text, re.MULTILINE) == [("1", "60.0"), ("2", "10.0")]
    assert "\n     place:a1b1\n" in text
    assert "VP 1" not in text
    assert "\x1b" not in text
    assert "reports no more lines than these." in text


def test_engines_that_report_nothing_or_nonsense_are_told() -> None:
    text = " ".join(examine("", spec=scripted("bestmove place:a1b1")).split())
    assert "reports no lines. It would play 2: place a worker at a1b1, between" in text
    text = " ".join(examine("", spec=scripted("bestmove place:z9z9")).split())
    assert "chose place:z9z9, which is not a legal move." in text
    text = examine(
        "", spec=scripted("info nodes 5 time 1 value 600 400", "bestmove place:a1b1"), lines=1
    )
    assert "\n     place:a1b1\n" in text


def test_an_engine_that_breaks_off_is_started_again() -> None:
    crash = scripted(go="raise SystemExit(3)")
    text = " ".join(examine("", "", spec=crash).split())
    assert text.count("crash: ended with exit status 3") == 2
    with pytest.raises(HaltError, match="crash: ended with exit status 3"):
        examine(spec=crash, board=False)
    text = examine("engine mcts:speed=9", "")
    assert "No lines: mcts:speed=9: no option 'speed'" in text


def test_people_cannot_be_asked() -> None:
    with pytest.raises(UsageError, match="only engines"):
        examine(spec=parse_player("human"))


def test_a_wrong_position_is_refused() -> None:
    with pytest.raises(UsageError, match="not a position: players '7' is not"):
        examine(line="start 7")
