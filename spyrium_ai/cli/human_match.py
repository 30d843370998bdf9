"""`spyrium-ai match` with human players, and what its options mean there."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import click

from spyrium_ai.cli.trust import Trust
from spyrium_ai.human.session import Keep, go_on, host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record_file import RecordWriter, check_new
from spyrium_ai.match.series import Series
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.seeds import MAX_SEED
from spyrium_ai.util.signals import INTERRUPTED

# Options that have no meaning with human players, by parameter and as typed.
NOT_WITH_PEOPLE = {"jobs": "--jobs", "as_json": "--json", "sprt": "--sprt", "secret": "--secret"}
# Options that a saved game has settled.
NOT_WITH_RESUME = {
    name: f"--{name}" for name in ("level", "games", "seed", "movetime", "nodes", "clock", "policy")
}


def play_with_people(series: Series, out: Path | None) -> int:
    """Play the series with the people at stdin; return the exit code.

    Without `--games` it has one game, and without `--seed` a new random seed each time, which the
    people see and which is too large for an engine to guess.
    """
    _refuse(NOT_WITH_PEOPLE, "with human players")
    if not _is_given("games"):
        series = replace(series, games=1)
    if not _is_given("seed"):
        series = replace(series, seed=secrets.randbelow(MAX_SEED + 1))
    return _talking(out, lambda talk, keep: host(series, talk, keep))


def resume_with_people(path: Path, out: Path | None, patience: Timeouts, trusted: Trust) -> int:
    """Resume a saved game; return the exit code.

    UsageError: its players are not all trusted.
    """
    if click.get_current_context().params["players"]:
        raise UsageError("--resume takes the players from the file: leave them out")
    _refuse(NOT_WITH_PEOPLE | NOT_WITH_RESUME, "with --resume")
    return _talking(out, lambda talk, keep: go_on(path, talk, keep, patience, trusted.allow))


def _talking(out: Path | None, play: Callable[[TerminalIO, Keep], None]) -> int:
    with _records(out) as keep:
        try:
            play(TerminalIO(), keep)
        except KeyboardInterrupt:
            return INTERRUPTED
    sys.stdout.flush()
    return 0


@contextmanager
def _records(out: Path | None) -> Iterator[Keep]:
    """Give the function that writes finished games to the file; the first game creates it."""
    if out is None:
        yield lambda _: None
        return
    check_new(out)
    with ExitStack() as stack:
        writer = cache(lambda: stack.enter_context(RecordWriter(out)))
        yield lambda record: writer().add(record)


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def _refuse(options: dict[str, str], when: str) -> None:
    given = [option for name, option in options.items() if _is_given(name)]
    if given:
        raise UsageError(f"{' and '.join(given)} cannot be used {when}")
