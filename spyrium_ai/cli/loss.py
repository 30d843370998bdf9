"""`spyrium-ai loss`: the win share that moves lose in turns 1 to 5, by rollouts."""

from __future__ import annotations

from pathlib import Path

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.match.settings import MOST_GAMES
from spyrium_ai.util.errors import UsageError


@click.command("loss", no_args_is_help=True)
@click.argument("games", type=click.Path(path_type=Path, exists=True))
@click.argument("players", nargs=-1, required=True)
@shared_options.decisions(default=300)
@shared_options.spread(default=60)
@shared_options.movetime
@shared_options.nodes
@click.option(
    "--rollouts",
    type=Whole(2, MOST_GAMES),
    default=200,
    show_default=True,
    metavar="N",
    help="Number of rollouts of each move that is judged.",
)
@shared_options.rollout_players("--by")
@shared_options.jobs("Number of games to measure in parallel; -1: one per core.")
@shared_options.seed("Random seed of the players, the rollouts and the decisions drawn.")
@shared_options.journal
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: Path,
    players: tuple[str, ...],
    most: int,
    deals: int,
    movetime: int | None,
    nodes: int | None,
    rollouts: int,
    later: str | None,
    first: str | None,
    jobs: int,
    seed: int,
    journal: Path | None,
) -> int:
    """Measure how much win share PLAYERS lose in turns 1 to 5 of recorded games.

    GAMES is a game log (`match --out`) or the folder of a tournament.

    Each player is asked for its move at each decision with more than one legal move, as if it had
    just joined the game. A player's own limits override --movetime and --nodes. Their moves, and
    two that a longer search proposes, are judged by rollouts: after each, the game is played on to
    its end many times, with the same deals after all of them.

    The loss of a move is the win share by which it is behind the best of those judged. The output
    is each player's mean loss, and how the first player's is to the others'.
    """
    from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
    from spyrium_ai.cli.experiment import Experiment
    from spyrium_ai.game.rules.cards import LAST_TURN
    from spyrium_ai.match.time_control import TimeControl
    from spyrium_ai.tools.experiments.recorded_decisions import Selection, decisions
    from spyrium_ai.tools.experiments.rollout_loss import DecisionLoss, RolloutJudge, summary

    by_game = list(decisions(games, Selection(range(1, LAST_TURN), most, deals, seed)))
    if not any(by_game):
        raise UsageError(f"'{games}' has no decision of turns 1 to {LAST_TURN - 1}")
    judges = RolloutPlayers.named(first, later)
    experiment = Experiment(
        "loss",
        players,
        TimeControl(movetime=movetime, nodes=nodes),
        seed,
        {"rollouts": rollouts, "first": judges.first, "by": judges.later},
        DecisionLoss,
        lambda stop: RolloutJudge(judges, rollouts, seed, stop),
        summary,
    )
    return experiment.run(by_game, jobs, journal)
