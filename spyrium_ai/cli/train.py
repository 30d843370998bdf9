"""`spyrium-ai train`: make the weights of the evaluation again."""

from __future__ import annotations

import json
from pathlib import Path

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.tools.training.plan import CHUNK, TrainingPlan
from spyrium_ai.util.errors import HaltError, UsageError

ALL = (2, 3, 4, 5)  # numbers of players
WEIGHTS_BYTES = 10_000  # about the size of the file of linear weights

out_type = click.Path(dir_okay=False, path_type=Path)
SEED_OF = "What the games and the fits depend on."
jobs_option = shared_options.jobs("Threads; -1: as many as there are cores.", default=-1)


def count(name: str, default: int, least: int, about: str) -> shared_options.Decorator:
    """Return the option for how many there are to be of something."""
    return click.option(name, default=default, show_default=True, type=Whole(least), help=about)


@click.group(name="train")
def command() -> None:
    """Make the weights of the evaluation again, from nothing, for 2 to 5 players."""


def new_file(path: Path, size: int) -> None:
    """Refuse a file that exists or cannot be written: training takes long.

    So many bytes are tried: even a full disk takes an empty file.
    """
    from spyrium_ai.tools.training.files import write_file

    if path.exists():
        raise UsageError(f"--out: {path} exists; name a new file, or remove it")
    if not path.resolve().parent.is_dir():
        raise UsageError(f"--out: there is no folder {path.parent}")
    try:
        write_file(path, bytes(size))
    except HaltError as error:
        raise UsageError(f"--out: {error}") from None
    path.resolve().unlink()  # a link stays


@command.command()
@count("--games", 12_000, 40, "Games of each generation.")
@count("--generations", 4, 1, "Times that games are played and the weights fitted to them.")
@shared_options.seed(SEED_OF)
@jobs_option
@click.option(
    "--out", required=True, type=out_type, help="The weights file to write; refused if it exists."
)
def heuristic(games: int, generations: int, seed: int, jobs: int, out: Path) -> None:
    """Fit the linear weights, by which moves are rated."""
    from joblib import parallel_config
    from tqdm import tqdm

    from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT
    from spyrium_ai.tools.training.files import write_file
    from spyrium_ai.tools.training.fit_heuristic import train

    new_file(out, WEIGHTS_BYTES)
    with (
        parallel_config(n_jobs=jobs),
        tqdm(total=len(ALL) * games * generations, unit=" games", disable=None) as bar,
    ):

        def progress(played: int) -> None:
            bar.update(played)

        tables = {
            str(players): train(players, games, generations, seed, progress) for players in ALL
        }
    data = {
        "made_by": f"spyrium-ai train heuristic --games {games} --generations {generations} "
        f"--seed {seed}",
        "features": FEATURE_COUNT,
        "players": tables,
    }
    write_file(out, (json.dumps(data) + "\n").encode())
    click.echo(f"{out}: weights for 2 to 5 players")


@command.command()
@count(
    "--games",
    80_000,
    CHUNK,
    "Games of two players, each with five afterstates; of more players, fewer: as many seats.",
)
@count("--deals", 2, 1, "Deals of each label.")
@count("--epochs", 24, 1, "Passes of a fit over the labelled afterstates.")
@count(
    "--searched",
    20_000,
    0,
    "Games of mcts for two, to which the nets are then fitted on; of more players, fewer.",
)
@count("--nodes", 32, 1, "Simulations a move in the games of mcts.")
@shared_options.seed(SEED_OF)
@jobs_option
@click.option(
    "--out",
    required=True,
    type=out_type,
    help="The weights file to write, a .npz; how it was made comes beside it, as .json.",
)
def value(
    games: int, deals: int, epochs: int, searched: int, nodes: int, seed: int, jobs: int, out: Path
) -> None:
    """Fit the nets of the afterstates' value. A training that was cut off goes on where it was."""
    from joblib import parallel_config
    from tqdm import tqdm

    from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
    from spyrium_ai.tools.training.training_run import ValueTraining

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
        parallel_config(n_jobs=jobs),
        tqdm(total=training.total, initial=training.done, unit=" positions", disable=None) as bar,
    ):

        def progress(labelled: int) -> None:
            bar.update(labelled)

        training.run(progress)
    training.finish()
    click.echo(f"{out}: nets for 2 to 5 players")
