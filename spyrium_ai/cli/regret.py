"""`spyrium-ai regret`: the points that moves in turn 6 lose against best play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Seconds, Whole
from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from spyrium_ai.search.stop_flag import StopFlag
    from spyrium_ai.tools.experiments.regret import MarginSolver


@click.command("regret", no_args_is_help=True)
@click.argument("games", type=click.Path(path_type=Path, exists=True))
@click.argument("players", nargs=-1, required=True)
@shared_options.decisions(default=200)
@shared_options.spread(default=None)
@shared_options.movetime
@shared_options.nodes
@click.option(
    "--solve",
    type=Seconds(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Time limit for solving one position, in seconds; decisions beyond it are unsolved.",
)
@click.option(
    "--memory",
    type=Whole(1, 2**20),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Size of the transposition table of each job, in MiB.",
)
@shared_options.jobs("Number of games to measure in parallel; -1: one per core.")
@shared_options.seed("Random seed of the players, and of the decisions drawn for --deals.")
@shared_options.journal
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: Path,
    players: tuple[str, ...],
    most: int,
    deals: int | None,
    movetime: int | None,
    nodes: int | None,
    solve: float,
    memory: int,
    jobs: int,
    seed: int,
    journal: Path | None,
) -> int:
    """Measure how many points PLAYERS lose in turn 6 of recorded two-player games.

    GAMES is a game log (`match --out`) or the folder of a tournament.

    Each decision with more than one legal move is solved to the end of the game. Each player is
    then asked for its move in that position, as if it had just joined the game. A player's own
    limits override --movetime and --nodes.

    The regret of a move is the points of margin that it loses against best play. The output is each
    player's mean regret, its share of moves without regret, and the number of unsolved decisions.
    """
    from spyrium_ai.cli.experiment import Experiment
    from spyrium_ai.game.rules.cards import LAST_TURN
    from spyrium_ai.match.time_control import TimeControl
    from spyrium_ai.tools.experiments.recorded_decisions import Selection, decisions
    from spyrium_ai.tools.experiments.regret import DecisionRegret, summary

    selection = Selection(range(LAST_TURN, LAST_TURN + 1), most, deals, seed, seats=2)
    by_game = list(decisions(games, selection))  # a bad file is reported before anything is solved
    if not any(by_game):
        raise UsageError(f"'{games}' has no decision of turn 6 in a game of two")
    experiment = Experiment(
        "regret",
        players,
        TimeControl(movetime=movetime, nodes=nodes),
        seed,
        {"solve": solve, "memory": memory},
        DecisionRegret,
        lambda stop: _solver(solve, memory, stop),
        summary,
    )
    return experiment.run(by_game, jobs, journal)


def _solver(seconds: float, memory: int, stop: StopFlag) -> MarginSolver:
    """Return a solver with so many MiB; UsageError where the machine has not that many."""
    from spyrium_ai.engine.options import MEBIBYTE
    from spyrium_ai.tools.experiments.regret import MarginSolver

    try:
        return MarginSolver(seconds, memory * MEBIBYTE, stop)
    except MemoryError:
        raise UsageError(f"--memory {memory}: that much memory is not available") from None
