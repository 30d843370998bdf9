"""`spyrium-ai replay`: shows and verifies recorded games."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spyrium_ai.cli.trust import Trust
from spyrium_ai.cli.trust import option as trust_option
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import visible

if TYPE_CHECKING:
    from spyrium_ai.game.text.style import Style
    from spyrium_ai.match.records.record import GameRecord


@click.command("replay", no_args_is_help=True)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", metavar="K", help="Show only the game with this number or id.")
@click.option("--verify", is_flag=True, help="Replay all moves and deals, and check the results.")
@click.option(
    "--faults",
    is_flag=True,
    help="Show only games with faults, with the protocol lines before each fault.",
)
@click.option("--again", is_flag=True, help="Run engines that failed through their games again.")
@trust_option("--again")
def command(
    file: Path, game: str | None, verify: bool, faults: bool, again: bool, trust: bool
) -> None:
    """Show the games in FILE, a game log or the folder of a tournament.

    Several games are shown as a list; use --game to see one of them. The file may be compressed
    with gzip.

    With --again each engine that failed is started with the same options, seed, positions and
    limits as in its game, up to the fault. If its command in FILE is not that of a built-in player
    or of an entry in ./engines, the command is shown first, and you are asked.

    The exit code is 1 if a line is not a game, a game fails verification, or an engine fails again.
    """
    from spyrium_ai.game.text.style import Style
    from spyrium_ai.human.game_store import GameStore
    from spyrium_ai.match.game_reader import GameReader
    from spyrium_ai.match.records.replay import verify as problems_of

    _check_options(verify=verify, faults=faults, again=again, trust=trust)
    trusted = Trust(file, is_given=trust)
    shown = wrong = 0
    outcomes: Counter[bool] = Counter()  # whether engines fail again
    reading = GameReader(GameStore().located(file))
    count = reading.count_up_to(2)
    if not count:
        raise UsageError(f"'{file}' is empty: it has no game")
    is_list = count > 1 and game is None
    alone = not again and not is_list
    style = Style.of(sys.stdout)
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
            outcomes.update(_show_again(record, trusted))
        problems = problems_of(record) if verify else []
        wrong += bool(problems) or not is_whole
        for problem in problems:
            click.echo(visible(f"line {number}, game {record.id}: {problem}"), err=True)
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


def _check_options(*, verify: bool, faults: bool, again: bool, trust: bool) -> None:
    """Raise UsageError for options that do not go together."""
    if verify and (faults or again):
        raise UsageError(
            f"--verify and {'--again' if again else '--faults'} exclude each other: "
            "one checks all games, the other only games with a fault"
        )
    if trust and not again:
        raise UsageError("--trust is for --again: `replay` starts no program without it")


def _show(record: GameRecord, style: Style, alone: bool) -> bool:
    """Print a game; return False if it cannot be replayed to its end."""
    from spyrium_ai.match.records.record_text import game_lines, summary
    from spyrium_ai.match.records.replay import ReplayError

    if not alone:
        click.echo(summary(record))
        return True
    try:
        for line in game_lines(record, style):
            click.echo(style.text(line))
    except ReplayError as error:
        click.echo(visible(f"the game breaks off at {error}"), err=True)
        return False
    return True


def _show_faults(record: GameRecord) -> None:
    from spyrium_ai.match.records.fault_text import fault_lines

    for fault in record.faults:
        click.echo("\n".join(fault_lines(fault, [seat.name for seat in record.seats])))


def _show_again(record: GameRecord, trusted: Trust) -> Iterator[bool]:
    """Print what the engines do now; yield for each whether it fails again."""
    from spyrium_ai.match.fault_replay import reproduce

    trusted.allow(record.seats[fault.seat - 1].command for fault in record.faults)
    for fault in record.faults:
        found = reproduce(record, fault)
        click.echo(f"game {record.id}: {found.text}")
        yield found.fails


def _counted(outcomes: Counter[bool]) -> str:
    """Return how many engines fail again and how many do not, in words.

    >>> _counted(Counter([True, True, False])), _counted(Counter([True]))
    ('2 fail again, 1 does not', '1 fails again, 0 do not')
    """
    fail, mended = outcomes[True], outcomes[False]
    return f"{fail} fail{'s' * (fail == 1)} again, {mended} do{'es' * (mended == 1)} not"
