"""The figures of luck as tables: at most 80 columns, plain ASCII where it goes to a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.ratings.rating_tables import print_warnings
from spyrium_ai.analysis.ratings.warnings import FEW_BLOCKS
from spyrium_ai.analysis.text_tables import percent, plain_console
from spyrium_ai.util.text import games_in_blocks


def print_luck(data: Mapping[str, Any], stream: IO[str]) -> None:
    """Write `tables`, of `luck_data`, and `warnings` to the stream."""
    console = plain_console(stream)
    for number, table in enumerate(data["tables"]):
        if number:
            console.print()
        played = games_in_blocks(table["games"], table["blocks"])
        console.print(f"{' - '.join(table['players'])}: {played}")
        console.print(_rows(table))
        for warning in _warnings(table):
            console.print(f"Warning: {warning}")
    print_warnings(data["warnings"], console)


def _rows(table: Mapping[str, Any]) -> Table:
    rows = Table(box=None, padding=(0, 2, 0, 2), pad_edge=False)
    rows.add_column("", overflow="fold")
    rows.add_column("%", justify="right", no_wrap=True)
    rows.add_column("95 % interval", justify="right", no_wrap=True)
    variance = table["variance"]
    both = "both games" if len(table["players"]) == 2 else "all games"
    rows.add_row(Text(f"share of {table['better']}, the better one"), *_cells(table))
    rows.add_row(f"{both} of a deal to one player", *_cells(table["one_player"]))
    rows.add_row(f"{both} of a deal to one seat", *_cells(table["one_seat"]))
    rows.add_row("of the variance: strength", percent(variance["strength"]), "")
    rows.add_row("of the variance: the seat of the deal", percent(variance["deal"]), "")
    rows.add_row("of the variance: the course of the game", percent(variance["course"]), "")
    rows.add_row("luck's share", *_cells(table["luck"]))
    rows.add_row("games to lead with 95 % certainty", _count(table["games_to_lead"]), "")
    rows.add_row("deals, from all seats, to lead so", _count(table["blocks_to_lead"]), "")
    return rows


def _cells(figure: Mapping[str, Any]) -> tuple[str, str]:
    return percent(figure["share"]), f"{percent(figure['low'])} - {percent(figure['high'])}"


def _count(number: int | None) -> str:
    return "-" if number is None else str(number)


def _warnings(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes the figures misleading."""
    if table["low"] <= 1 / len(table["players"]):
        yield "who is the better one cannot be told from so few games"
    if table["blocks"] < FEW_BLOCKS:
        yield f"fewer than {FEW_BLOCKS} blocks"
    if table["left_out"]:
        yield f"games of blocks that are not whole are left out: {table['left_out']}"
