"""`spyrium-ai rollout`: what moves are worth, by playing the game on to its end many times."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Percent, Whole
from spyrium_ai.cli.progress_bar import progress_bar
from spyrium_ai.match.settings import MOST_GAMES
from spyrium_ai.util.errors import UsageError


@click.command("rollout", no_args_is_help=True)
@click.argument("position")
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@click.option(
    "--games",
    type=Whole(1, MOST_GAMES),
    default=1000,
    show_default=True,
    metavar="N",
    help="Maximum number of rollouts of each move.",
)
@click.option(
    "--candidates",
    type=Whole(2, 1000),
    default=5,
    show_default=True,
    metavar="N",
    help="Number of moves to compare if none is named: the best ones of a short search.",
)
@shared_options.rollout_players("--player")
@click.option(
    "--resolution",
    type=Percent(),
    default=1.0,
    show_default=True,
    metavar="PERCENT",
    help="Difference in win share that need not be told apart.",
)
@shared_options.jobs("Number of rollouts to run in parallel; -1: one per core.")
@shared_options.seed("Random seed of the deals and the players.")
@shared_options.journal
@shared_options.as_json
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    position: str,
    moves: tuple[str, ...],
    games: int,
    candidates: int,
    later: str | None,
    first: str | None,
    resolution: float,
    jobs: int,
    seed: int,
    journal: Path | None,
    as_json: bool,
) -> int:
    """Compare MOVES in POSITION by playing the game to its end many times after each.

    POSITION is a position line in quotes. If no MOVE is named, a short search proposes some. All
    moves meet the same deals. A move that is surely worse than the best one gets no more rollouts.
    The command ends when the moves that are left surely differ by no more than --resolution, or
    after --games rollouts of each.
    """
    from spyrium_ai.analysis.rollout.continuation import proposed_moves
    from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
    from spyrium_ai.analysis.rollout.rollout_run import Rollout, check_decision
    from spyrium_ai.analysis.rollout.rollout_table import print_rollout, rollout_data
    from spyrium_ai.cli.perft import position_of
    from spyrium_ai.game.position import IllegalMoveError
    from spyrium_ai.search.stop_flag import StopFlag
    from spyrium_ai.util.processors import at_a_time
    from spyrium_ai.util.signals import on_interruption

    start = position_of(" ".join(position.split()))
    check_decision(start)
    players = RolloutPlayers.named(first, later)
    stop = StopFlag()
    with on_interruption(stop.set) as interruption:
        named = tuple(dict.fromkeys(moves)) or tuple(proposed_moves(start, candidates, stop))
        try:
            rollout = Rollout(start, named, games, players, seed, resolution / 100)
        except IllegalMoveError as error:
            raise UsageError(str(error)) from None
        with progress_bar(None, " rollouts") as bar:

            def show(done: int, left: int) -> None:
                bar.total = done + left
                bar.update(done - bar.n)

            standing = rollout.run(at_a_time(jobs), journal, stop, show)
    if as_json:
        is_interrupted = bool(interruption.signal)
        click.echo(json.dumps(rollout_data(rollout, standing) | {"interrupted": is_interrupted}))
    else:
        print_rollout(rollout, standing, sys.stdout)
    return interruption.exit_code
