"""`spyrium-ai regret`: what moves in turn 6 cost against best play."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click
from tqdm import tqdm

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Seconds, Whole
from spyrium_ai.engine.options import MEBIBYTE
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.local_runner import at_a_time
from spyrium_ai.match.player_spec import PlayerSpec, parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.regret import MarginSolver, decisions, summary
from spyrium_ai.tools.experiments.regret_journal import RegretJournal
from spyrium_ai.tools.experiments.regret_run import Examiner, examine_games
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.version import VERSION

# Moves are measured here, not punctuality.
PATIENCE = Timeouts(margin=10.0)


@click.command("regret", no_args_is_help=True)
@click.argument("games", type=click.Path(path_type=Path, exists=True))
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--decisions",
    "most",
    type=Whole(1),
    default=200,
    show_default=True,
    metavar="N",
    help="Decisions to look at, from the first games on.",
)
@shared_options.movetime
@shared_options.nodes
@click.option(
    "--solve",
    type=Seconds(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds to solve a position in; a decision that takes more counts as not solved.",
)
@click.option(
    "--memory",
    type=Whole(1, 2**20),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Mebibytes for what a solver keeps in mind, one for each job.",
)
@shared_options.jobs(
    "Games whose decisions are looked at at a time; -1: as many as there are cores."
)
@shared_options.seed("What the players' chances depend on.")
@shared_options.journal(of="finding")
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: Path,
    players: tuple[str, ...],
    most: int,
    movetime: int | None,
    nodes: int | None,
    solve: float,
    memory: int,
    jobs: int,
    seed: int,
    journal: Path | None,
) -> int:
    """Measure the regret of PLAYERS in turn 6 of the games of two in GAMES.

    GAMES is a journal of `match`, or the folder of a tournament.
    Each decision with more than one legal move is solved to the end of the game; each player is
    asked for its move, as if it had just come to the table; limits of its own replace those of the
    options. Printed are the mean points of margin that the moves lose, the share that lose none,
    and the decisions that were not solved.
    """
    specs = parse_players(players)
    if any(spec.is_human for spec in specs):
        raise UsageError("regret: people cannot be asked")
    limits = TimeControl(movetime=movetime, nodes=nodes)
    terms = {
        "program": VERSION,
        "players": [_resolved(spec, limits) for spec in specs],
        "solve": solve,
        "memory": memory,
        "seed": seed,
    }
    asked = list(decisions(games, most))  # a file that is wrong shows before anything is solved
    total = sum(map(len, asked))
    if not total:
        raise UsageError(f"'{games}' has no decision of turn 6 in a game of two")
    stop = StopFlag()
    with ExitStack() as stack:
        notebook = RegretJournal(journal, terms) if journal else None
        if notebook:
            stack.callback(notebook.close)

        def examiner() -> Examiner:
            try:
                judge = MarginSolver(solve, memory * MEBIBYTE, stop)
            except MemoryError:
                raise UsageError(f"--memory {memory}: there is not so much") from None
            players = [EnginePlayer(spec, PATIENCE) for spec in specs]
            for player in players:
                stack.callback(player.close)
                player.check()
            return Examiner(players, limits, seed, judge)

        examiners = [examiner() for _ in range(min(at_a_time(jobs), len(asked)))]
        bar = stack.enter_context(tqdm(total=total, unit=" decisions", disable=None))
        interruption = stack.enter_context(on_interruption(stop.set))
        found = examine_games(asked, examiners, notebook, bar.update, stop)
    for line in summary(found, [spec.name for spec in specs]):
        click.echo(line)
    return interruption.exit_code


def _resolved(spec: PlayerSpec, common: TimeControl) -> dict[str, object]:
    """Return what a player stands for: an entry may change between two runs.

    The command is left out, since the interpreter has another path in another environment.
    """
    return {
        "name": spec.name,
        "text": spec.text,
        "options": dict(spec.options),
        "limits": str(spec.limits_or(common)),
    }
