"""Assertions about bad input: the engine rejects it and keeps its state."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, begins, short
from spyrium_ai.tools.doctor.testbed.finding import breach
from spyrium_ai.tools.doctor.testbed.positions import find_position, is_bonus
from spyrium_ai.tools.doctor.testbed.search_control import QUICK


def refused(engine: EngineUnderTest, command: str | bytes) -> None:
    """Check that the engine answers a bad command with exactly one `error WHAT: WHY`."""
    data = command if isinstance(command, bytes) else f"{command}\n".encode()
    shown = _shown(command)
    engine.send_bytes(data)
    answers = engine.ready()
    if shown.startswith("go"):
        engine.send("stop")  # to reveal a search that should not run
        answers += engine.ready()
    answers = [line for line in answers if not begins(line, "info")]
    if not any(begins(line, "error") for line in answers):
        instead = f"'{short(answers[0])}'" if answers else "nothing"
        raise breach(f"answered {instead}, not `error`, to `{shown}`")
    if len(answers) > 1:
        listed = ", ".join(f"'{short(line)}'" for line in answers[:3])
        raise breach(f"answered {len(answers)} lines instead of one to `{shown}`: {listed}")
    if not re.fullmatch(r"error .+?: .+", answers[0]):
        raise breach(f"answered '{short(answers[0])}' to `{shown}`, not `error WHAT: WHY`")


def all_refused(engine: EngineUnderTest, commands: Iterable[str | bytes]) -> None:
    """Check that each bad command is rejected and leaves the position unchanged."""
    turn = find_position(2, is_bonus)  # what is legal here is legal in no other position
    engine.new_game(2, turn.seat)
    engine.set_position(turn)
    for command in commands:
        refused(engine, command)
        unchanged(engine, turn, command)


def unchanged(engine: EngineUnderTest, turn: Turn, command: str | bytes) -> None:
    """Check that the position from before the bad command is still set."""
    move = engine.go(QUICK).move
    if move not in turn.legal:
        raise breach(
            f"plays '{move}' after the bad command `{_shown(command)}`: the position before it, "
            f"where '{turn.legal[0]}' is legal, is lost",
            "illegal",
        )


def _shown(command: str | bytes) -> str:
    text = command if isinstance(command, str) else command.decode("ascii", "backslashreplace")
    return short(text.strip())
