"""The result of an event, finished or not, as data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.ratings.pool import pool_of
from spyrium_ai.analysis.ratings.rating_data import rating_data
from spyrium_ai.analysis.ratings.rating_tables import print_ratings
from spyrium_ai.analysis.text_tables import plain_console
from spyrium_ai.match.process.faults import counted_faults
from spyrium_ai.match.records.fault_text import faults_heading
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.tournament import RecordedEvent, Tournament
from spyrium_ai.util.seeds import published, seed_text
from spyrium_ai.util.text import so_many

BOOTSTRAP = 1000  # bootstrap resamples, the default of `spyrium-ai rate`


def event_text(event: Event) -> str:
    """Return the event in one line."""
    limits = str(event.limits) or "each player's own limits"
    return (
        f"{event.name}: {event.format} of {len(event.players)} players at tables of {event.seats}, "
        f"{seed_text(event.seed)}, {limits}"
    )


def games_text(tournament: RecordedEvent) -> str:
    """Return the number of games done, and of all."""
    done, total = tournament.games_done, tournament.games_total
    if tournament.is_over and tournament.sprt is not None and done < total:
        left = tournament.surplus
        rest = f"; {so_many(left, 'game')} under way then not counted" if left else ""
        return f"{done - left} games; the test decided before the planned maximum of {total}{rest}"
    return f"{done} of {'at most ' if tournament.sprt else ''}{total} games"


def result_data(tournament: Tournament, warnings: Sequence[str]) -> dict[str, Any]:
    """Return the result as data for JSON.

    Args:
        tournament: the event with its games.
        warnings: those that the games themselves do not show.
    """
    event = tournament.event
    pool = pool_of(tournament.counted())
    ratings = rating_data(pool, BOOTSTRAP, seed=1) if pool.results else None
    if ratings:
        ratings["faulty"] = pool.faulty + pool.void
    return {
        "event": _event_data(event),
        "journal": str(tournament.journal.path),
        "games": tournament.games_done,
        "games_planned": tournament.games_total,
        "blocks": tournament.blocks_done,
        "blocks_planned": tournament.blocks_total,
        "resumed": tournament.resumed,
        "finished": tournament.is_over,
        **verdict_data(tournament),
        "warnings": [*warnings, *(ratings.pop("warnings") if ratings else [])],
        "ratings": ratings,
    }


def print_result(tournament: Tournament, data: Mapping[str, Any], stream: IO[str]) -> None:
    """Write the data of `result_data` to the stream: at most 80 columns, tables last."""
    console = plain_console(stream)
    console.print(f"{event_text(tournament.event)}\n{games_text(tournament)}")
    if data["ratings"] and data["ratings"]["faulty"]:
        console.print(_faults_heading(data["ratings"], tournament.event.seats))
    console.print()
    if tournament.sprt is not None:
        console.print(f"{tournament.sprt.text(tournament.event.names)}\n")
    if data["swiss"]:
        console.print(_swiss_table(data["swiss"]), "")
    if data["ratings"]:
        print_ratings({**data["ratings"], "warnings": data["warnings"]}, stream)
        for line in _faults(data["ratings"]["players"]):
            console.print(line)


def _event_data(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "format": event.format,
        "seats": event.seats,
        "deals": event.deals,
        "rounds": event.rounds,
        "seed": published(event.seed),
        "limits": str(event.limits),
        "timemargin": event.timemargin,
        "on_fault": event.policy,
        "players": event.names,
        "challengers": [event.names[number] for number in event.challengers],
    }


def verdict_data(tournament: RecordedEvent) -> dict[str, Any]:
    """Return what the event itself decides, `sprt` and `swiss`; None for what it does not have."""
    sprt = tournament.sprt
    return {
        "sprt": sprt.as_data(tournament.event.names) if sprt else None,
        "swiss": _swiss_data(tournament),
    }


def _swiss_data(tournament: RecordedEvent) -> list[dict[str, Any]] | None:
    """Return the ranking of a Swiss event; players with equal points share a rank."""
    points = tournament.schedule.points
    if not points:
        return None
    order = sorted(range(len(points)), key=lambda number: -points[number])
    return [
        {
            "rank": 1 + sum(other > points[number] for other in points),
            "name": tournament.event.names[number],
            "points": float(points[number]),
        }
        for number in order
    ]


def _swiss_table(ranking: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("rank", justify="right")
    table.add_column("player", overflow="fold")
    table.add_column("points", justify="right")
    for player in ranking:
        table.add_row(str(player["rank"]), Text(player["name"]), f"{player['points']:.2f}")
    return table


def _faults_heading(ratings: Mapping[str, Any], seats: int) -> str:
    kinds: Counter[str] = Counter()
    for player in ratings["players"]:
        kinds.update(player["faults"])
    return faults_heading(ratings["faulty"], ratings["games"] + ratings["void"], kinds, seats)


def _faults(players: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each player with faults."""
    for player in players:
        if player["faults"]:
            yield f"faults of {player['name']}: {counted_faults(player['faults'])}"
