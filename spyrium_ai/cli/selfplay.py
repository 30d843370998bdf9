"""`spyrium-ai selfplay`: games of self-play as arrays for learning."""

from __future__ import annotations

from pathlib import Path

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.progress_bar import progress_bar
from spyrium_ai.match.settings import MOST_GAMES


@click.command("selfplay", no_args_is_help=True)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="Folder for the shards: a new one, or that of a run to resume or to extend.",
)
@click.option(
    "--games",
    type=Whole(1, MOST_GAMES),
    default=64,
    show_default=True,
    metavar="N",
    help="Number of games in total, those that are in the folder already included.",
)
@click.option(
    "--players",
    type=Whole(2, 5),
    default=2,
    show_default=True,
    metavar="P",
    help="Number of players of each game.",
)
@click.option(
    "--nodes",
    type=Whole(1, 10**6),
    default=200,
    show_default=True,
    metavar="N",
    help="Simulations of mcts for each decision.",
)
@click.option(
    "--sampled",
    type=Whole(0, 1000),
    default=30,
    show_default=True,
    metavar="N",
    help="Number of decisions at the beginning of a game whose move is drawn in proportion to the "
    "visits; after them the move with the most visits is played.",
)
@shared_options.jobs("Number of processes that play; -1: one per core.")
@shared_options.seed("Random seed of all games.")
def command(
    out: Path, games: int, players: int, nodes: int, sampled: int, jobs: int, seed: int
) -> int:
    """Write games that mcts plays against itself to --out, as arrays for learning.

    A shard is a file of up to 64 games: for each decision an observation, the legal actions, their
    visits, the action played, the expected and the final win shares. If the run is interrupted, the
    same command resumes it; with a larger --games it adds games.
    """
    from spyrium_ai.envs.selfplay import SelfplaySettings
    from spyrium_ai.envs.selfplay_run import SelfplayRun
    from spyrium_ai.envs.shards import count_games
    from spyrium_ai.match.local_runner import at_a_time
    from spyrium_ai.search.stop_flag import StopFlag
    from spyrium_ai.util.signals import on_interruption
    from spyrium_ai.util.text import so_many

    stop = StopFlag()
    settings = SelfplaySettings(players, nodes, sampled, seed)
    with SelfplayRun(out, settings, games) as run, on_interruption(stop.set) as interruption:
        with progress_bar(games, " games", done=run.done) as bar:

            def show() -> None:
                bar.update(1)

            run.run(at_a_time(jobs), stop, show)
        shards = [count_games(path) for path in run.shards]
        decisions = sum(plies for _, plies in shards)
        written = sum(count for count, _ in shards)
        click.echo(
            f"{out}: {so_many(written, 'game')} with {decisions:,} decisions in "
            f"{so_many(len(shards), 'shard')}"
        )
        if waiting := run.waiting:
            click.echo(f"{so_many(waiting, 'more game')} in unfinished shards")
    return interruption.exit_code
