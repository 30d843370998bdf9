"""`spyrium-ai luck`: how much of the results of recorded games is luck."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from spyrium_ai.cli import shared_options


@click.command("luck", no_args_is_help=True)
@shared_options.journals
@shared_options.as_json
def command(journals: tuple[Path, ...], as_json: bool) -> None:
    """Measure how often the better player wins in FILEs, and how much of it is luck.

    FILEs are game logs written by `match --out` or `tournament`, plain or compressed by gzip,
    or tournament folders. For each group of players the command counts the deal sets, in which one
    deal is played from every seating, that one player won completely and those that one seat won
    completely.
    """
    from spyrium_ai.analysis.ratings.luck import luck_data, read_blocks, without_blocks
    from spyrium_ai.analysis.ratings.luck_table import print_luck
    from spyrium_ai.analysis.ratings.warnings import warnings_of_games

    tables, pool = read_blocks(journals)
    for problem in (*pool.errors, *without_blocks(tables)):
        click.echo(problem, err=True)
    data = {"tables": luck_data(tables), "warnings": warnings_of_games(pool)}
    if as_json:
        click.echo(json.dumps(data))
    else:
        print_luck(data, sys.stdout)
