"""`spyrium-ai selfplay`: games of self-play as arrays for learning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import cluster_options, shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.progress_bar import progress_bar, say
from spyrium_ai.match.settings import MOST_GAMES
from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from spyrium_ai.envs.selfplay import SelfplaySettings
    from spyrium_ai.envs.selfplay_cluster import SelfplayCluster
    from spyrium_ai.envs.selfplay_processes import SelfplayProcesses
    from spyrium_ai.envs.selfplay_run import SelfplayRun


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
@cluster_options.jobs("Number of games to play in parallel, by default one after the other")
@cluster_options.backend
@cluster_options.scheduler
@shared_options.seed("Random seed of all games.")
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    out: Path,
    games: int,
    players: int,
    nodes: int,
    sampled: int,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    seed: int,
) -> int:
    """Write games that mcts plays against itself to --out, as arrays for learning.

    A shard is a file of up to 64 games: for each decision an observation, the legal actions, their
    visits, the action played, the expected and the final win shares. If the run is interrupted, the
    same command resumes it; with a larger --games it adds games.
    """
    from spyrium_ai.envs.selfplay import SelfplaySettings
    from spyrium_ai.envs.selfplay_run import SelfplayRun
    from spyrium_ai.envs.shards import count_games
    from spyrium_ai.util.text import so_many

    cluster_options.check_backend(backend, scheduler)
    settings = SelfplaySettings(players, nodes, sampled, seed)
    with SelfplayRun(out, settings, games) as run:
        exit_code = 0
        if run.done < games:
            exit_code = play(run, make_runner(settings, scheduler, jobs))
        shards = [count_games(path) for path in run.shards]
        decisions = sum(plies for _, plies in shards)
        written = sum(count for count, _ in shards)
        click.echo(
            f"{out}: {so_many(written, 'game')} with {decisions:,} decisions in "
            f"{so_many(len(shards), 'shard')}"
        )
        if waiting := run.waiting:
            click.echo(f"{so_many(waiting, 'more game')} in unfinished shards")
    return exit_code


def make_runner(
    settings: SelfplaySettings, scheduler: str | None, jobs: int | None
) -> SelfplayProcesses | SelfplayCluster:
    """Return the runner of the games: this machine, or the cluster with this scheduler."""
    if scheduler is None:
        from spyrium_ai.envs.selfplay_processes import SelfplayProcesses

        return SelfplayProcesses(settings, 1 if jobs is None else jobs)
    from spyrium_ai.envs.selfplay_cluster import SelfplayCluster

    return SelfplayCluster(settings, scheduler, -1 if jobs is None else jobs, say)


def play(run: SelfplayRun, runner: SelfplayProcesses | SelfplayCluster) -> int:
    """Play the missing games and show progress; return the exit code."""
    from spyrium_ai.util.signals import on_interruption

    with on_interruption(runner.stop) as interruption:
        try:
            with runner:
                for warning in runner.warnings:
                    say(f"Warning: {warning}")
                with progress_bar(run.games, " games", done=run.done) as bar:

                    def show() -> None:
                        bar.update(1)

                    run.run(runner, show)
        except UsageError:
            if not interruption.signal:
                raise
    return interruption.exit_code
