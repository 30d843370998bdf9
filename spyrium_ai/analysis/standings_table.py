"""The tables of a series: at most 80 columns, plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.pair_result import pair_lines
from spyrium_ai.analysis.text_tables import decimal, percent, plain_console, plain_table
from spyrium_ai.match.process.faults import counted_faults
from spyrium_ai.util.text import so_many


def print_standings(data: Mapping[str, Any], stream: IO[str]) -> None:
    """Write the data of `Standings.as_data` as tables, with `pair` and `sprt` if there are any."""
    console = plain_console(stream)
    players: Sequence[Mapping[str, Any]] = data["players"]
    console.print(_main_table(players))
    console.print()
    console.print(_seat_table(players))
    if data.get("pair"):
        console.print("", *pair_lines(data), sep="\n")
    for line in _notes(data):
        console.print(line)


def _main_table(players: Sequence[Mapping[str, Any]]) -> Table:
    table = plain_table(
        "player", "win share %", "95 % interval", "wins", "shared", "score", "ms/move", "nodes"
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
    """Return the table of win shares by seat, each with the mean score."""
    seats = [seat["seat"] for seat in players[0]["seats"]]
    table = plain_table("win share % (score)", *(f"seat {seat}" for seat in seats))
    for player in players:
        cells = [
            f"{percent(seat['share'])} ({decimal(seat['mean_score'])})" for seat in player["seats"]
        ]
        table.add_row(Text(player["name"]), *cells)
    return table


def _notes(data: Mapping[str, Any]) -> list[str]:
    """Return remarks on the figures."""
    notes = ["interrupted"] if data.get("interrupted") else []
    if data["void"]:
        notes.append(f"{so_many(data['void'], 'void game')} not counted")
    left = data["finished"] - data["games"] - data["void"]
    if left:
        is_decided = data.get("sprt") and data["sprt"]["decided_at"] is not None
        where = "after the decision" if is_decided else "of unfinished deal sets"
        notes.append(f"{so_many(left, 'finished game')} {where} not counted")
    notes += [
        f"faults of {player['name']}: {counted_faults(player['faults'])}"
        for player in data["players"]
        if player["faults"]
    ]
    return ["", *notes] if notes else []
