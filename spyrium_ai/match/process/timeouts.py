"""How long the runner waits for an engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timeouts:
    """The time limits of the runner's waits, in seconds.

    `start` runs from the start of the process to `spyriumok`, `ready` from `isready` to `readyok`,
    `move` from a `go` without a time limit to `bestmove`. `margin` is the time margin: how far a
    move may exceed its movetime, or a player its clock. An answer up to `late` after that is a time
    forfeit; an engine without an answer by then is unresponsive. `quit` and `term` limit the time
    that a process takes to end after `quit` and after TERM.
    """

    start: float = 30.0
    ready: float = 30.0
    move: float = 120.0
    margin: float = 0.1
    late: float = 1.0
    quit: float = 1.0
    term: float = 0.5
