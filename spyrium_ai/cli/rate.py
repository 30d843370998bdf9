"""`spyrium-ai rate`: ratings over all games of any game logs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from spyrium_ai.analysis.ratings.anchor import parse_anchor
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole


@click.command("rate", no_args_is_help=True)
@shared_options.journals
@shared_options.as_json
@shared_options.anchor
@shared_options.seed("Random seed of the bootstrap.")
@click.option(
    "--bootstrap",
    type=Whole(100, 100_000),
    default=1000,
    show_default=True,
    metavar="B",
    help="Number of bootstrap resamples.",
)
@click.option(
    "--sprt",
    type=(str, str),
    metavar="NAME elo0=E,elo1=E",
    help="Test this player against the others at its tables, as `match --sprt` does, "
    "over the games in FILEs.",
)
def command(
    journals: tuple[Path, ...],
    as_json: bool,
    anchor: str | None,
    seed: int,
    bootstrap: int,
    sprt: tuple[str, str] | None,
) -> None:
    """Rate the players of the games in FILEs.

    FILEs are game logs written by `match --out` or `tournament`, plain or compressed by gzip,
    or tournament folders. Games of two to five players are rated together. Players are identified
    by name.
    """
    from spyrium_ai.analysis.ratings.pool import read_pool
    from spyrium_ai.analysis.ratings.rating_data import rating_data
    from spyrium_ai.analysis.ratings.rating_tables import print_ratings
    from spyrium_ai.analysis.ratings.recorded_sprt import RecordedSprt
    from spyrium_ai.cli.sprt_option import read_sprt

    known = None if anchor is None else parse_anchor(anchor)
    test = None if sprt is None else RecordedSprt(sprt[0], read_sprt(sprt[1]))
    pool = read_pool(journals, None if test is None else test.add)
    for error in pool.errors:
        click.echo(error, err=True)
    data = rating_data(pool, bootstrap, seed, known)
    if sprt is not None:
        pool.number(sprt[0], "--sprt")
    tested = None if test is None else test.result()
    if as_json:
        click.echo(json.dumps({**data, "sprt": tested and tested[0].as_data(tested[1])}))
        return
    if tested is not None:
        click.echo(f"{tested[0].text(tested[1])}\n")
    print_ratings(data, sys.stdout)
