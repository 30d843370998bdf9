"""The ratings as tables: at most 80 columns, plain ASCII where it goes to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.text_tables import decimal, percent, plain_console, plain_table
from spyrium_ai.util.text import games_in_blocks

_ACROSS = 6  # columns of the matrix that fit beside the names


def print_ratings(data: Mapping[str, Any], stream: IO[str]) -> None:
    """Write the data of `rating_data` to the stream."""
    console = plain_console(stream)
    players: Sequence[Mapping[str, Any]] = data["players"]
    console.print(_heading(data))
    tables = [_ratings(players), _means(players), *_matrix(data), _places(data["places"])]
    for table in tables:
        console.print()
        console.print(table)
    print_warnings(data["warnings"], console)


def print_warnings(warnings: Sequence[str], console: Console) -> None:
    """Write the warnings, with a gap above them if there are any."""
    if warnings:
        console.print()
    for text in warnings:
        console.print(f"Warning: {text}")


def _heading(data: Mapping[str, Any]) -> str:
    played = games_in_blocks(data["games"], data["blocks"])
    return f"{played}; Elo: {zero_text(data['anchor'])}"


def zero_text(anchor: Mapping[str, Any] | None) -> str:
    """Return what the ratings are measured from."""
    if anchor is None:
        return "the mean of the players is 0"
    return f"{anchor['name']} is {anchor['elo']:g}"


def _ratings(players: Sequence[Mapping[str, Any]]) -> Table:
    titles = ("Elo", "95 % interval", "share %", "95 % interval", "games", "deal sets")
    table = plain_table("player", *titles)
    for name, player in zip(_names(players), players, strict=True):
        table.add_row(
            name,
            elo_text(player["elo"]),
            _interval(player),
            percent(player["share"]),
            f"{percent(player['share_low'])} - {percent(player['share_high'])}",
            str(player["games"]),
            str(player["blocks"]),
        )
    return table


def _means(players: Sequence[Mapping[str, Any]]) -> Table:
    titles = ("wins", "shared", "score", "margin", "ms/move", "nodes", "faults")
    table = plain_table("player", *titles)
    for name, player in zip(_names(players), players, strict=True):
        table.add_row(
            name,
            str(player["wins"]),
            str(player["shared"]),
            decimal(player["mean_score"]),
            decimal(player["mean_margin"]),
            decimal(player["ms_per_move"]),
            decimal(player["nodes_per_move"], 0),
            str(sum(player["faults"].values())),
        )
    return table


def _matrix(data: Mapping[str, Any]) -> list[Table]:
    """Return the chances to be above in tables of so many columns as there is room for."""
    chance, games = data["above"]["chance"], data["above"]["games"]
    tables = []
    for first in range(0, len(chance), _ACROSS):
        columns = range(first, min(first + _ACROSS, len(chance)))
        table = plain_table("% above", *(str(column + 1) for column in columns))
        for row, name in enumerate(_names(data["players"])):
            cells = [_cell(chance[row][column], games[row][column]) for column in columns]
            table.add_row(name, *cells)
        tables.append(table)
    return tables


def _cell(chance: float | None, games: int) -> str:
    """Return the chance in per cent, in brackets where the two never met."""
    text = percent(chance)
    return text if games or chance is None else f"({text})"


def _places(places: Sequence[Mapping[str, Any]]) -> Table:
    table = plain_table("turn order", "Elo", "95 % interval", "share %", "games")
    for place in places:
        table.add_row(
            f"{place['place']} of {place['players']}",
            elo_text(place["elo"]),
            _interval(place),
            percent(place["share"]),
            str(place["games"]),
        )
    return table


def _names(players: Sequence[Mapping[str, Any]]) -> list[Text]:
    """Return the names, each after its number in the order of the ratings."""
    width = len(str(len(players)))
    return [Text(f"{number:{width}} {p['name']}") for number, p in enumerate(players, 1)]


def _interval(row: Mapping[str, Any]) -> str:
    low, high = row["elo_low"], row["elo_high"]
    return f"{elo_text(low)} .. {elo_text(high)}"


def elo_text(value: float | None) -> str:
    """Return a rating or a bound in whole points with its sign, 'open' for None."""
    return "open" if value is None else f"{round(value):+d}"
