"""`spyrium-ai regret`: the points that moves in turn 6 lose against best play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Seconds, Whole
from spyrium_ai.cli.progress_bar import progress_bar
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.version import full_version

if TYPE_CHECKING:
    from spyrium_ai.match.engine_player import EnginePlayer
    from spyrium_ai.match.player_spec import PlayerSpec
    from spyrium_ai.match.time_control import TimeControl
    from spyrium_ai.search.stop_flag import StopFlag
    from spyrium_ai.tools.experiments.regret import MarginSolver

MARGIN = 10.0  # seconds a move may be late: moves are measured here, not punctuality


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
    help="Number of decisions to measure, taken from the first games.",
)
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
@shared_options.seed("Random seed of the players.")
@shared_options.journal
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
    """Measure how many points PLAYERS lose in turn 6 of recorded two-player games.

    GAMES is a game log (`match --out`) or the folder of a tournament.

    Each decision with more than one legal move is solved to the end of the game. Each player is
    then asked for its move in that position, as if it had just joined the game. A player's own
    limits override --movetime and --nodes.

    The regret of a move is the points of margin that it loses against best play. The output is each
    player's mean regret, its share of moves without regret, and the number of unsolved decisions.
    """
    from spyrium_ai.match.time_control import TimeControl
    from spyrium_ai.search.stop_flag import StopFlag
    from spyrium_ai.tools.experiments.regret import DecisionRegret, decisions, summary
    from spyrium_ai.tools.experiments.regret_run import RegretMeter, measure_games
    from spyrium_ai.util.processors import at_a_time
    from spyrium_ai.util.run_journal import RunJournal

    specs = _engines(players)
    limits = TimeControl(movetime=movetime, nodes=nodes)
    settings = {
        "program": full_version(),
        "players": [_resolved(spec, limits) for spec in specs],
        "solve": solve,
        "memory": memory,
        "seed": seed,
    }
    by_game = list(decisions(games, most))  # a bad file is reported before anything is solved
    if not any(by_game):
        raise UsageError(f"'{games}' has no decision of turn 6 in a game of two")
    total, stop = sum(map(len, by_game)), StopFlag()
    with ExitStack() as stack:
        results = RunJournal(journal, "regret", settings, DecisionRegret) if journal else None
        stack.enter_context(results or nullcontext())
        meters = [
            RegretMeter(_players(specs, stack), limits, seed, _solver(solve, memory, stop))
            for _ in range(min(at_a_time(jobs), len(by_game)))
        ]
        bar = stack.enter_context(progress_bar(total, " decisions"))
        interruption = stack.enter_context(on_interruption(stop.set))
        found = measure_games(by_game, meters, results, bar.update, stop)
    for line in summary(found, [spec.name for spec in specs]):
        click.echo(line)
    return interruption.exit_code


def _engines(players: Sequence[str]) -> tuple[PlayerSpec, ...]:
    """Return the players of the specs; UsageError for a person."""
    from spyrium_ai.match.player_spec import parse_players

    specs = parse_players(players)
    if any(spec.is_human for spec in specs):
        raise UsageError("regret: human players are not supported here")
    return specs


def _players(specs: Sequence[PlayerSpec], stack: ExitStack) -> list[EnginePlayer]:
    """Return the players with their engines running; the stack ends them."""
    from spyrium_ai.match.engine_player import EnginePlayer
    from spyrium_ai.match.process.timeouts import Timeouts

    players = [EnginePlayer(spec, Timeouts(margin=MARGIN)) for spec in specs]
    for player in players:
        stack.callback(player.close)
        player.check()
    return players


def _solver(seconds: float, memory: int, stop: StopFlag) -> MarginSolver:
    """Return a solver with so many MiB; UsageError where the machine has not that many."""
    from spyrium_ai.engine.options import MEBIBYTE
    from spyrium_ai.tools.experiments.regret import MarginSolver

    try:
        return MarginSolver(seconds, memory * MEBIBYTE, stop)
    except MemoryError:
        raise UsageError(f"--memory {memory}: that much memory is not available") from None


def _resolved(spec: PlayerSpec, common: TimeControl) -> dict[str, object]:
    """Return the settings of a player, since its TOML file may change between two runs.

    The command is left out: the interpreter's path differs between environments.
    """
    return {
        "name": spec.name,
        "text": spec.text,
        "options": dict(spec.options),
        "limits": str(spec.limits_or(common)),
    }
