"""How a game that was left is resumed or begun again: commands, and names of files."""

from __future__ import annotations

import shlex
from pathlib import Path

from spyrium_ai.match.records.deal_source import MANUAL
from spyrium_ai.match.series import Series
from spyrium_ai.match.settings import POLICIES

DEFAULT_FILE = "spyrium-game"


def command_line(series: Series) -> str:
    """Return the command that plays the first game of the series again."""
    words = ["spyrium-ai", "match", *(spec.text for spec in series.players)]
    words += ["--deals", MANUAL] if series.deals == MANUAL else ["--seed", str(series.seed)]
    for name in ("movetime", "nodes"):
        if (value := getattr(series.limits, name)) is not None:
            words += [f"--{name}", str(value)]
    if series.limits.clock is not None:
        words += ["--clock", f"{series.limits.clock}+{series.limits.inc}"]
    if series.policy != POLICIES[0]:
        words += ["--policy", series.policy]
    return shlex.join(words)


def unused_file() -> Path:
    """Return the default name of a saved game, with a number if there is such a file."""
    path, number = Path(f"{DEFAULT_FILE}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{DEFAULT_FILE}-{number}.json")
    return path


def how_to_resume(path: Path | str) -> str:
    """Return a line with the command that resumes a game, by its file or its name."""
    return f"To resume it: spyrium-ai match --resume {shlex.quote(str(path))}"
