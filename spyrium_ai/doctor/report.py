"""What the doctor says of an engine: a paragraph for each check, a summary, or plain data."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from spyrium_ai.doctor.catalogue import FIRST
from spyrium_ai.doctor.check import Check, Level, Result
from spyrium_ai.doctor.patient import short
from spyrium_ai.players import PlayerSpec
from spyrium_ai.version import VERSION

COLOURS = {Level.OK: "green", Level.ADVICE: "cyan", Level.WARNING: "yellow", Level.FAIL: "red"}
COUNTED = {
    Level.OK: "ok",
    Level.FAIL: "failed",
    Level.WARNING: "warned of",
    Level.ADVICE: "with advice",
    Level.SKIPPED: "skipped",
}
LAST_LINES = 10  # of stdio; the data have all that were kept
WIDTH = 100
NAMES = 26  # columns for the name of a check
INDENT = " " * 12


def list_of(checks: Iterable[Check]) -> Iterator[str]:
    """Yield the checks, a line each, under their groups."""
    group = ""
    for check in checks:
        if check.group != group:
            group = check.group
            yield group
        yield f"  {check.name:{NAMES}}{check.title}"


def told(result: Result) -> str:
    """Return a result in words: one line where all is well, else with all that is known of it."""
    check = result.check
    level = click.style(f"{result.level:8}", fg=COLOURS.get(result.level))
    head = f"  {level}  {check.name:{NAMES}}{check.title}"
    if result.level is Level.OK:
        return f"{head} ({result.reason})" if result.reason else head
    lines = [head, *_wrapped(result.reason)]
    if result.level in {Level.WARNING, Level.FAIL}:
        lines += _wrapped(f"protocol: {check.rule}")
        lines += _wrapped(consequence(result))
        lines += [f"{INDENT}its last lines ('>' to it, '<' its answers, '!' its stderr):"]
        lines += [f"{INDENT}  {short(line)}" for line in result.log[-LAST_LINES:]]
    return "\n".join(lines)


def consequence(result: Result) -> str:
    """Return what a failure or a warning means for a match."""
    if result.level is Level.WARNING:
        return "in a match: no game is lost by it"
    if result.check.group == FIRST.group:
        return "in a match: no game begins, for this is how an engine is started"
    if result.check.in_play:
        return f"in a match: the fault `{result.fault}`, and the game is lost"
    return f"in a match: does not come up; but it must not {_DEADLY[result.fault]} whatever comes"


_DEADLY = {"crash": "die", "stall": "fall silent"}


def summary(spec: PlayerSpec, results: Sequence[Result], seconds: float) -> str:
    """Return the last lines: how many of what, and what follows."""
    counts = Counter(result.level for result in results)
    figures = ", ".join(f"{counts[level]} {word}" for level, word in COUNTED.items())
    lines = [f"{figures}, in {seconds:.1f} s"]
    if moot := [result for result in results if result.is_moot]:
        lines.append(f"{len(moot)} of the skipped: {moot[0].reason}")
    if counts[Level.FAIL]:
        verdict = f"loses games by: {_names(results, Level.FAIL)}"
    elif counts[Level.WARNING]:
        verdict = f"can play, and breaks the protocol: {_names(results, Level.WARNING)}"
    else:
        verdict = "keeps to the protocol, as far as these checks go"
    return "\n".join([*lines, f"{spec.name} {verdict}"])


def as_data(spec: PlayerSpec, results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """Return everything as one object for JSON."""
    counts = Counter(result.level for result in results)
    return {
        "program": VERSION,
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
                "fault": result.fault,
                "sent": result.sent,
                "log": list(result.log),
                "seconds": round(result.seconds, 3),
            }
            for result in results
        ],
    }


def _names(results: Iterable[Result], level: Level) -> str:
    return ", ".join(result.check.name for result in results if result.level is level)


def _wrapped(text: str) -> list[str]:
    """Return a paragraph; what an engine has written must not act on the terminal."""
    plain = "".join(filter(str.isprintable, text))
    return textwrap.wrap(
        plain, WIDTH + len(INDENT), initial_indent=INDENT, subsequent_indent=INDENT + "  "
    )
