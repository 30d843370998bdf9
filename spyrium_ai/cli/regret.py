"""`spyrium-ai regret`: what moves in turn 6 cost against best play."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click
from tqdm import tqdm

from spyrium_ai.cli import options
from spyrium_ai.client import Patience
from spyrium_ai.engine import Limits
from spyrium_ai.engine_player import EnginePlayer
from spyrium_ai.errors import UsageError
from spyrium_ai.players import parse_players
from spyrium_ai.regret import Decision, Finding, Judge, Notebook, ask, decisions, summary

MEBIBYTE = 2**20
# Moves are measured here, not punctuality.
PATIENCE = Patience(margin=10.0)


@click.command("regret", no_args_is_help=True)
@click.argument("games", type=click.Path(path_type=Path, exists=True))
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--decisions",
    "most",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    metavar="N",
    help="Decisions to look at, from the first games on.",
)
@options.movetime
@options.nodes
@click.option(
    "--solve",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds to solve a position in; a decision that takes more counts as not solved.",
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Mebibytes for what the solver keeps in mind.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where every finding goes; a run with the same terms goes on with it.",
)
def command(  # noqa: PLR0913, PLR0917 (one argument for each option)
    games: Path,
    players: tuple[str, ...],
    most: int,
    movetime: int | None,
    nodes: int | None,
    solve: float,
    memory: int,
    seed: int,
    journal: Path | None,
) -> None:
    """Measure the regret of PLAYERS in turn 6 of the games of two in GAMES, a journal of `match`.

    Each decision with more than one legal move is solved to the end of the game; each player is
    asked for its move, as if it had just come to the table. Printed are the mean points of margin
    that the moves lose, the share that lose none, and the decisions that were not solved.
    """
    specs = parse_players(players)
    if any(spec.is_human for spec in specs):
        raise UsageError("regret: people cannot be asked")
    limits = Limits(movetime=movetime, nodes=nodes)
    terms = {
        "games": str(games),
        "players": [spec.text for spec in specs],
        "limits": [movetime, nodes],
        "solve": solve,
        "seed": seed,
    }
    judge = Judge(solve, memory * MEBIBYTE)
    findings: list[Finding] = []
    with ExitStack() as stack:
        notebook = Notebook(journal, terms) if journal else None
        if notebook:
            stack.callback(notebook.close)
        asked = [EnginePlayer(spec, PATIENCE) for spec in specs]
        for player in asked:
            stack.callback(player.close)

        def finding_of(decision: Decision) -> Finding:
            position = decision.position()
            losses = {
                player.spec.name: judge.loss(position, ask(player, decision, limits, seed))
                for player in asked
            }
            return Finding(decision.key, decision.left, losses)

        with tqdm(total=most, unit=" decisions", disable=None) as bar:
            for group in decisions(games, most):
                for decision in group:
                    finding = notebook.found.get(decision.key) if notebook else None
                    if finding is None:
                        finding = finding_of(decision)
                        if notebook:
                            notebook.add(finding)
                    findings.append(finding)
                    bar.update()
    for line in summary(findings, [spec.name for spec in specs]):
        click.echo(line)
