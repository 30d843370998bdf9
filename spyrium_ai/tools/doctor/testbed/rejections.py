"""What the protocol asks for where the input is bad."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, begins, short
from spyrium_ai.tools.doctor.testbed.finding import breach
from spyrium_ai.tools.doctor.testbed.positions import is_bonus, scene
from spyrium_ai.tools.doctor.testbed.search_control import QUICK


def refused(engine: EngineUnderTest, command: str | bytes) -> None:
    """See that the engine answers a bad command with one `error WHAT: WHY`, and nothing else."""
    data = command if isinstance(command, bytes) else f"{command}\n".encode()
    shown = _shown(command)
    engine.send_bytes(data)
    answers = engine.ready()
    if shown.startswith("go"):
        engine.send("stop")  # so that a search that ought not to be shows itself
        answers += engine.ready()
    answers = [line for line in answers if not begins(line, "info")]
    if not any(begins(line, "error") for line in answers):
        instead = f"'{short(answers[0])}'" if answers else "nothing"
        raise breach(f"answered {instead}, not `error`, to `{shown}`")
    if len(answers) > 1:
        told = ", ".join(f"'{short(line)}'" for line in answers[:3])
        raise breach(f"answered {len(answers)} lines instead of one to `{shown}`: {told}")
    if not re.fullmatch(r"error .+?: .+", answers[0]):
        raise breach(f"answered '{short(answers[0])}' to `{shown}`, not `error WHAT: WHY`")


def all_refused(engine: EngineUnderTest, commands: Iterable[str | bytes]) -> None:
    """See that each bad command is refused and leaves the position as it was."""
    turn = scene(2, is_bonus)  # what is legal here is legal in no other position
    engine.new_game(2, turn.seat)
    engine.set_position(turn)
    for command in commands:
        refused(engine, command)
        unchanged(engine, turn, command)


def unchanged(engine: EngineUnderTest, turn: Turn, command: str | bytes) -> None:
    """See that the position that was set before the bad command is still there."""
    move = engine.go(QUICK).move
    if move not in turn.legal:
        raise breach(
            f"plays '{move}' after `{_shown(command)}`, which was bad: the position before it, "
            f"where '{turn.legal[0]}' is legal, is not there any more",
            "illegal",
        )


def _shown(command: str | bytes) -> str:
    text = command if isinstance(command, str) else command.decode("ascii", "backslashreplace")
    return short(text.strip())
