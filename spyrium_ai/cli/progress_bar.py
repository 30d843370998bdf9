"""The progress bar of a command: on stderr, and only if that is a terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NoReturn

import click

from spyrium_ai.util.terminal import bare

if TYPE_CHECKING:
    from tqdm import tqdm

    Bar = tqdm[NoReturn]


def progress_bar(total: int | None, unit: str, *, done: int = 0, leave: bool = True) -> Bar:
    """Return a bar; it moves the cursor, so it writes beneath the escapes of stderr.

    Args:
        total: how much there is to do, None if that is not known yet.
        unit: what is counted.
        done: how much of it is done already.
        leave: whether the bar stays when it is closed.
    """
    from tqdm import tqdm

    screen = bare(sys.stderr)
    return tqdm(total=total, initial=done, unit=unit, leave=leave, disable=None, file=screen)


def hidden(bar: Bar) -> AbstractContextManager[None]:
    """Hide the bar while something else is written."""
    return bar.external_write_mode(file=bare(sys.stderr))


def say(text: str) -> None:
    """Write a line to stderr, above the bars that are there, from any thread."""
    from tqdm import tqdm

    with tqdm.external_write_mode(file=bare(sys.stderr)):
        click.echo(text, err=True)
