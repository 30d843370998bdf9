"""`spyrium-ai doctor`: checks an engine for conformance with the protocol."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.progress_bar import hidden, progress_bar
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.signals import INTERRUPTED

if TYPE_CHECKING:
    from spyrium_ai.match.player_spec import PlayerSpec
    from spyrium_ai.tools.doctor.testbed.check import Check, Result

PATIENCE = 5.0  # seconds


@click.command("doctor", no_args_is_help=True)
@click.argument("engine", required=False)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Run only this check or group of checks; may be repeated.",
)
@click.option("--list", "as_list", is_flag=True, help="List the checks without running them.")
@shared_options.as_json
@click.option("-v", "--verbose", is_flag=True, help="Show the full log of the engine's stdio.")
@click.option(
    "--repeat",
    type=Whole(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Run each check N times; the worst result counts.",
)
@shared_options.patience(PATIENCE, "Timeout for answers that no other limit covers.")
def command(
    engine: str | None,
    only: tuple[str, ...],
    as_list: bool,
    as_json: bool,
    verbose: bool,
    repeat: int,
    patience: float,
) -> None:
    """Check ENGINE for conformance with the text protocol, and explain what is wrong.

    ENGINE is a player as for `spyrium-ai match`. The checks also send bad input and provoke rare
    situations on purpose. The exit code is 1 if a check failed, that is, if a game would be lost.
    """
    from spyrium_ai.game.text.style import Style
    from spyrium_ai.match.player_spec import parse_player
    from spyrium_ai.tools.doctor.catalogue import selected
    from spyrium_ai.tools.doctor.report import check_list, result_text
    from spyrium_ai.tools.doctor.runner import examine

    checks = selected(only)
    if as_list:
        click.echo("\n".join(check_list(checks)))
        return
    if engine is None:
        raise UsageError("ENGINE is missing; expected: spyrium-ai doctor ENGINE, or --list")
    spec = parse_player(engine)
    if spec.is_human:
        raise UsageError(f"'{engine}' is a human player; the doctor checks engines")
    try:
        results = examine(spec, checks, patience, repeat)
        style = Style.of(sys.stdout)
        describe = None if as_json else partial(result_text, style=style, verbose=verbose)
        sys.exit(_report(spec, checks, results, describe))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _report(
    spec: PlayerSpec,
    checks: Sequence[Check],
    to_come: Generator[Result, None, None],
    describe: Callable[[Result], str] | None,
) -> int:
    """Print the results as they come, or as JSON without `describe`; return the exit code."""
    from spyrium_ai.tools.doctor.report import as_data, summary
    from spyrium_ai.tools.doctor.testbed.finding import Level

    begin = time.monotonic()
    results: list[Result] = []
    progress = progress_bar(len(checks), "check", leave=False)
    with progress, closing(to_come):
        progress.set_description(checks[0].name)
        for number, result in enumerate(to_come, 1):
            if describe and not result.is_moot:
                with hidden(progress):
                    if not results or results[-1].check.group != result.check.group:
                        click.echo(result.check.group)
                    click.echo(describe(result))
            results.append(result)
            progress.update()
            progress.set_description("".join(check.name for check in checks[number : number + 1]))
    seconds = time.monotonic() - begin
    if describe:
        click.echo(f"\n{summary(spec, results, seconds)}")
    else:
        click.echo(json.dumps(as_data(spec, results, seconds)))
    return int(any(result.level is Level.FAIL for result in results))
