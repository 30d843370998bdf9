"""The table at the end of a series: at most 80 columns, plain ASCII where it goes to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.text_tables import decimal, percent, plain_console, plain_table


def print_standings(data: Mapping[str, Any], stream: IO[str]) -> None:
    """Write the data of `Standings.as_data` as tables to the stream."""
    console = plain_console(stream)
    players: Sequence[Mapping[str, Any]] = data["players"]
    console.print(_main_table(players))
    console.print()
    console.print(_seat_table(players))
    for line in _notes(data):
        console.print(line)


def _main_table(players: Sequence[Mapping[str, Any]]) -> Table:
    table = plain_table(
        "player", "share %", "95 % interval", "wins", "shared", "score", "ms/move", "nodes"
    )
    for player in players:
        table.add_row(
            Text(player["name"]),
            percent(player["share"]),
            f"{percent(player['low'])} - {percent(player['high'])}",
            str(player["wins"]),
            str(player["shared"]),
            decimal(player["mean_score"]),
            decimal(player["ms_per_move"]),
            decimal(player["nodes_per_move"], 0),
        )
    return table


def _seat_table(players: Sequence[Mapping[str, Any]]) -> Table:
    """Return the table of shares by seat, with the mean score behind each."""
    seats = [seat["seat"] for seat in players[0]["seats"]]
    table = plain_table("share % (score) by seat", *(f"seat {seat}" for seat in seats))
    for player in players:
        cells = [
            f"{percent(seat['share'])} ({decimal(seat['mean_score'])})" for seat in player["seats"]
        ]
        table.add_row(Text(player["name"]), *cells)
    return table


def _notes(data: Mapping[str, Any]) -> list[str]:
    """Return what has to be said about the figures."""
    notes = ["interrupted"] if data.get("interrupted") else []
    if data["void"]:
        notes.append(f"{data['void']} void games are not counted")
    left = data["finished"] - data["games"] - data["void"]
    if left:
        notes.append(f"{left} finished games of unfinished blocks are not counted")
    for player in data["players"]:
        if player["faults"]:
            kinds = ", ".join(f"{count} {kind}" for kind, count in player["faults"].items())
            notes.append(f"faults of {player['name']}: {kinds}")
    return ["", *notes] if notes else []
