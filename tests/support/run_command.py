"""Run a command of the program in this process, and read what it says of mistakes."""

from __future__ import annotations

from click.testing import CliRunner, Result

from spyrium_ai.cli import cli
from spyrium_ai.util.errors import UsageError


def invoke(*words: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)])


def mistake_of(result: Result) -> str:
    """Return what a wrong command line was told."""
    if isinstance(result.exception, UsageError):
        return str(result.exception)
    assert result.exit_code == 2
    return result.stderr
