"""`spyrium-ai bench`: speed and the fingerprint, as a table or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click
from tqdm import tqdm

from spyrium_ai.bench import Measurement, figures, measure, measurements


@click.command("bench")
@click.option("--json", "as_json", is_flag=True, help="Write the figures as one JSON object.")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    default=7,
    show_default=True,
    metavar="N",
    help="Runs of each measurement; their median is the figure.",
)
def command(as_json: bool, repeat: int) -> None:
    """Measure speed on one thread, and print figures and the fingerprint of the behaviour.

    The work is the same every time, by seed. The fingerprint changes only when rules, the order of
    moves or the use of random numbers change, never with the machine.
    """
    work = measurements()
    with tqdm(total=repeat * len(work), unit="run", disable=None, leave=False) as progress:
        values = measure(work, repeat, progress.update)
    data = figures(work, values, repeat)
    if as_json:
        click.echo(json.dumps(data))
    else:
        for line in table(work, values, data):
            click.echo(line)
    sys.stdout.flush()


def table(
    work: Sequence[Measurement], values: Sequence[float], data: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the lines for people, one figure a line, with a gap around the figures of one key."""
    yield f"one thread, processor time, median of {data['repeat']}"
    before = None
    for measurement, value in zip(work, values, strict=True):
        of_several = measurement.key if measurement.label else ""
        if of_several != before:
            yield ""
        before = of_several
        number = f"{value:,.2f}" if measurement.unit == "ns" else f"{value:,.0f}"
        yield _line(measurement.title, number, measurement.unit)
    yield ""
    yield _line("state", f"{data['state_bytes']:,}", "bytes")
    yield _line("fingerprint", data["fingerprint"])


def _line(title: str, number: str, unit: str = "") -> str:
    return f"{title:<28} {number:>16} {unit}".rstrip()
