"""`spyrium-ai luck`: how much of the results of recorded games is luck."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from spyrium_ai.analysis.ratings.luck import luck_data, read_blocks, without_blocks
from spyrium_ai.analysis.ratings.luck_table import print_luck
from spyrium_ai.analysis.ratings.warnings import warnings_of_games
from spyrium_ai.cli import shared_options


@click.command("luck", no_args_is_help=True)
@shared_options.journals
@shared_options.as_json
def command(journals: tuple[Path, ...], as_json: bool) -> None:
    """Say how often the better player wins in JOURNALS, and how much of that is luck.

    Journals are files of `match --out` and folders of tournaments. For those who sat together it is
    counted how often the games of one deal, played from all seats, were all won by one player, and
    how often by one seat.
    """
    tables, pool = read_blocks(journals)
    for problem in (*pool.errors, *without_blocks(tables)):
        click.echo(problem, err=True)
    data = {"tables": luck_data(tables), "warnings": warnings_of_games(pool)}
    if as_json:
        click.echo(json.dumps(data))
    else:
        print_luck(data, sys.stdout)
