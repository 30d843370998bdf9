"""`spyrium-ai train`: trains the weights of the evaluation."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import cluster_options, shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.cli.progress_bar import progress_bar, say
from spyrium_ai.tools.training.plan import CHUNK, TrainingPlan
from spyrium_ai.util.atomic_write import behind_links
from spyrium_ai.util.errors import HaltError, UsageError

if TYPE_CHECKING:
    from spyrium_ai.tools.training.calls import Compute

ALL = (2, 3, 4, 5)  # numbers of players
WEIGHTS_BYTES = 10_000  # about the size of the file of linear weights

out_type = click.Path(dir_okay=False, path_type=Path)
SEED_OF = "Random seed for the games and the fits."
JOBS_OF = "Number of threads; -1: one per core, or one per thread of the cluster's workers."


def count(name: str, default: int, least: int, about: str) -> shared_options.Decorator:
    """Return the option for a number of `least` or more."""
    return click.option(name, default=default, show_default=True, type=Whole(least), help=about)


@click.group(name="train")
def command() -> None:
    """Train the weights of the evaluation from scratch, for 2 to 5 players."""


def new_file(path: Path, size: int) -> None:
    """Check that a file of this size can be created, since training takes long.

    It is created and removed again: even on a full disk an empty file can be created.

    Raises:
        UsageError: the file exists or cannot be written.
    """
    from spyrium_ai.tools.training.files import write_file

    if path.exists():
        raise UsageError(f"--out: {path} exists; name a new file, or remove it")
    try:
        target = behind_links(path)
    except OSError as error:
        raise UsageError(f"--out: '{path}': {error.strerror}") from None
    if not target.parent.is_dir():
        raise UsageError(f"--out: the folder {path.parent} does not exist")
    try:
        write_file(path, bytes(size))
    except HaltError as error:
        raise UsageError(f"--out: {error}") from None
    target.unlink()  # a link stays


@command.command()
@count("--games", 12_000, 40, "Number of games in each generation.")
@count(
    "--generations",
    4,
    1,
    "Number of generations: games are played, then the weights fitted to them.",
)
@shared_options.seed(SEED_OF)
@shared_options.jobs(JOBS_OF, default=-1)
@cluster_options.backend
@cluster_options.scheduler
@click.option(
    "--out", required=True, type=out_type, help="File for the weights; it must not exist yet."
)
def heuristic(
    games: int,
    generations: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the linear evaluation, which rates single moves.

    If the training is interrupted, run the same command to resume it.
    """
    from spyrium_ai.tools.training.heuristic_training import HeuristicPlan, HeuristicTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, WEIGHTS_BYTES)
    made_by = (
        f"spyrium-ai train heuristic --games {games} --generations {generations} --seed {seed}"
    )
    plan = HeuristicPlan(ALL, games, generations, seed)
    training = HeuristicTraining(out, plan, made_by)
    with (
        computing(jobs, scheduler) as compute,
        progress_bar(plan.total, " games") as bar,
    ):

        def progress(played: int) -> None:
            bar.update(played)

        training.run(progress, compute)
    click.echo(f"{out}: weights for 2 to 5 players")


@command.command()
@count(
    "--games",
    80_000,
    CHUNK,
    "Number of two-player games, each with five afterstates; with more players fewer games, "
    "for the same number of seats.",
)
@count("--deals", 2, 1, "Number of sampled deals for each label.")
@count("--epochs", 24, 1, "Number of passes of each fit over the labelled afterstates.")
@count(
    "--searched",
    20_000,
    0,
    "Number of two-player games of mcts for the final fit; with more players fewer games.",
)
@count("--nodes", 32, 1, "Simulations per move in the games of mcts.")
@shared_options.seed(SEED_OF)
@shared_options.jobs(JOBS_OF, default=-1)
@cluster_options.backend
@cluster_options.scheduler
@click.option(
    "--out",
    required=True,
    type=out_type,
    help="File for the networks, a new .npz; a .json beside it says how they were trained.",
)
def value(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: int,
    deals: int,
    epochs: int,
    searched: int,
    nodes: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the value networks of afterstates.

    If the training is interrupted, run the same command to resume it.
    """
    from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
    from spyrium_ai.tools.training.training_run import ValueTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, 2 * len(ALL) * NET_COUNT * NET_SIZE)  # bytes in half precision
    made_by = (
        f"spyrium-ai train value --games {games} --deals {deals} --epochs {epochs} "
        f"--searched {searched} --nodes {nodes} --seed {seed}"
    )
    plans = [
        TrainingPlan(
            players,
            games=max(CHUNK, 2 * games // players),
            deals=deals,
            epochs=epochs,
            # A game of more players has more decisions, and each takes longer.
            searched=max(CHUNK, 4 * searched // players**2) if searched else 0,
            nodes=nodes,
            seed=seed,
        )
        for players in ALL
    ]
    training = ValueTraining(out, plans, made_by)
    with (
        computing(jobs, scheduler) as compute,
        progress_bar(training.total, " positions", done=training.done) as bar,
    ):

        def progress(labelled: int) -> None:
            bar.update(labelled)

        training.run(progress, compute)
    training.finish()
    click.echo(f"{out}: value networks for 2 to 5 players")


@command.command()
@count(
    "--decisions",
    40_000,
    CHUNK,
    "Number of searched two-player decisions of a generation; with more players fewer, for the "
    "same number of seats.",
)
@count(
    "--generations",
    3,
    1,
    "Number of generations: decisions are searched, then the networks fitted to them.",
)
@count(
    "--nodes", 400, 4, "Simulations for each decision; a quarter of them in the first generation."
)
@count("--epochs", 12, 1, "Number of passes of each fit over the decisions.")
@shared_options.seed(SEED_OF)
@shared_options.jobs(JOBS_OF, default=-1)
@cluster_options.backend
@cluster_options.scheduler
@click.option(
    "--out",
    required=True,
    type=out_type,
    help="File for the networks, a new .npz; a .json beside it says how they were trained.",
)
def policy(  # noqa: PLR0913, PLR0917 (one argument for each option)
    decisions: int,
    generations: int,
    nodes: int,
    epochs: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the policy networks, which rate moves without making them.

    If the training is interrupted, run the same command to resume it.
    """
    from spyrium_ai.search.evaluation.policy_net import POLICY_SIZE
    from spyrium_ai.tools.training.policy_training import PolicyPlan, PolicyTraining

    cluster_options.check_backend(backend, scheduler)
    new_file(out, 4 * len(ALL) * POLICY_SIZE)  # bytes
    made_by = (
        f"spyrium-ai train policy --decisions {decisions} --generations {generations} "
        f"--nodes {nodes} --epochs {epochs} --seed {seed}"
    )
    plan = PolicyPlan(ALL, decisions, generations, nodes, epochs, seed)
    training = PolicyTraining(out, plan, made_by)
    with (
        computing(jobs, scheduler) as compute,
        progress_bar(plan.total, " decisions") as bar,
    ):

        def progress(searched: int) -> None:
            bar.update(searched)

        training.run(progress, compute)
    click.echo(f"{out}: policy networks for 2 to 5 players")


@command.command()
@count(
    "--games",
    16_000,
    CHUNK,
    "Number of two-player games of mcts in a generation; with more players fewer, for the same "
    "number of seats.",
)
@count("--moves", 48, 1, "Simulations per move in these games.")
@count(
    "--decisions",
    40_000,
    CHUNK,
    "Number of searched two-player decisions of a generation; with more players fewer, for the "
    "same number of seats.",
)
@count("--nodes", 400, 4, "Simulations for each decision.")
@count("--generations", 1, 1, "Number of generations.")
@shared_options.seed(SEED_OF)
@shared_options.jobs(
    "Number of threads; -1: one per core, or one per thread of the cluster's workers.", default=-1
)
@cluster_options.backend
@cluster_options.scheduler
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="New folder for value.npz and policy.npz, and the .json files that say how they were "
    "trained.",
)
def refine(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: int,
    moves: int,
    decisions: int,
    nodes: int,
    generations: int,
    seed: int,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path,
) -> None:
    """Train the networks further, on games of mcts with them.

    In each generation the value networks are fitted on to games, then the policy networks to
    searched decisions. It begins with the networks that the program plays with.

    If the training is interrupted, run the same command to resume it.
    """
    from spyrium_ai.tools.training.refine_training import RefinePlan, RefineTraining

    cluster_options.check_backend(backend, scheduler)
    if not behind_links(out).parent.is_dir():
        raise UsageError(f"--out: the folder {out.parent} does not exist")
    made_by = (
        f"spyrium-ai train refine --games {games} --moves {moves} --decisions {decisions} "
        f"--nodes {nodes} --generations {generations} --seed {seed}"
    )
    plan = RefinePlan(ALL, generations, games, moves, decisions, nodes, seed)
    training = RefineTraining(out, plan, made_by)
    with (
        computing(jobs, scheduler) as compute,
        progress_bar(plan.total, " games and decisions") as bar,
    ):

        def progress(done: int) -> None:
            bar.update(done)

        training.run(progress, compute)
    click.echo(f"{out}: value and policy networks for 2 to 5 players")


@contextlib.contextmanager
def computing(jobs: int, scheduler: str | None) -> Iterator[Compute]:
    """Yield what plays and labels: threads here, or the cluster with this scheduler."""
    if scheduler is None:
        from joblib import parallel_config

        from spyrium_ai.tools.training.calls import in_threads

        with parallel_config(n_jobs=jobs):
            yield in_threads
        return
    from spyrium_ai.tools.training.training_cluster import TrainingCluster

    with TrainingCluster(scheduler, jobs, say) as cluster:
        for warning in cluster.warnings:
            say(f"Warning: {warning}")
        yield cluster.compute
