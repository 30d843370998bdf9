"""`spyrium-ai train`: make the evaluation's weights again."""

from __future__ import annotations

import json
from pathlib import Path

import click
from tqdm import tqdm

from spyrium_ai.core.afterstate import FEATURE_COUNT
from spyrium_ai.errors import UsageError
from spyrium_ai.train.heuristic import train


@click.command(name="train")
@click.option(
    "--games",
    default=12000,
    show_default=True,
    type=click.IntRange(10),
    help="Games of each generation.",
)
@click.option("--generations", default=4, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The weights file to write; refused if it exists.",
)
def command(games: int, generations: int, seed: int, out: Path) -> None:
    """Fit the weights of the evaluation from nothing, for 2 to 5 players."""
    if out.exists():
        raise UsageError(f"--out: {out} exists; name a new file, or remove it")
    if not out.resolve().parent.is_dir():
        raise UsageError(f"--out: there is no folder {out.parent}")
    with tqdm(total=4 * games * generations, unit=" games", disable=None) as bar:

        def progress(played: int) -> None:
            bar.update(played)

        tables = {
            str(players): train(players, games, generations, seed, progress)
            for players in (2, 3, 4, 5)
        }
    data = {
        "made_by": f"spyrium-ai train --games {games} --generations {generations} --seed {seed}",
        "features": FEATURE_COUNT,
        "players": tables,
    }
    out.write_text(json.dumps(data) + "\n")
    click.echo(f"{out}: weights for 2 to 5 players")
