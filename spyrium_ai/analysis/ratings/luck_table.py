"""The figures of luck as tables: at most 80 columns, plain ASCII where it goes to a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.ratings.rating_tables import print_warnings
from spyrium_ai.analysis.ratings.warnings import FEW_BLOCKS
from spyrium_ai.analysis.text_tables import percent, plain_console, plain_table
from spyrium_ai.util.text import games_in_blocks, so_many


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
    rows = plain_table("", "%", "95 % interval")
    variance = table["variance"]
    rows.add_row(Text(f"win share of {table['better']}, the better player"), *_cells(table))
    rows.add_row("deal sets won completely by one player", *_cells(table["one_player"]))
    rows.add_row("deal sets won completely by one seat", *_cells(table["one_seat"]))
    rows.add_row("variance explained by strength", percent(variance["strength"]), "")
    rows.add_row("variance explained by deal and seat", percent(variance["deal"]), "")
    rows.add_row("variance left to the course of the game", percent(variance["course"]), "")
    rows.add_row("share of luck", *_cells(table["luck"]))
    rows.add_row("games to lead with 95 % probability", _count(table["games_to_lead"]), "")
    rows.add_row("deal sets to lead with 95 % probability", _count(table["blocks_to_lead"]), "")
    return rows


def _cells(figure: Mapping[str, Any]) -> tuple[str, str]:
    return percent(figure["share"]), f"{percent(figure['low'])} - {percent(figure['high'])}"


def _count(number: int | None) -> str:
    return "-" if number is None else str(number)


def _warnings(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes the figures misleading."""
    if table["low"] <= 1 / len(table["players"]):
        yield "too few games to tell which player is better"
    if table["blocks"] < FEW_BLOCKS:
        yield f"fewer than {FEW_BLOCKS} deal sets"
    if table["left_out"]:
        yield f"left out: {so_many(table['left_out'], 'game')} of incomplete deal sets"
