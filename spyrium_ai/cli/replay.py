"""`spyrium-ai replay`: recorded games, shown and verified."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from spyrium_ai.game.text.style import Style
    from spyrium_ai.match.records.record import GameRecord


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

    The folder of a tournament stands for the file in it. Several games are shown as a list, and one
    of them with --game. With --again each engine that failed gets the same options, seed, positions
    and limits as then, up to its fault. The exit code is 1 where a line is no game, a game is not
    in order, or an engine fails again.
    """
    from spyrium_ai.game.text.style import Style
    from spyrium_ai.match.records.record_file import JournalReader
    from spyrium_ai.match.records.replay import verify as problems_of

    if verify and (faults or again):
        raise UsageError(
            f"--verify and {'--again' if again else '--faults'} exclude each other: "
            "the one is about all games, the other about those with a fault"
        )
    shown = wrong = 0
    outcomes: Counter[bool] = Counter()  # whether engines fail again
    is_list = _has_several(file) and game is None
    alone = not again and not is_list
    style = Style.of(sys.stdout)
    reading = JournalReader(file)
    for number, record in reading.games():
        if game not in {None, record.id, str(record.game)}:
            continue
        if (faults or again) and not record.faults:
            continue
        shown += 1
        is_whole = _show(record, style, alone)
        if faults and not alone:
            _show_faults(record)
        if again:
            outcomes.update(_show_again(record))
        problems = problems_of(record) if verify else []
        wrong += bool(problems) or not is_whole
        for problem in problems:
            click.echo(f"line {number}, game {record.id}: {problem}", err=True)
    for error in reading.errors:
        click.echo(error, err=True)
    if game is not None and not shown:
        raise UsageError(f"'{file}' has no game '{game}'{' with a fault' * (faults or again)}")
    if (faults or again) and not shown:
        click.echo("no game with a fault")
    if verify:
        click.echo(f"{shown - wrong} of {shown} games verified")
    if outcomes:
        click.echo(_counted(outcomes))
    sys.exit(1 if reading.bad or wrong or outcomes[True] else 0)


def _has_several(file: Path) -> bool:
    """Return whether there is more than one line; UsageError: there is none."""
    from spyrium_ai.match.records.record_file import scan_records

    lines = scan_records(file)
    if next(lines, None) is None:
        raise UsageError(f"'{file}' holds no game: it is empty")
    return next(lines, None) is not None


def _show(record: GameRecord, style: Style, alone: bool) -> bool:
    """Write a game to stdout; return False where it cannot be replayed to its end."""
    from spyrium_ai.match.records.record_text import game_lines, summary
    from spyrium_ai.match.records.replay import ReplayError

    if not alone:
        click.echo(summary(record))
        return True
    try:
        for line in game_lines(record, style):
            click.echo(style.text(line))
    except ReplayError as error:
        click.echo(f"the game breaks off at {error}", err=True)
        return False
    return True


def _show_faults(record: GameRecord) -> None:
    from spyrium_ai.match.records.fault_text import fault_lines

    for fault in record.faults:
        click.echo("\n".join(fault_lines(fault, [seat.name for seat in record.seats])))


def _show_again(record: GameRecord) -> Iterator[bool]:
    """Write what the engines do now; yield for each whether it fails again."""
    from spyrium_ai.match.fault_replay import reproduce

    for fault in record.faults:
        found = reproduce(record, fault)
        click.echo(f"game {record.id}: {found.text}")
        yield found.fails


def _counted(outcomes: Counter[bool]) -> str:
    """Return how many engines fail again, and how many do not.

    >>> _counted(Counter([True, True, False])), _counted(Counter([True]))
    ('2 fail again, 1 does not', '1 fails again, 0 do not')
    """
    fail, mended = outcomes[True], outcomes[False]
    return f"{fail} fail{'s' * (fail == 1)} again, {mended} do{'es' * (mended == 1)} not"
