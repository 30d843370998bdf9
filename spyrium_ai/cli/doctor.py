"""`spyrium-ai doctor`: check an engine against the protocol."""

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
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.signals import INTERRUPTED

if TYPE_CHECKING:
    from spyrium_ai.match.player_spec import PlayerSpec
    from spyrium_ai.tools.doctor.testbed.check import Check, Result

PATIENCE = 5.0  # seconds


@click.command("doctor", no_args_is_help=True)
@click.argument("engine", required=False)
@click.option("--only", multiple=True, metavar="NAME", help="Only this check, or group of checks.")
@click.option("--list", "as_list", is_flag=True, help="List the checks, and examine nothing.")
@shared_options.as_json
@click.option("-v", "--verbose", is_flag=True, help="Show all that was kept of the stdio.")
@click.option(
    "--repeat",
    type=Whole(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Make each check N times: the worst counts.",
)
@shared_options.patience(PATIENCE, "How long to wait for an answer that nothing else limits.")
def command(
    engine: str | None,
    only: tuple[str, ...],
    as_list: bool,
    as_json: bool,
    verbose: bool,
    repeat: int,
    patience: float,
) -> None:
    """Check ENGINE against the protocol, with provoked faults, and say what is wrong.

    ENGINE is a player as `spyrium-ai match` takes it. The exit code is 1 where something failed by
    which a game would be lost.
    """
    from spyrium_ai.match.player_spec import parse_player
    from spyrium_ai.tools.doctor.catalogue import selected
    from spyrium_ai.tools.doctor.report import list_of, told
    from spyrium_ai.tools.doctor.runner import examine

    checks = selected(only)
    if as_list:
        click.echo("\n".join(list_of(checks)))
        return
    if engine is None:
        raise UsageError("no ENGINE; expected: spyrium-ai doctor ENGINE, or --list")
    spec = parse_player(engine)
    if spec.is_human:
        raise UsageError(f"'{engine}' is a person; the doctor is for engines")
    try:
        examination = examine(spec, checks, patience, repeat)
        tell = None if as_json else partial(told, verbose=verbose)
        sys.exit(_examined(spec, checks, examination, tell))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _examined(
    spec: PlayerSpec,
    checks: Sequence[Check],
    results_to_come: Generator[Result, None, None],
    tell: Callable[[Result], str] | None,
) -> int:
    """Write what comes of the examination, as JSON without `tell`; return the exit code."""
    from tqdm import tqdm

    from spyrium_ai.tools.doctor.report import as_data, summary
    from spyrium_ai.tools.doctor.testbed.finding import Level

    begin = time.monotonic()
    results: list[Result] = []
    progress = tqdm(total=len(checks), unit="check", disable=None, leave=False, file=sys.stderr)
    with progress, closing(results_to_come) as examination:
        progress.set_description(checks[0].name)
        for number, result in enumerate(examination, 1):
            if tell and not result.is_moot:
                with progress.external_write_mode(file=sys.stdout):
                    if not results or results[-1].check.group != result.check.group:
                        click.echo(result.check.group)
                    click.echo(tell(result))
            results.append(result)
            progress.update()
            progress.set_description("".join(check.name for check in checks[number : number + 1]))
    seconds = time.monotonic() - begin
    if tell:
        click.echo(f"\n{summary(spec, results, seconds)}")
    else:
        click.echo(json.dumps(as_data(spec, results, seconds)))
    return int(any(result.level is Level.FAIL for result in results))
