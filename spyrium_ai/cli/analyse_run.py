"""What `spyrium-ai analyse` does: reads games, has them judged, shows the result."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from spyrium_ai.analysis.review.game_review import NODES, GameReview
from spyrium_ai.analysis.review.review_file import check_analysis, write_analysis
from spyrium_ai.analysis.review.review_lines import review_lines
from spyrium_ai.analysis.review.review_run import (
    ReviewRun,
    ReviewSettings,
    kept_reviews,
    opened_reviewers,
)
from spyrium_ai.analysis.review.review_text import move_words, review_lines_text
from spyrium_ai.analysis.review.reviewer import Depth
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.review.summary_table import summary_lines
from spyrium_ai.cli.progress_bar import progress_bar
from spyrium_ai.engine.levels import mean_losses
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.game_reader import GameReader
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.processors import at_a_time
from spyrium_ai.util.signals import on_interruption


def depth_of(movetime: int | None, nodes: int | None) -> Depth:
    """Return how long the judges think, by the limit that is given."""
    return Depth.of_nodes(nodes or NODES) if movetime is None else Depth.of_time(movetime)


def read_games(files: Sequence[Path], game: str | None, players: Sequence[str]) -> list[GameRecord]:
    """Return the games of the files, each once.

    Args:
        files: game logs, tournament folders and saved games.
        game: the number or id of the game that is wanted; None for all.
        players: names of which each must be in one of the games.

    Raises:
        UsageError: a file cannot be read, there is no such game, or no such player.
    """
    found: dict[str, GameRecord] = {}
    for file in files:
        reading = GameReader(GameStore().located(file))
        for _, record in reading.games():
            if game in {None, record.id, str(record.game)}:
                found.setdefault(record.to_line(), record)
        for error in reading.errors:
            click.echo(error, err=True)
    if not found:
        which = f"no game '{game}'" if game else "no game"
        raise UsageError(f"{which} in {', '.join(map(str, files))}")
    names = {seat.name for record in found.values() for seat in record.seats}
    for player in players:
        if player not in names:
            raise UsageError(f"--player: no '{player}' in these games: {', '.join(sorted(names))}")
    return list(found.values())


def analyse(
    records: Sequence[GameRecord],
    players: Sequence[str],
    settings: ReviewSettings,
    jobs: int,
    out: Path | None,
    *,
    as_json: bool,
) -> int:
    """Judge the games and print what was found; return the exit code.

    Args:
        records: the games.
        players: whose decisions are judged; empty for all.
        settings: the judges and how long they think.
        jobs: the number of decisions to judge in parallel, -1 for one per core.
        out: the file that gets the analysis too.
        as_json: whether to print lines of JSON.

    Raises:
        UsageError: a judge does not start, or the file is something else.
        HaltError: a judge fails.
    """
    if out is not None:
        check_analysis(out)
    stop = StopFlag()
    run = ReviewRun(settings, kept_reviews(), players)
    with ExitStack() as stack:
        reviewers = list(opened_reviewers(stack, settings, at_a_time(jobs), stop))

        def halt() -> None:
            stop.set()
            for reviewer in reviewers:
                reviewer.terminate()

        interruption = stack.enter_context(on_interruption(halt))
        with progress_bar(None, " decisions") as bar:

            def show(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            reviews = list(run.run(records, reviewers, stop, show))
    if out is not None and reviews:
        write_analysis(out, reviews)
    _print(records, reviews, settings, as_json=as_json)
    if interruption.signal:
        command = shlex.join(["spyrium-ai", *sys.argv[1:]])
        done = f"{len(reviews)} of {len(records)} games are analysed"
        click.echo(f"{done}; nothing is judged twice. To resume: {command}", err=True)
    return interruption.exit_code


def _print(
    records: Sequence[GameRecord],
    reviews: Sequence[GameReview],
    settings: ReviewSettings,
    *,
    as_json: bool,
) -> None:
    """Print the reviews: lines of JSON, or each game in words and then the players."""
    if as_json:
        for review in reviews:
            for line in review_lines(review):
                click.echo(line)
        return
    style = Style.of(sys.stdout)
    for record, review in zip(records, reviews, strict=False):
        for line in review_lines_text(review, style, move_words(record)):
            click.echo(line)
        click.echo()
    if len(reviews) > 1:
        click.echo(style.paint(f"All {len(reviews)} games", "bold"))
        for line in summary_lines(player_summaries(reviews), _levels(reviews, settings)):
            click.echo(style.text(line))


def _levels(
    reviews: Sequence[GameReview], settings: ReviewSettings
) -> list[tuple[int, float]] | None:
    """Return the mean losses of the levels; None where they were judged otherwise.

    They come from games of two players and the default judge and depth.
    """
    usual = ReviewSettings()
    is_usual = (settings.judge, settings.depth) == (usual.judge, usual.depth)
    has_two = all(len(review.players) == 2 for review in reviews)
    return (mean_losses() or None) if is_usual and has_two else None
