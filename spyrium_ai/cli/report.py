"""`spyrium-ai report`: game logs as one page to look at in a browser."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.analysis.ratings.anchor import Anchor, parse_anchor
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.util.bounded_read import rereadable
from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from spyrium_ai.analysis.report.game_reviews import GameReviews
    from spyrium_ai.analysis.report.page import EventSummary

SAMPLES = 1000  # and
SEED = 1  # are what `rate` takes by default, so that both give the same figures


@click.command("report", no_args_is_help=True)
@shared_options.journals
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="HTML file to write. An older report there is replaced.",
)
@click.option("--title", metavar="TEXT", help="Title of the page.")
@click.option(
    "--games",
    "most_shown",
    type=Whole(0),
    default=200,
    show_default=True,
    metavar="N",
    help="Maximum number of games that can be opened move by move.",
)
@click.option(
    "--event",
    metavar="EVENT",
    help="Event that the games are of, as for `tournament`: adds its SPRT or Swiss standings.",
)
@click.option(
    "--analysis",
    "analyses",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Analysis of the games, as `analyse --out` writes it; can be given several times. A file "
    "X.analysis.jsonl beside X.jsonl is read without this option.",
)
@click.option(
    "--csv",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also write the tables as CSV files to this directory.",
)
@shared_options.anchor
@click.option("--force", is_flag=True, help="Overwrite files that are not reports.")
def command(  # noqa: PLR0913, PLR0917 (one parameter for each option)
    journals: tuple[Path, ...],
    out: Path,
    title: str | None,
    most_shown: int,
    event: str | None,
    analyses: tuple[Path, ...],
    folder: Path | None,
    anchor: str | None,
    force: bool,
) -> None:
    """Write an HTML page about the games in FILEs.

    FILEs are game logs written by `match --out` or `tournament`, plain or compressed by gzip,
    or tournament folders.

    The page is one file that needs no network: standings, cross table, rating history, scores,
    turn-order advantage, cards and win rate, faults, a sortable list of the games, and games to
    replay move by move. Analysed games show what each move cost and how lucky each deal was. If
    there are more games than --games, analysed ones come first, then those with a fault, then an
    even sample of the others.
    """
    from spyrium_ai.analysis.report.csv_tables import check_tables
    from spyrium_ai.analysis.report.page_file import check_page

    known = None if anchor is None else parse_anchor(anchor)
    check_page(out, (*journals, *analyses), force)
    if folder is not None:
        check_tables(folder, journals, force)
    with ExitStack() as stack:
        if event is not None:  # its games are read first, and a pipe has them only once
            journals = tuple(stack.enter_context(rereadable(path)) for path in journals)
        write_report(journals, out, title, most_shown, event, analyses, folder, known)


def write_report(
    journals: tuple[Path, ...],
    out: Path,
    title: str | None,
    most_shown: int,
    event: str | None,
    analyses: tuple[Path, ...],
    folder: Path | None,
    anchor: Anchor | None,
) -> None:
    """Write the page and the tables, and print what was written and how long it took."""
    from spyrium_ai.analysis.ratings.rating_data import rating_data
    from spyrium_ai.analysis.report.collector import collect
    from spyrium_ai.analysis.report.csv_tables import write_tables
    from spyrium_ai.analysis.report.page import PageContent, render
    from spyrium_ai.analysis.report.page_file import write_page
    from spyrium_ai.analysis.report.page_text import counted, shown_words
    from spyrium_ai.analysis.report.rating_history import rating_history
    from spyrium_ai.analysis.report.viewer import viewer_section

    begun = time.monotonic()
    summary = None if event is None else event_summary(event, journals)
    reviews = read_analyses(journals, analyses)
    games = collect(journals, most_shown, reviews)
    for error in games.pool.errors:
        click.echo(error, err=True)
    for text in reviews.left_out():
        click.echo(f"Warning: {text}", err=True)
    read = time.monotonic()
    data = rating_data(games.pool, SAMPLES, SEED, anchor)
    history = rating_history(list(games.results.values()), games.pool.names(), data, anchor)
    rated = time.monotonic()
    shown = games.shown()
    content = PageContent(
        title=title or f"Spyrium: {counted(data['games'], 'game')}",
        journals=journals,
        games=games,
        data=data,
        history=history,
        shown=frozenset(shown),
        event=summary,
    )
    size = write_page(out, render(content, viewer_section(shown, games.reviews)))
    if folder is not None:
        write_tables(folder, content)
    for warning in data["warnings"]:
        click.echo(f"Warning: {warning}", err=True)
    if len(shown) < len(games.games):
        click.echo(f"{shown_words(games, shown.keys())} Use --games N to change this.", err=True)
    done = time.monotonic()
    click.echo(
        f"{out}: {counted(data['games'], 'game')}, {size / 1e6:.1f} MB, in {done - begun:.1f} s "
        f"(reading {read - begun:.1f}, ratings {rated - read:.1f}, page {done - rated:.1f})"
    )


def read_analyses(journals: Sequence[Path], analyses: Sequence[Path]) -> GameReviews:
    """Return the named analyses, which have to be right, and those beside the game logs.

    Of the latter, games up to the first wrong line count, with a warning: one may be under way.
    """
    from spyrium_ai.analysis.report.game_reviews import GameReviews, analysis_beside
    from spyrium_ai.analysis.review.review_lines import read_reviews

    reviews = [review for path in analyses for review in read_reviews(path)]
    known = {path.resolve() for path in analyses}
    for path in filter(None, map(analysis_beside, journals)):
        if path.resolve() in known:
            continue
        known.add(path.resolve())
        try:
            reviews += read_reviews(path)
        except UsageError as error:
            click.echo(f"Warning: {error}", err=True)
    return GameReviews(reviews)


def event_summary(name: str, journals: Sequence[Path]) -> EventSummary:
    """Return what the page says of the event; UsageError where the games are not of it."""
    from spyrium_ai.analysis.report.page import EventSummary
    from spyrium_ai.match.records.record_file import journal_file
    from spyrium_ai.tournament.event_file import find_event, read_event
    from spyrium_ai.tournament.event_secret import with_secret
    from spyrium_ai.tournament.result import event_text, games_text, verdict_data
    from spyrium_ai.tournament.tournament import RecordedEvent

    if len(journals) != 1:
        raise UsageError("--event needs exactly one game log")
    log = journal_file(journals[0])
    recorded = RecordedEvent(with_secret(read_event(find_event(name)), log), log)
    about = f"{event_text(recorded.event)}; {games_text(recorded)}."
    return EventSummary(about, **verdict_data(recorded))
