"""Asks before a program is started because a file names it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from spyrium_ai.cli.shared_options import Decorator
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import visible


def option(goes_with: str) -> Decorator:
    """Return the option for this other one, which starts programs that its file names."""
    return click.option(
        "--trust",
        is_flag=True,
        help=f"With {goes_with}, start the programs that the file names without asking.",
    )


class Trust:
    """What the user lets a file start; each program is asked about once."""

    def __init__(self, file: Path, *, is_given: bool) -> None:
        """Trust the file from the start if `--trust` is given."""
        self._file = file
        self._is_given = is_given
        self._allowed: set[tuple[str, ...]] = set()

    def allow(self, commands: Iterable[tuple[str, ...]]) -> None:
        """Return if these commands may be started.

        Players that are known here, and what has been allowed before, are not asked about.

        Raises:
            UsageError: the user says no, or cannot be asked.
        """
        from spyrium_ai.match.trust import unknown_commands

        if self._is_given:
            return
        asked = [each for each in unknown_commands(commands) if each not in self._allowed]
        if asked:
            self._ask(asked)
            self._allowed.update(asked)

    def _ask(self, commands: list[tuple[str, ...]]) -> None:
        """Show the commands whole: what is cut out could be what matters."""
        what, it = ("a command", "it") if len(commands) == 1 else ("commands", "them")
        names = f"'{self._file}' names {what} of neither a built-in player nor a TOML entry"
        shown = [visible(shlex.join(command)) for command in commands]
        if not _is_dialogue():
            raise UsageError(f"{names}: {'; '.join(shown)}. Use --trust to start {it}")
        click.echo("\n  ".join([f"{names}:", *shown]), err=True)
        click.echo(f"Start {it}? [y/N] ", nl=False, err=True)
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            raise UsageError("nothing was started")


def _is_dialogue() -> bool:
    """Return whether a person can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))
