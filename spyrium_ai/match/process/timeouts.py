"""How long an engine is waited for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timeouts:
    """How long each kind of answer is waited for, in seconds.

    `start` runs from the start of the process to `spyriumok`, `ready` from `isready` to `readyok`,
    `move` from a `go` without a time limit to `bestmove`. `margin` is the time margin: what a move
    may take beyond its movetime, and a player beyond its clock, before it forfeits. An answer that
    comes up to `late` after that is a time forfeit; without any answer by then the engine is
    unresponsive. `quit` and `term` are how long a process may take to end after `quit` and after
    TERM.
    """

    start: float = 30.0
    ready: float = 30.0
    move: float = 120.0
    margin: float = 0.1
    late: float = 1.0
    quit: float = 1.0
    term: float = 0.5
