from __future__ import annotations

from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.analysis.report.cross_table import Pair, pairs


def test_who_was_above_whom_at_tables_of_two_and_three() -> None:
    table = pairs(
        [
            Result(0, (0, 1), None, ((0,), (1,))),
            Result(0, (1, 0), None, ((0, 1),)),
            Result(1, (0, 1, 2), None, ((2,), (0, 1))),
        ],
        3,
    )
    assert table[0][1] == Pair(above=1, level=2)
    assert table[1][0] == Pair(level=2, below=1)
    assert table[2][0] == table[2][1] == Pair(above=1)
    assert table[0][1].share == 2 / 3
    assert table[0][0].share is None


def test_faulty_players_are_below_the_others_and_nothing_is_said_between_them() -> None:
    table = pairs([Result(0, (0, 1, 2), None, ((1,),))], 3)
    assert table[1][0] == table[1][2] == Pair(above=1)
    assert table[0][2] == Pair()
