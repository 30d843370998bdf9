"""`spyrium-ai bench`: measures speed and prints the fingerprint."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.progress_bar import progress_bar

if TYPE_CHECKING:
    from spyrium_ai.tools.bench.game_bench import Figure


@click.command("bench")
@shared_options.as_json
@click.option(
    "--repeat",
    type=Whole(1, 1000),
    default=7,
    show_default=True,
    metavar="N",
    help="Number of runs of each measurement; the median is reported.",
)
def command(as_json: bool, repeat: int) -> None:
    """Measure the speed of games, searches and environments, and print a fingerprint.

    The work is the same in every run. The fingerprint does not depend on the machine: it changes
    only if the rules, the order of moves or the use of random numbers change.
    """
    from spyrium_ai.tools.bench.environment_bench import environment_measurements
    from spyrium_ai.tools.bench.game_bench import STATE, as_data, measure, measurements
    from spyrium_ai.tools.bench.search_bench import NODE, ONCE, search_measurements

    work = [*measurements(), *search_measurements(), *environment_measurements()]
    found: list[Figure] = []
    total = repeat * len(work) + len(ONCE)
    with progress_bar(total, "run", leave=False) as progress:
        found += measure(work, repeat, progress.update)
        for once in ONCE:
            found += once()
            progress.update()
    found += [NODE, STATE]
    data = as_data(found, repeat)
    if as_json:
        click.echo(json.dumps(data))
    else:
        for line in table(found, data):
            click.echo(line)


def table(figures: Iterable[Figure], data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table, with a blank line around the figures of one key."""
    yield f"median of {data['repeat']}; processor time, with two threads by the wall clock"
    before = None
    for figure in figures:
        of_several = figure.key if figure.label else ""
        if of_several != before:
            yield ""
        before = of_several
        yield _line(figure.title, f"{figure.value:,.{figure.decimals}f}", figure.unit)
    yield _line("fingerprint", data["fingerprint"])


def _line(title: str, number: str, unit: str = "") -> str:
    return f"{title:<30} {number:>16} {unit}".rstrip()
