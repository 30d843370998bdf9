"""The doctor's report on an engine: a paragraph for each check, a summary, or plain data."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from spyrium_ai.game.text.style import Style
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.tools.doctor.catalogue import FIRST
from spyrium_ai.tools.doctor.testbed.check import Check, Result
from spyrium_ai.tools.doctor.testbed.engine_under_test import short
from spyrium_ai.tools.doctor.testbed.finding import Level
from spyrium_ai.util.text import so_many, visible
from spyrium_ai.version import full_version

COLOURS = {Level.OK: "green", Level.ADVICE: "cyan", Level.WARNING: "yellow", Level.FAIL: "red"}
COUNTED = {
    Level.OK: "ok",
    Level.FAIL: "failed",
    Level.WARNING: "warnings",
    Level.ADVICE: "suggestions",
    Level.SKIPPED: "skipped",
}
LAST_LINES = 8  # of stdio that are shown without --verbose
FAULTS = {
    "crash": "the process ended",
    "flag": "time forfeit",
    "illegal": "illegal move",
    "protocol": "wrong answer",
    "stall": "unresponsive",
}
DEADLY = {"crash": "crash", "stall": "hang"}  # what no input may do to an engine
WIDTH = 100
NAMES = 26  # columns for the name of a check
INDENT = " " * 12


def check_list(checks: Iterable[Check]) -> Iterator[str]:
    """Yield the lines of a list of checks under their groups."""
    group = ""
    for check in checks:
        if check.group != group:
            group = check.group
            yield group
        yield f"  {check.name:{NAMES}}{check.title}"


def result_text(result: Result, style: Style, *, verbose: bool = False) -> str:
    """Return a result in words: one line if nothing is wrong, else a paragraph with the details.

    The paragraph ends with the last lines of stdio, shortened unless it is verbose.
    """
    check = result.check
    level = f"{result.level:8}"
    if result.level in COLOURS:
        level = style.paint(level, COLOURS[result.level])
    head = f"  {level}  {check.name:{NAMES}}"
    if result.see:
        return f"{head}{result.reason}"
    head += check.title
    if result.level is Level.OK:
        return f"{head} ({result.reason})" if result.reason else head
    lines = [head, *_wrapped(result.reason)]
    if result.level in {Level.WARNING, Level.FAIL}:
        lines += _wrapped(f"protocol: {check.rule}")
        lines += _wrapped(consequence(result))
        lines += [f"{INDENT}last lines ('>' sent to it, '<' its answers, '!' its stderr):"]
        log = result.log if verbose else [short(line) for line in result.log[-LAST_LINES:]]
        lines += [f"{INDENT}  {visible(line)}" for line in log]
    return "\n".join(lines)


def consequence(result: Result) -> str:
    """Return what a failure or a warning means in a match."""
    if result.level is Level.WARNING:
        return "in a match: costs no game"
    if result.check.group == FIRST.group:
        return "in a match: no game can start"
    if result.check.in_play:
        return f"in a match: the fault `{result.fault}` ({FAULTS[result.fault]}); the game is lost"
    return f"in a match: does not occur, but no input may {DEADLY[result.fault]} an engine"


def summary(spec: PlayerSpec, results: Sequence[Result], seconds: float) -> str:
    """Return the last lines: the counts, the checks that were not judged, the verdict."""
    counts = Counter(result.level for result in results)
    figures = ", ".join(f"{counts[level]} {word}" for level, word in COUNTED.items())
    lines = [f"{figures}, in {seconds:.1f} s"]
    unjudged = Counter(
        result.reason.removeprefix("not judged: ") for result in results if result.see
    )
    for why, count in unjudged.items():
        lines.append(f"{so_many(count, 'check')} could not be judged because of {why}")
    return "\n".join([*lines, f"{spec.name} {_verdict(results)}"])


def _verdict(results: Sequence[Result]) -> str:
    """Return the verdict on the engine, to be printed after its name."""
    failed = [result for result in results if result.level is Level.FAIL]
    warned = [result for result in results if result.level is Level.WARNING]
    unjudged = [result for result in results if result.see]
    if losing := [result for result in failed if result.check.in_play]:
        return f"loses games. Failed: {_names(losing)}"
    if failed:
        return f"crashes or hangs, but not in a match. Failed: {_names(failed)}"
    if warned:
        return f"can play, but breaks the protocol. Warnings: {_names(warned)}"
    if unjudged:
        return f"fails checks that were not selected: {_names(unjudged, seen=True)}"
    return "conforms to the protocol in all of these checks"


def as_data(spec: PlayerSpec, results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """Return the whole report as one object for JSON."""
    counts = Counter(result.level for result in results)
    return {
        "program": full_version(),
        "engine": spec.name,
        "spec": spec.text,
        "command": list(spec.command),
        "seconds": round(seconds, 3),
        "counts": {level.value: counts[level] for level in Level},
        "checks": [
            {
                "name": result.check.name,
                "group": result.check.group,
                "title": result.check.title,
                "rule": result.check.rule,
                "level": result.level.value,
                "reason": result.reason,
                "fault": result.fault if result.level is Level.FAIL else "",
                "sent": result.sent,
                "log": list(result.log),
                "see": result.see,
                "seconds": round(result.seconds, 3),
            }
            for result in results
        ],
    }


def _names(results: Iterable[Result], *, seen: bool = False) -> str:
    """Return the names of the checks, or of those that explain them, each once."""
    return ", ".join(dict.fromkeys(each.see if seen else each.check.name for each in results))


def _wrapped(text: str) -> list[str]:
    """Return a paragraph."""
    return textwrap.wrap(
        visible(text), WIDTH + len(INDENT), initial_indent=INDENT, subsequent_indent=INDENT + "  "
    )
