"""`spyrium-ai analyse`: what every move cost, and how lucky every deal was."""

from __future__ import annotations

from pathlib import Path

import click

from spyrium_ai.analysis.review.game_review import JUDGE, NODES, SECOND
from spyrium_ai.cli import shared_options
from spyrium_ai.cli.param_types import Whole
from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.human.explorer_help import MOST_LINES
from spyrium_ai.util.errors import UsageError


@click.command("analyse", no_args_is_help=True)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--game", metavar="K", help="Analyse only the game with this number or id.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="Judge only the decisions of this player. Can be repeated.",
)
@click.option(
    "--engine",
    default=JUDGE,
    show_default=True,
    metavar="PLAYER",
    help="Engine that judges, or with --position and --board searches, as `match` takes it.",
)
@click.option(
    "--second",
    default=SECOND,
    show_default=True,
    metavar="PLAYER",
    help="Engine that has to agree on a blunder; `none` to do without.",
)
@click.option(
    "--movetime",
    type=Whole(*BOUNDS["movetime"]),
    metavar="MS",
    help="Time for each decision in the first pass, in milliseconds.",
)
@click.option(
    "--nodes",
    type=Whole(*BOUNDS["nodes"]),
    metavar="N",
    help=f"Node limit of each search in the first pass.  [default: {NODES}]",
)
@click.option("--why/--no-why", default=True, show_default=True, help="Explain errors.")
@shared_options.jobs("Number of decisions to judge in parallel; -1: one per core.", default=-1)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the analysis to this file, as lines of JSON.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the analysis as lines of JSON.")
@click.option("--position", metavar="LINE", help="Analyse this position instead of games.")
@click.option("--board", is_flag=True, help="Explore a position move by move, at the keyboard.")
@click.option(
    "--lines",
    type=Whole(1, MOST_LINES),
    default=3,
    show_default=True,
    metavar="N",
    help="Number of moves to show with --position or --board.",
)
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    files: tuple[Path, ...],
    game: str | None,
    players: tuple[str, ...],
    engine: str,
    second: str,
    movetime: int | None,
    nodes: int | None,
    why: bool,
    jobs: int,
    out: Path | None,
    as_json: bool,
    position: str | None,
    board: bool,
    lines: int,
) -> int:
    """Say what every move in FILEs lost, and how lucky every deal was.

    FILEs are game logs, tournament folders and saved games. Each decision is judged twice: all of
    them, then deeper those that seem to lose something. Decisions that were judged before are not
    judged again.

    With --position or --board no file is needed: the best moves of a position are shown while the
    search deepens.
    """
    from spyrium_ai.analysis.review.review_run import ReviewSettings
    from spyrium_ai.cli.analyse_run import analyse, depth_of, read_games
    from spyrium_ai.match.time_control import check_one

    check_one({"--movetime": movetime, "--nodes": nodes})
    if board or position is not None:
        if files:
            raise UsageError("--position and --board take no FILE: leave it out")
        return _explore(position, engine, movetime, nodes, lines, board=board)
    if not files:
        raise UsageError("name the games to analyse: game logs, tournament folders or saved games")
    records = read_games(files, game, players)
    confirming = "" if second == "none" else second
    settings = ReviewSettings(engine, confirming, depth_of(movetime, nodes), why=why)
    return analyse(records, players, settings, jobs, out, as_json=as_json)


def _explore(
    position: str | None,
    engine: str,
    movetime: int | None,
    nodes: int | None,
    lines: int,
    *,
    board: bool,
) -> int:
    """Show a position and its best lines, or open the dialogue on it; return the exit code."""
    from spyrium_ai.human.explorer import explore
    from spyrium_ai.human.terminal_io import TerminalIO
    from spyrium_ai.match.player_spec import parse_player
    from spyrium_ai.match.time_control import TimeControl
    from spyrium_ai.util.signals import INTERRUPTED

    spec, limits = parse_player(engine), TimeControl(movetime, nodes)
    try:
        explore(TerminalIO(), position, spec, limits, lines, board=board)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
