"""The tables of summaries: what stands where, and that they fit."""

from __future__ import annotations

from support.plain_reviews import deal, decision, review

from spyrium_ai.analysis.review.game_review import KINDS
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.review.summary_table import summary_lines

MADE = [
    *(decision(turn=turn, loss=0.03, kind=kind) for turn in range(1, 7) for kind in KINDS),
    *(decision(2, 0.12, turn=turn) for turn in (2, 4, 4)),
    decision(2, legal=1, turn=5),
]
GAME = review(MADE, [deal(1, (-0.2, 0.2))])


def tables(*names: str) -> list[list[str]]:
    """Return the tables as lines, the title first."""
    games = [GAME] * 10
    if names:
        games = [review(MADE, [deal(1, (-0.2, 0.2))], players=names)]
    lines = list(summary_lines(player_summaries(games), [(1, 0.09), (2, 0.03), (3, 0.01)]))
    assert all(len(line) <= 80 and line.isascii() for line in lines)
    return [table.split("\n") for table in "\n".join(lines).split("\n\n")]


def test_the_tables() -> None:
    means, levels, classes, by_turn, by_kind, bad_by_turn, bad_by_kind = tables()
    assert means[1].split() == ["games", "decisions", "loss", "95", "%", "interval", "points"]
    assert means[2].split() == ["anna", "10", "420", "3.0", "3.0", "-", "3.0", "0.30"]
    assert [line.split()[0] for line in means[2:]] == ["anna", "ben"]
    assert [line.split(maxsplit=1) for line in levels[2:]] == [
        ["anna", "level 2"],
        ["ben", "below level 1"],
    ]
    assert classes[1].split() == [
        *("forced", "none", "small", "error", "blunder"),
        "luck",
        "a",
        "game",
    ]
    assert classes[3].split() == ["ben", "10", "0", "0", "0", "30", "+200.0", "+20.0"]
    assert by_turn[3].split() == ["ben", "-", "12.0", "-", "12.0", "-", "-"]
    assert by_kind[1].split() == " ".join(KINDS).split()
    assert by_kind[2].split() == ["anna", *["3.0"] * len(KINDS)]
    assert bad_by_turn[3].split() == ["ben", "-", "10", "-", "20", "0", "-"]
    assert bad_by_kind[2].split() == ["anna", *["0"] * len(KINDS)]


def test_long_and_hostile_names_stay_in_the_columns() -> None:
    found = tables("a-name-of-forty-letters-and-more-" * 2, "[red]x\x1b[2J")
    assert "[red]x\\x1b[2J" in "\n".join(found[0])
    assert found[1][-1].endswith("too few games")
