"""Explorations of positions for tests: lines that are typed, and the text that came of them."""

from __future__ import annotations

import io
import re
import shlex
import sys

from spyrium_ai import STRONGEST
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.explorer import explore
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import PlayerSpec, parse_player
from spyrium_ai.match.time_control import TimeControl

DEALT = "start 2 moves setup:1:E4 deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3"
# Speaks the protocol; GO is what it does at each `go`, which `stop` follows if it is infinite.
TALK = """
import sys
for line in iter(input, "quit"):
    if line == "spyrium":
        print("spyriumok 1", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        GO
"""


def scripted(*lines: str, go: str = "", waits: bool = False) -> PlayerSpec:
    """Return an engine that writes these lines at each `go`, or executes `go`.

    Args:
        lines: what it writes, at last its `bestmove`.
        go: Python instead of them.
        waits: whether it reads a line, `stop`, before the last one.
    """
    steps = [f"print({line!r}, flush=True)" for line in lines]
    if waits:
        steps.insert(-1, "input()")
    script = TALK.replace("GO", go or "; ".join(steps))
    return parse_player(shlex.join([sys.executable, "-c", script]))


def examine(
    *typed: str,
    line: str | None = DEALT,
    spec: PlayerSpec | None = None,
    nodes: int | None = None,
    lines: int = 3,
    board: bool = True,
    terminal: TerminalIO | None = None,
) -> str:
    """Return what is printed while these lines are typed, by default through a pipe."""
    source = io.StringIO("".join(f"{text}\n" for text in typed))
    terminal = terminal or TerminalIO(source, io.StringIO(), Style())
    spec = spec or parse_player(STRONGEST)
    explore(terminal, line, spec, TimeControl(nodes=nodes), lines, board=board)
    out = getattr(terminal.out, "bare", terminal.out)
    assert isinstance(out, io.StringIO)
    return out.getvalue()


TWO_LINES = scripted(
    "info depth 3 nodes 12345 time 9 multipv 1 value 618 382 points 31.5 28.0 "
    "pv place:a1b1 place:b1c1 string solved",
    "info depth 3 nodes 12345 time 9 multipv 2 value 500 500 points 30.5 29.0 pv place:b1c1",
    "bestmove place:a1b1",
)
MCTS = parse_player("mcts:nodes=200")


def where(text: str) -> list[str]:
    """Return the position lines that were printed."""
    return re.findall(r"(?:^|: )([2-5] \d [\d-] .*)$", text, re.MULTILINE)


def after(*moves: str, line: str = DEALT) -> str:
    """Return the position line after moves."""
    position = Position.start(int(line.split()[1]))
    for move in [*line.split()[3:], *moves]:
        position.apply(move)
    return str(position)
