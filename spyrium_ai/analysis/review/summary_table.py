"""The summaries of players as tables: 80 columns, plain ASCII."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from spyrium_ai.analysis.review.game_review import CLASSES, KINDS
from spyrium_ai.analysis.review.level_estimate import level_of
from spyrium_ai.analysis.review.summary import Losses, PlayerSummary
from spyrium_ai.analysis.text_tables import decimal, percent, plain_console, plain_table
from spyrium_ai.game.card_table import LAST_TURN
from spyrium_ai.util.text import visible

TURNS = tuple(map(str, range(1, LAST_TURN + 1)))

Cell = Callable[[Losses], str]


def summary_lines(
    summaries: Sequence[PlayerSummary], levels: Sequence[tuple[int, float]] | None = None
) -> Iterator[str]:
    """Yield the lines of the tables, with an empty line between two.

    Args:
        summaries: of at least one player.
        levels: the table for `level_of`; without it no level is named.
    """
    yield "Mean loss of a decision that was not forced, % of the win and points"
    yield from _lines(_means(summaries))
    if levels:
        yield from ("", "Level of play")
        yield from _lines(_levels(summaries, levels))
    yield from ("", "Decisions by class; luck, % of the win")
    yield from _lines(_classes(summaries))
    by_turn = [
        (one.player, {str(turn): part for turn, part in one.by_turn.items()}) for one in summaries
    ]
    by_kind = [(one.player, one.by_kind) for one in summaries]
    cells = {"Mean loss by {}, % of the win": _mean, "Errors and blunders by {}": _bad}
    for title, cell in cells.items():
        yield from ("", title.format("turn"))
        yield from _lines(_parts(by_turn, TURNS, cell))
        yield from ("", title.format("kind of action"))
        yield from _lines(_parts(by_kind, KINDS, cell))


def _means(summaries: Sequence[PlayerSummary]) -> Table:
    table = plain_table("", "games", "decisions", "loss", "95 % interval", "points")
    for one in summaries:
        losses, (low, high) = one.losses, one.interval
        cells = str(one.games), str(losses.decisions), _mean(losses)
        interval = "-" if (low, high) == (0, 1) else f"{percent(low)} - {percent(high)}"
        table.add_row(Text(visible(one.player)), *cells, interval, decimal(losses.points, 2))
    return table


def _levels(summaries: Sequence[PlayerSummary], levels: Sequence[tuple[int, float]]) -> Table:
    table = plain_table("", "the mean loss is that of")
    for one in summaries:
        level = level_of(one.losses.mean, one.interval, one.games, levels)
        table.add_row(Text(visible(one.player)), level)
    return table


def _classes(summaries: Sequence[PlayerSummary]) -> Table:
    table = plain_table("", *CLASSES, "luck", "a game")
    for one in summaries:
        counts = (str(one.losses.classes[cls]) for cls in CLASSES)
        table.add_row(Text(visible(one.player)), *counts, _signed(one.luck), _signed(one.mean_luck))
    return table


def _parts(
    players: Sequence[tuple[str, Mapping[str, Losses]]], keys: Sequence[str], cell: Cell
) -> Table:
    table = plain_table("", *keys)
    for player, parts in players:
        table.add_row(
            Text(visible(player)), *(cell(parts[key]) if key in parts else "-" for key in keys)
        )
    return table


def _mean(losses: Losses) -> str:
    return percent(losses.mean if losses.decisions else None)


def _bad(losses: Losses) -> str:
    return str(losses.bad)


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _lines(table: Table) -> list[str]:
    stream = io.StringIO()
    plain_console(stream).print(table)
    return [line.rstrip() for line in stream.getvalue().splitlines()]
