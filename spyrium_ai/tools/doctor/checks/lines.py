"""Reading lines, however they arrive."""

from __future__ import annotations

import time

from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import (
    EngineUnderTest,
    begins,
    legal_or_fault,
    move_of,
    short,
)
from spyrium_ai.tools.doctor.testbed.finding import breach
from spyrium_ai.tools.doctor.testbed.positions import find_position, has_choice, is_late
from spyrium_ai.tools.doctor.testbed.search_control import QUICK

TOGETHER = 3  # commands
PAUSE = 0.05  # seconds between the pieces of a line


@check("Commands may end in LF or in CRLF.", in_play=False)
def crlf(engine: EngineUnderTest) -> None:
    """Accepts lines that end in CRLF."""
    turn = find_position(2, has_choice)
    for command, answer in (
        ("isready", "readyok"),
        ("newgame players 2 seat 1\r\nisready", "readyok"),
        (f"position {turn.text}\r\nisready", "readyok"),
        (f"go {QUICK}", "bestmove"),
    ):
        engine.send_bytes(f"{command}\r\n".encode())
        lines = engine.listen(engine.patience, answer, "error")
        if not lines or not begins(lines[-1].text, answer, "error"):
            raise breach(f"no `{answer}` after `{engine.last}`, which ends in CRLF", "stall")
        if begins(lines[-1].text, "error"):
            reason = f"answered '{short(lines[-1].text)}' to a line that ends in CRLF"
            raise breach(reason, "protocol")
    legal_or_fault(move_of(lines[-1].text), turn)


@check("Empty lines are accepted and ignored.", in_play=False)
def empty_lines(engine: EngineUnderTest) -> None:
    """Ignores empty lines."""
    engine.send_bytes(b"\n\r\n\n")
    if lines := engine.ready():
        raise breach(f"answered '{short(lines[0])}' to an empty line")


@check("The engine answers `readyok` when it has finished everything sent before.", basic=True)
def lines_together(engine: EngineUnderTest) -> None:
    """Executes several commands that arrive together, in order."""
    engine.send_bytes(b"isready\n" * TOGETHER)
    for _ in range(TOGETHER):
        engine.until("readyok")


@check("Commands and answers are lines of ASCII.")
def line_in_pieces(engine: EngineUnderTest) -> None:
    """Waits for the end of a line that arrives in pieces."""
    turn = find_position(2, has_choice)
    engine.new_game(2, turn.seat)
    text = f"position {turn.text}\n".encode()
    for piece in (text[:20], text[20:-10], text[-10:]):
        engine.send_bytes(piece)
        time.sleep(PAUSE)
    legal_or_fault(engine.go(QUICK).move, turn)


@check(
    "An engine must be able to read lines of that length, since `position` becomes long.",
    alone=True,
    basic=True,
)
def long_position(engine: EngineUnderTest) -> str:
    """Reads the `position` of the last turn of a game for five."""
    turn = find_position(5, is_late)
    engine.new_game(5, turn.seat)
    engine.set_position(turn)
    return f"{len(turn.text)} bytes"


CHECKS = (crlf, empty_lines, lines_together, line_in_pieces, long_position)
