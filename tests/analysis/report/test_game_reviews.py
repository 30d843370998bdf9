"""Analyses find their games, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.made_up_reviews import made_up_review
from support.report_games import played
from support.viewer_games import damaged

from spyrium_ai.analysis.report.game_reviews import GameReviews, analysis_beside, mismatch
from spyrium_ai.analysis.review.game_review import DecisionReview, GameReview

GAME = played(("ann", "bob"), 1)
REVIEW = made_up_review(GAME)
Change = Callable[[DecisionReview], DecisionReview]


def changed(change: Change, at: int = 4) -> GameReview:
    decisions = list(REVIEW.decisions)
    decisions[at] = change(decisions[at])
    return replace(REVIEW, decisions=tuple(decisions))


def test_an_analysis_of_the_game() -> None:
    assert mismatch(REVIEW, GAME) == ""
    assert mismatch(replace(REVIEW, decisions=REVIEW.decisions[:5]), GAME) == ""
    assert mismatch(REVIEW, damaged(GAME, 3)).startswith("ply 3 of the game is not ")


@pytest.mark.parametrize(
    ("review", "reason"),
    [
        (replace(REVIEW, players=("ann", "cat")), "the game has other players"),
        (replace(REVIEW, players=("bob", "ann")), "the game has other players"),
        (replace(REVIEW, players=("ann", "bob", "cat")), "the game has other players"),
        (changed(lambda item: replace(item, move="pass!")), "ply 7 of the game is not 'pass!'"),
        (changed(lambda item: replace(item, seat=3 - item.seat)), "ply 7 of the game is not"),
        (changed(lambda item: replace(item, ply=10**6)), "ply 1000000 of the game is not"),
        (
            replace(REVIEW, deals=(replace(REVIEW.deals[0], deal="deal:x"),)),
            "ply 2 of the game is not 'deal:x'",
        ),
        (
            changed(lambda item: replace(item, best="x", better=replace(item.better, line=("x",)))),
            "ply 7: a line is not possible: ",
        ),
        (
            changed(lambda item: replace(item, better=replace(item.better, line=("x",)))),
            "ply 7: the line of 'pass' begins with 'x'",
        ),
        (
            changed(
                lambda item: replace(item, played=replace(item.played, line=(item.move, "\x1b")))
            ),
            "ply 7: a line is not possible: ",
        ),
    ],
)
def test_analyses_of_other_games(review: GameReview, reason: str) -> None:
    found = mismatch(review, GAME)
    assert found.startswith(reason)
    assert found.isprintable()


def test_games_with_the_same_id_have_their_own() -> None:
    other = played(("ann", "bob"), 2)
    theirs = made_up_review(other)
    reviews = GameReviews([REVIEW, theirs])
    assert reviews.of(other) is theirs
    assert reviews.of(GAME) is REVIEW
    assert reviews.of(replace(GAME, id="7.7")) is None
    assert reviews.left_out() == []


def test_what_is_left_out_is_told() -> None:
    wrong = [changed(lambda item: replace(item, move="pass!"))]
    unknown = [replace(REVIEW, id=f"9.{number}\x1b") for number in range(6)]
    reviews = GameReviews([*wrong, *unknown])
    assert reviews.of(GAME) is None
    told = reviews.left_out()
    assert told[0] == ("the analysis of game '1.1' is left out: ply 7 of the game is not 'pass!'")
    assert told[1] == "the analysis of game '9.0\\x1b' is left out: no game has this id"
    assert len(told) == 6
    assert told[-1] == "2 more analyses are left out"


@pytest.mark.parametrize("name", ["games.jsonl", "games.json", "games.jsonl.gz", "games"])
def test_the_analysis_beside_a_game_log(tmp_path: Path, name: str) -> None:
    log = tmp_path / name
    log.touch()
    assert analysis_beside(log) is None
    beside = tmp_path / "games.analysis.jsonl"
    beside.touch()
    assert analysis_beside(log) == beside
    if name == "games.jsonl":
        assert analysis_beside(tmp_path) == beside
