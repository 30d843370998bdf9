"""`spyrium-ai perft`: counts the move sequences from a position."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from spyrium_ai.util.errors import UsageError

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position


# Fields of a position line may begin with "-".
@click.command("perft", no_args_is_help=True, context_settings={"ignore_unknown_options": True})
@click.argument("position", nargs=-1, required=True)
@click.argument("depth", metavar="DEPTH")
@click.option(
    "--divide", is_flag=True, help="Show the count of each first move, sorted by notation."
)
def command(position: tuple[str, ...], depth: str, divide: bool) -> None:
    """Count the sequences of DEPTH moves from POSITION.

    POSITION is a position line, quoted or not, or `start N`, the start of a game for N players. A
    sequence that reaches chance or the end of the game earlier counts once. So the count is 1 if
    chance decides in POSITION.
    """
    _refuse_options((*position, depth))
    start = position_of(" ".join(position))
    moves = depth_of(depth)
    with _ended_by_interrupts():
        if divide:
            _print_divided(start, moves)
        else:
            click.echo(start.perft(moves))


def _refuse_options(words: tuple[str, ...]) -> None:
    for word in words:
        if re.match("-+[a-z]", word):
            raise click.NoSuchOption(word, possibilities=["--divide"])


@contextmanager
def _ended_by_interrupts() -> Iterator[None]:
    """Let Ctrl-C end the process at once, since a running count does not poll for signals.

    Where the shell has Ctrl-C ignored, as for a process in the background, it stays ignored.
    """
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def position_of(text: str) -> Position:
    """Return the position of a position line or of `start N`; UsageError names the field."""
    from spyrium_ai.game.notation import NotationError
    from spyrium_ai.game.position import Position

    if match := re.fullmatch(r"start(?: +(.*))?", text):
        if match[1] not in {"2", "3", "4", "5"}:
            raise UsageError(f"position: '{text}' is not `start N` with N players, 2 to 5")
        return Position.start(int(match[1]))
    try:
        return Position.parse(text)
    except NotationError as error:
        raise UsageError(str(error)) from None


def depth_of(text: str) -> int:
    """Return the depth; UsageError if it is not a number."""
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise UsageError(f"depth: '{text}' is not a number of moves, 0 to 9999")
    return int(text)


def _print_divided(start: Position, depth: int) -> None:
    begun = time.perf_counter()
    counts = start.divide(depth)
    total = sum(counts.values()) if counts else start.perft(depth)
    seconds = time.perf_counter() - begun
    for move, count in counts.items():
        click.echo(f"{move} {count}")
    click.echo(f"total {total}")
    click.echo(f"moves {len(counts)}")
    click.echo(f"seconds {seconds:.3f}")
