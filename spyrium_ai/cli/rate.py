"""`spyrium-ai rate`: ratings over all games of any journals."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import click

from spyrium_ai.analysis.ratings.pool import read_pool
from spyrium_ai.analysis.ratings.rating_data import Anchor, rating_data
from spyrium_ai.analysis.ratings.rating_tables import print_ratings
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.util.errors import UsageError


@click.command("rate", no_args_is_help=True)
@shared_options.journals
@shared_options.as_json
@shared_options.anchor
@shared_options.seed("What the chance in the intervals depends on.")
@click.option(
    "--bootstrap",
    type=Whole(100, 100_000),
    default=1000,
    show_default=True,
    metavar="B",
    help="Fits that the intervals are taken from.",
)
def command(
    journals: tuple[Path, ...], as_json: bool, anchor: str | None, seed: int, bootstrap: int
) -> None:
    """Rate the players of all games in JOURNALS: files of `match --out`, folders of tournaments.

    Games of any number of players are taken together; files may be compressed by gzip. A player is
    who has the same name.
    """
    known = None if anchor is None else parse_anchor(anchor)
    pool = read_pool(journals)
    for error in pool.errors:
        click.echo(error, err=True)
    data = rating_data(pool, bootstrap, seed, known)
    if as_json:
        click.echo(json.dumps(data))
    else:
        print_ratings(data, sys.stdout)


def parse_anchor(text: str) -> Anchor:
    """Return the anchor that NAME=ELO tells; UsageError where it tells none.

    >>> parse_anchor("mcts=1500")
    Anchor(name='mcts', elo=1500.0)
    """
    name, equals, number = text.rpartition("=")
    try:
        elo = float(number)
    except ValueError:
        elo = math.nan
    if not (name and equals and math.isfinite(elo)):
        raise UsageError(f"--anchor '{text}' is not NAME=ELO")
    return Anchor(name, elo)
