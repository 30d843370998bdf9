"""The optional commands: `legal`, `show` and `result` agree with ours."""

from __future__ import annotations

from collections.abc import Callable

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import breach, skip
from spyrium_ai.tools.doctor.testbed.positions import (
    find_position,
    has_choice,
    has_one_move,
    is_bonus,
    is_chance,
    is_late,
    is_over,
)

TABLES = (2, 3, 4, 5)
WANTED = (has_choice, has_one_move, is_bonus, is_chance, is_late, is_over)


@check(
    "`legal` answers `legal` and the legal moves of the current position, sorted as ASCII text.",
    in_play=False,
)
def legal(engine: EngineUnderTest) -> str:
    """Agrees with our legal moves, if it supports `legal`."""
    return _agrees(engine, "legal", lambda turn: " ".join(["legal", *turn.legal]))


@check("`show` answers `position P`, the current position as one line.", in_play=False)
def show(engine: EngineUnderTest) -> str:
    """Agrees with our position line, if it supports `show`."""
    return _agrees(engine, "show", lambda turn: f"position {turn.position}")


@check(
    "`result` answers `result S1 S2 …`, the final scores by seat, with the points of buildings and "
    "techniques, if the game is over; before that, `result -`.",
    in_play=False,
)
def result(engine: EngineUnderTest) -> str:
    """Agrees with our scores, if it supports `result`."""

    def scores(turn: Turn) -> str:
        position = turn.position
        return " ".join(["result", *map(str, position.scores() if position.is_over else "-")])

    return _agrees(engine, "result", scores)


def _agrees(engine: EngineUnderTest, command: str, ours: Callable[[Turn], str]) -> str:
    """Compare its answers with ours in many positions."""
    turns = [find_position(players, wanted) for players in TABLES for wanted in WANTED]
    for number, turn in enumerate(turns):
        engine.new_game(turn.position.players)
        engine.set_position(turn)
        engine.send(command)
        answers = engine.ready()
        if number == 0 and (not answers or answers[0].startswith("error")):
            raise skip(f"it has no `{command}`, which is not needed in play")
        if answers != [ours(turn)]:
            raise breach(f"answered {_difference(answers, ours(turn))} in '{turn.position}'")
    return f"{len(turns)} positions"


def _difference(answers: list[str], ours: str) -> str:
    """Return where an answer differs from ours, in words."""
    if len(answers) != 1:
        return f"{len(answers)} lines instead of one"
    theirs, words = answers[0].split(), ours.split()
    if sorted(theirs) == sorted(words):
        return "in another order"
    if missing := [word for word in words if word not in theirs]:
        return f"without '{missing[0]}'"
    if extra := [word for word in theirs if word not in words]:
        return f"with '{extra[0]}'"
    return f"'{answers[0]}' instead of '{ours}'"


CHECKS = (legal, show, result)
