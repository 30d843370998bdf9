"""`spyrium-ai clairvoyance`: an experiment on what it would be worth to know the deals."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import click
from tqdm import tqdm

from spyrium_ai.clairvoyance import CLAIRVOYANT, Processes, clairvoyant, experiment
from spyrium_ai.cli import options
from spyrium_ai.cli.match import series_limits
from spyrium_ai.cli.numerals import Whole
from spyrium_ai.quantity import games_in_blocks
from spyrium_ai.record_file import JOURNAL
from spyrium_ai.schedule import blocks_for
from spyrium_ai.standings_text import print_standings
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.play import Tournament

NODES = 400  # a move, where no limit is given


@click.command("clairvoyance")
@click.option(
    "--players",
    type=Whole(2, 5),
    default=2,
    show_default=True,
    metavar="P",
    help="Players at the table; one of them is clairvoyant.",
)
@options.games(20)
@options.movetime
@options.nodes
@options.seed_of_games()
@options.jobs("Games at a time, each in a process; -1: as many as there are cores.")
@options.journal(of="game")
@click.option(
    "--dealsafter",
    type=Whole(1, 10**9),
    metavar="V",
    help="Visits of a turn's end before the clairvoyant looks past its deal; by default 1.",
)
@options.as_json
def command(  # noqa: PLR0913, PLR0917 (one parameter for each option)
    players: int,
    games: int,
    movetime: int | None,
    nodes: int | None,
    seed: int,
    jobs: int,
    journal: Path | None,
    dealsafter: int | None,
    as_json: bool,
) -> None:
    """Play a clairvoyant `mcts` among ordinary ones, to see what knowing the deals would be worth.

    The clairvoyant is shown what the dealer will deal. It is no player: `match` and `tournament`
    cannot enter it. All have the same limit, 400 nodes a move if none is given; each deal is played
    from every rotation of the seats.
    """
    if movetime is None and nodes is None:
        nodes = NODES
    limits = series_limits(movetime, nodes, None)
    blocks = blocks_for(games, players)
    event = experiment(players, blocks, limits, seed, clairvoyant(dealsafter), jobs)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(journal or Path(folder, JOURNAL)) as file,
    ):
        tournament = Tournament(event, file)
        play(tournament)
    data = {**tournament.standings.as_data(), "seed": seed, "limits": str(limits)}
    if as_json:
        click.echo(json.dumps(data))
        return
    played = games_in_blocks(data["games"], data["blocks"])
    click.echo(f"{played}, seed {seed}, {limits}; an experiment:")
    click.echo(f"{CLAIRVOYANT} is shown the deals that come\n")
    print_standings(data, sys.stdout)


def play(tournament: Tournament) -> None:
    """Play what is missing; every game is in the journal when the next one counts."""
    with tqdm(
        total=tournament.games_total,
        initial=tournament.games_done,
        unit="game",
        disable=None,
        file=sys.stderr,
    ) as progress:
        for _ in tournament.play(Processes(tournament.event)):
            progress.update()
