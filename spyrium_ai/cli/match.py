"""`spyrium-ai match`: a series between two to five players."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path

import click
from tqdm import tqdm

from spyrium_ai.analysis.standings import Standings
from spyrium_ai.analysis.standings_table import print_standings
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.human_match import play_with_people, resume_with_people
from spyrium_ai.engine.registry import best_player
from spyrium_ai.match.local_runner import LocalRunner, too_many_threads
from spyrium_ai.match.player_spec import HUMAN, parse_players
from spyrium_ai.match.process.engine_client import Timeouts
from spyrium_ai.match.records.fault_text import fault_text
from spyrium_ai.match.records.record_file import RecordWriter, check_new
from spyrium_ai.match.referee import POLICIES
from spyrium_ai.match.series import Series
from spyrium_ai.match.time_control import TimeControl, check_one, parse_clock
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.util.text import games_in_blocks, so_many


@click.command("match", no_args_is_help=True)
@click.argument("players", nargs=-1)
@shared_options.games(10, "; with people 1")
@shared_options.seed_of_games("; with people another one each time")
@shared_options.movetime
@shared_options.nodes
@click.option(
    "--clock",
    metavar="MS[+INC]",
    help="Milliseconds for all moves of a game, and what each move adds.",
)
@shared_options.jobs("Games at a time; -1: as many as there are cores.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Record every game in this new file, one JSON object a line.",
)
@shared_options.as_json
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="forfeit",
    show_default=True,
    help="What a fault means among three or more players.",
)
@shared_options.patience(Timeouts.move, "How long to wait for a move that no time limits.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with a game that a person has saved.",
)
def command(  # noqa: PLR0913, PLR0917 (one parameter for each option)
    players: tuple[str, ...],
    games: int,
    seed: int,
    movetime: int | None,
    nodes: int | None,
    clock: str | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
    policy: str,
    patience: float,
    resume: Path | None,
) -> None:
    """Play a series between PLAYERS and say who is stronger.

    A player is the name of a built-in one (mcts), with options if wanted (mcts:nodes=2000), an
    entry of engines/ or the path of one, a quoted command that speaks the protocol, or `human` for
    a person at this terminal; a person alone meets the strongest. Each deal is played from
    every rotation of the seats, every other deal with the seating reversed.
    """
    if resume is not None:
        sys.exit(resume_with_people(resume, out, Timeouts(move=patience)))
    if players == (HUMAN,):
        players = (HUMAN, best_player(2))
    if not 2 <= len(players) <= 5:
        raise UsageError(f"a game has 2 to 5 players, not {len(players)}")
    if out is not None:
        check_new(out)
    series = Series(
        players=parse_players(players),
        games=games,
        seed=seed,
        limits=series_limits(movetime, nodes, clock),
        jobs=jobs,
        policy=policy,
        patience=Timeouts(move=patience),
    )
    if any(player.is_human for player in series.players):
        sys.exit(play_with_people(series, out))
    sys.exit(play(series, out, as_json))


def series_limits(movetime: int | None, nodes: int | None, clock: str | None) -> TimeControl:
    """Return the limits of the options; UsageError where there is more than one."""
    check_one({"--movetime": movetime, "--nodes": nodes, "--clock": clock})
    return TimeControl(movetime, nodes) if clock is None else parse_clock(clock)


def play(series: Series, out: Path | None, as_json: bool) -> int:
    """Play the series, write its result to stdout; return the exit code."""
    if series.total != series.games:
        _say(
            f"--games {series.games} rounded up to {series.total}: "
            f"{so_many(series.blocks, 'block')} of {len(series.players)} games"
        )
    if warning := too_many_threads(series, series.jobs):
        _say(f"Warning: {warning}")
    standings = Standings([player.name for player in series.players])
    workers, halted = LocalRunner(series, series.jobs), False
    with on_interruption(workers.stop) as interruption:
        try:
            _play_all(series, workers, standings, out)
        except HaltError as error:
            halted = True
            _say(f"Error: {error}")
        except UsageError:
            if not workers.is_stopped:
                raise
    data = {
        **standings.as_data(),
        "seed": series.seed,
        "limits": str(series.limits),
        "interrupted": halted or bool(interruption.signal),
    }
    if as_json:
        click.echo(json.dumps(data))
    else:
        click.echo(heading(series, data["games"], data["blocks"]))
        print_standings(data, sys.stdout)
    return interruption.exit_code or int(halted)


def _play_all(series: Series, workers: LocalRunner, standings: Standings, out: Path | None) -> None:
    """Play the games, write them to the file as they end, and add them up."""
    told: set[tuple[str, str]] = set()
    with ExitStack() as stack:
        stack.enter_context(workers)
        writer = stack.enter_context(RecordWriter(out)) if out is not None else None
        progress = stack.enter_context(
            tqdm(total=series.total, unit="game", disable=None, file=sys.stderr)
        )
        for record in workers.play(series.plans()):
            if writer is not None:
                writer.add(record)
            standings.add(record)
            for fault in record.faults:
                tqdm.write(fault_text(record, fault, told), file=sys.stderr)
            progress.update()


def heading(series: Series, games: int, blocks: int) -> str:
    """Return the line above the table."""
    limits = str(series.limits) or "each player's own limits"
    return f"{games_in_blocks(games, blocks)}, seed {series.seed}, {limits}\n"


def _say(text: str) -> None:
    click.echo(text, err=True)
