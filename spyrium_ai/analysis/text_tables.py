"""Tables for a terminal or a file: 80 columns, plain ASCII."""

from __future__ import annotations

from typing import IO

from rich.console import Console
from rich.table import Table

from spyrium_ai.util.terminal import escaped

WIDTH = 80


def plain_table(first: str, *others: str) -> Table:
    """Return an empty table: names on the left, figures on the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(first, overflow="fold")
    for title in others:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def percent(share: float | None) -> str:
    """Return a share in per cent with one decimal, '-' for None."""
    return "-" if share is None else f"{100 * share:.1f}"


def decimal(number: float | None, digits: int = 1) -> str:
    """Return a number with so many decimals, '-' for None."""
    return "-" if number is None else f"{number:.{digits}f}"


def plain_console(stream: IO[str], width: int = WIDTH) -> Console:
    """Return a console that writes text as it is, without markup and colours, escaped."""
    return Console(
        file=escaped(stream),  # which would write its colours out
        width=width,
        color_system=None,
        markup=False,
        emoji=False,
        highlight=False,
    )
