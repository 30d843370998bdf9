"""`spyrium-ai report`: journals as one page to look at in a browser."""

from __future__ import annotations

import time
from pathlib import Path

import click

from spyrium_ai.analysis.ratings.rating_data import rating_data
from spyrium_ai.analysis.report.collector import gather
from spyrium_ai.analysis.report.page import Findings, render
from spyrium_ai.analysis.report.page_file import check_page, write_page
from spyrium_ai.analysis.report.page_text import counted, shown_words
from spyrium_ai.analysis.report.rating_history import settling
from spyrium_ai.analysis.report.viewer import viewer_section
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.rate import parse_anchor

SAMPLES = 1000  # and
SEED = 1  # are what `rate` takes by default, so that both give the same figures


@click.command("report", no_args_is_help=True)
@shared_options.journals
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The page to write. An older report there is replaced.",
)
@click.option("--title", metavar="TEXT", help="What stands at the top of the page.")
@click.option(
    "--games",
    "most_shown",
    type=Whole(0),
    default=200,
    show_default=True,
    metavar="N",
    help="How many games can be looked at move by move.",
)
@shared_options.anchor
@click.option("--force", is_flag=True, help="Overwrite a file that is no report, too.")
def command(
    journals: tuple[Path, ...],
    out: Path,
    title: str | None,
    most_shown: int,
    anchor: str | None,
    force: bool,
) -> None:
    """Write a page about all games in JOURNALS, files of `match --out` and `tournament --out`.

    It is one file that needs no network: standings, cross table, how the ratings settled, scores,
    what the winners had, faults, a list of the games, and games to look at move by move. Where
    there are many, those with a fault can be looked at first, then an even spread of the others.
    """
    begun = time.monotonic()
    known = None if anchor is None else parse_anchor(anchor)
    check_page(out, journals, force)
    games = gather(journals, most_shown)
    for error in games.pool.errors:
        click.echo(error, err=True)
    read = time.monotonic()
    data = rating_data(games.pool, SAMPLES, SEED, known)
    moments = settling(list(games.results.values()), games.pool.names(), data, known)
    rated = time.monotonic()
    shown = games.shown()
    findings = Findings(
        title=title or f"Spyrium: {counted(data['games'], 'game')}",
        journals=journals,
        games=games,
        data=data,
        moments=moments,
        shown=frozenset(shown),
    )
    size = write_page(out, render(findings, viewer_section(shown)))
    for warning in data["warnings"]:
        click.echo(f"Warning: {warning}", err=True)
    if len(shown) < len(games.games):
        click.echo(f"{shown_words(games, shown)} --games N changes it", err=True)
    done = time.monotonic()
    click.echo(
        f"{out}: {counted(data['games'], 'game')}, {size / 1e6:.1f} MB, in {done - begun:.1f} s "
        f"(reading {read - begun:.1f}, ratings {rated - read:.1f}, page {done - rated:.1f})"
    )
