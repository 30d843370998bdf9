"""Commands during a search."""

from __future__ import annotations

from collections.abc import Callable

from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import (
    MATCH,
    EngineUnderTest,
    begins,
    legal_or_fault,
    short,
)
from spyrium_ai.tools.doctor.testbed.finding import breach
from spyrium_ai.tools.doctor.testbed.positions import (
    find_position,
    has_choice,
    has_one_move,
    is_bonus,
)
from spyrium_ai.tools.doctor.testbed.search_control import QUICK, WHILE, answer_in, search

INFINITE = (
    "With `infinite` the answer comes only after `stop`, even if the engine is done earlier or "
    "another limit is reached."
)
SOON = 0.2  # seconds: what "at once" may take, on a busy machine too
TRIALS = 3  # of which the best counts


@check(INFINITE, in_play=False)
def infinite(engine: EngineUnderTest) -> None:
    """Answers `go infinite` only after `stop`, even with other limits."""
    engine.new_game(2)
    for wanted, limits in (
        (has_choice, "infinite"),
        (has_choice, "infinite nodes 1 movetime 1"),
        (has_one_move, "infinite"),
    ):
        turn = find_position(2, wanted)
        engine.set_position(turn)
        engine.begin(limits)
        if answer := answer_in(engine.listen(2 * WHILE)):
            kind = "protocol" if begins(answer, "error") else ""
            raise breach(f"answered '{short(answer)}' to `go {limits}` before `stop`", kind)
        legal_or_fault(engine.stop(MATCH.late).move, turn)


@check("Ends the search: `bestmove` follows at once.", basic=True)
def stop(engine: EngineUnderTest) -> str:
    """Answers `stop` with a legal move, at once."""
    turn = find_position(2, has_choice)

    def stopped() -> float:
        search(engine, turn)
        reply = engine.stop(MATCH.late)
        legal_or_fault(reply.move, turn)
        return reply.seconds

    return _soon(stopped, "`stop`")


@check("Ends the search: `bestmove` follows at once.")
def stop_at_once(engine: EngineUnderTest) -> None:
    """Answers with a legal move even if `stop` comes right after `go`."""
    for players in (2, 5):
        turn = find_position(players, has_choice)
        engine.new_game(players, turn.seat)
        engine.set_position(turn)
        engine.send_bytes(b"go infinite\nstop\n")
        legal_or_fault(engine.best_move(MATCH.late).move, turn)


@check("Without a search it is ignored.", in_play=False)
def stop_without_search(engine: EngineUnderTest) -> None:
    """Ignores `stop` where there is no search: before the first, and after an answer."""
    engine.new_game(2)
    for _ in range(2):
        engine.send("stop")
        engine.settle()
        engine.choose(find_position(2, has_choice), QUICK)
    engine.send("stop")
    engine.settle()


@check("During a search it answers at once, without ending the search.", in_play=False)
def isready_in_search(engine: EngineUnderTest) -> str:
    """Answers `isready` at once during a search, and goes on searching."""
    turn = find_position(2, has_choice)
    search(engine, turn)

    def answered() -> float:
        engine.send("isready")
        lines = engine.listen(MATCH.late, "readyok")
        if answer := answer_in(lines):
            raise breach(f"`isready` has ended the search: it answered '{short(answer)}'")
        if not lines or not begins(lines[-1].text, "readyok"):
            engine.stop(MATCH.late)
            engine.until("readyok")
            raise breach("no `readyok` before the end of the search")
        return lines[-1].at - engine.sent_at

    delay = _soon(answered, "`isready`")
    legal_or_fault(engine.stop(MATCH.late).move, turn)
    return delay


@check("Any other command waits until the search has ended.", in_play=False)
def commands_wait(engine: EngineUnderTest) -> None:
    """Defers other commands until the search has ended."""
    turn, other = find_position(2, is_bonus), find_position(2, has_choice)
    search(engine, turn)
    engine.send(f"position {other.text}")
    engine.send("no-such-command")
    for line in engine.listen(WHILE):
        if not begins(line.text, "info"):
            raise breach(f"answered '{short(line.text)}' before the search was stopped")
    move = engine.stop(MATCH.late).move
    if move not in turn.legal:
        raise breach(f"'{move}' is not legal in the position that it was asked about", "illegal")
    if not any(begins(line, "error") for line in engine.ready()):
        raise breach("the command after `position` was not answered when the search had ended")
    move = engine.go(QUICK).move
    if move not in other.legal:
        reason = f"plays '{move}': the `position` sent during the search was lost"
        raise breach(reason, "illegal")


def _soon(answer: Callable[[], float], what: str) -> str:
    """Return the shortest delay of some answers, in words."""
    best = min(answer() for _ in range(TRIALS))
    if best > SOON:
        raise breach(f"answered {what} after {1000 * best:.0f} ms, which is not at once")
    return f"{1000 * best:.1f} ms"


CHECKS = (infinite, stop, stop_at_once, stop_without_search, isready_in_search, commands_wait)
