"""`spyrium-ai replay`: recorded games, shown and verified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from spyrium_ai.errors import UsageError
from spyrium_ai.game_text import fault_lines, game_lines, summary
from spyrium_ai.human.look import Look
from spyrium_ai.record_file import RecordError, scan_records
from spyrium_ai.records import GameRecord
from spyrium_ai.reproduction import reproduce
from spyrium_ai.verification import ReplayError
from spyrium_ai.verification import verify as problems_of

MOST_TOLD = 5  # lines that are no games, one by one; the rest are counted


@click.command("replay", no_args_is_help=True)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="K", help="Show only this game, by its number or its id.")
@click.option("--verify", is_flag=True, help="Play all moves and deals again and check the result.")
@click.option("--faults", is_flag=True, help="Show only games with a fault, and all about it.")
@click.option(
    "--again", is_flag=True, help="Take engines that failed through their games once more."
)
def command(file: Path, game: str | None, verify: bool, faults: bool, again: bool) -> None:
    """Show the games that are recorded in FILE, plain or compressed by gzip.

    A file of several games is shown as a list, and one of them with --game. With --again each
    engine that failed gets the same options, seed, positions and limits as then, up to its fault.
    The exit code is 1 where a line is no game or a game is not in order.
    """
    shown = bad = wrong = 0
    alone = game is not None or not _has_several(file)
    look = Look.of(sys.stdout)
    for number, record in _chosen(file, game):
        if isinstance(record, RecordError):
            bad += 1
            if bad <= MOST_TOLD:
                click.echo(str(record), err=True)
            continue
        if (faults or again) and not record.faults:
            continue
        shown += 1
        is_whole = _show(record, look, alone)
        if faults and not alone:
            _show_faults(record)
        if again:
            _show_again(record)
        problems = problems_of(record) if verify else []
        wrong += bool(problems) or not is_whole
        for problem in problems:
            click.echo(f"line {number}, game {record.id}: {problem}", err=True)
    if bad > MOST_TOLD:
        click.echo(f"{bad - MOST_TOLD} more lines are no games", err=True)
    if game is not None and not shown:
        raise UsageError(f"'{file}' has no game '{game}'{' with a fault' * (faults or again)}")
    if (faults or again) and not shown:
        click.echo("no game with a fault")
    if verify:
        click.echo(f"{shown - wrong} of {shown} games verified")
    sys.exit(1 if bad or wrong else 0)


def _has_several(file: Path) -> bool:
    """Return whether there is more than one line."""
    lines = scan_records(file)
    next(lines, None)
    return next(lines, None) is not None


def _chosen(file: Path, game: str | None) -> Iterator[tuple[int, GameRecord | RecordError]]:
    """Yield the lines to show, those that cannot be read among them."""
    for number, record in scan_records(file):
        is_wanted = isinstance(record, RecordError) or game in {None, record.id, str(record.game)}
        if is_wanted:
            yield number, record


def _show(record: GameRecord, look: Look, alone: bool) -> bool:
    """Write a game to stdout; return False where it cannot be replayed to its end."""
    if not alone:
        click.echo(summary(record))
        return True
    try:
        for line in game_lines(record, look):
            click.echo(look.text(line))
    except ReplayError as error:
        click.echo(f"the game breaks off at {error}", err=True)
        return False
    return True


def _show_faults(record: GameRecord) -> None:
    for fault in record.faults:
        click.echo("\n".join(fault_lines(fault, [seat.name for seat in record.seats])))


def _show_again(record: GameRecord) -> None:
    for fault in record.faults:
        click.echo(f"game {record.id}: {reproduce(record, fault)}")
