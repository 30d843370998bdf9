"""The start: identity and options."""

from __future__ import annotations

from spyrium_ai.engine.protocol.identity import parse_identity
from spyrium_ai.engine.protocol.option import parse_option
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest, begins, short
from spyrium_ai.tools.doctor.testbed.finding import advice, breach, fault

SLOW_START = 5.0  # seconds: after a fault a match waits for it again
PINGS = 3
LISTEN = 0.05  # seconds


@check("`spyriumok 1` is the last line; `1` is the protocol's version.")
def starts(engine: EngineUnderTest) -> str:
    """Starts, and answers `spyrium` with `spyriumok 1`."""
    answer = next(line for line in engine.greeting if begins(line, "spyriumok"))
    if answer.split() != ["spyriumok", "1"]:
        raise fault("protocol", f"answered '{short(answer)}' instead of `spyriumok 1`")
    if engine.start_seconds > SLOW_START:
        raise advice(f"it takes {engine.start_seconds:.1f} s to start, after every fault again")
    return f"{1000 * engine.start_seconds:.0f} ms"


@check(
    "The engine says who it is, which options it has, and which version of this protocol it speaks:"
)
def identity(engine: EngineUnderTest) -> str:
    """Declares its name, author and version, each once."""
    for what in ("name", "author", "version"):
        lines = [line for line in engine.greeting if line.split()[:2] == ["id", what]]
        if len(lines) != 1:
            raise breach(f"{len(lines)} lines `id {what} …` instead of one")
        if len(lines[0].split()) < 3:
            raise breach(f"`id {what}` has no text after it")
    return str(parse_identity(line for line in engine.greeting if begins(line, "id")))


@check("There is one `option` line for each option, perhaps none.")
def option_lines(engine: EngineUnderTest) -> str:
    """Declares each option once, complete and with a default in its range."""
    names: list[str] = []
    for line in engine.greeting:
        if not begins(line, "option"):
            continue
        try:
            names.append(parse_option(line).name)
        except ValueError as error:
            raise fault("protocol", f"'{short(line)}': {error}") from None
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise fault("protocol", f"option {twice[0]} is declared {names.count(twice[0])} times")
    return ", ".join(names) or "none"


@check("`id` and `option` lines, then `spyriumok 1`")
def greeting(engine: EngineUnderTest) -> None:
    """Writes nothing else at the start, neither before `spyriumok` nor after it."""
    for line in engine.greeting:
        if not any(begins(line, word) for word in ("id", "option", "spyriumok")):
            raise breach(f"wrote '{short(line)}', a line that is none of the protocol's")
    if not begins(engine.greeting[-1], "spyriumok"):
        raise breach(f"wrote '{short(engine.greeting[-1])}' after `spyriumok`")


@check("The engine answers `readyok` when it has finished everything sent before.", basic=True)
def isready(engine: EngineUnderTest) -> None:
    """Answers every `isready` with one `readyok`."""
    for number in range(PINGS):
        if lines := engine.ready():
            raise breach(f"wrote '{short(lines[0])}' before the `readyok` number {number + 1}")
    if lines_after := engine.listen(LISTEN):
        raise breach(f"wrote '{short(lines_after[0].text)}' after the last `readyok`")


CHECKS = (starts, identity, option_lines, greeting, isready)
