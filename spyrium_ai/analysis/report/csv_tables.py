"""The tables of the page as CSV files: numbers in full, shares between 0 and 1, '' for None.

A spreadsheet takes a text that begins like a formula for one: such a text gets an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from spyrium_ai.analysis.report.cross_table import pairs
from spyrium_ai.analysis.report.page import PageContent
from spyrium_ai.analysis.report.page_text import journal_names
from spyrium_ai.analysis.report.score_distribution import QUANTILES, distributions
from spyrium_ai.match.records.record_file import journal_file
from spyrium_ai.util.atomic_write import behind_links, write_atomically
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import visible

Row = Sequence[object]
FORMULA = ("=", "+", "-", "@")

STANDINGS = (
    *("name", "elo", "elo_low", "elo_high", "share", "share_low", "share_high", "fair_share"),
    *("games", "blocks", "wins", "shared", "mean_score", "mean_margin"),
    *("ms_per_move", "nodes_per_move"),
)
TURN_ORDER = ("players", "place", "elo", "elo_low", "elo_high", "share", "games")
SWISS = ("rank", "name", "points")

# The columns of each table, by the name of its file.
COLUMNS: Mapping[str, Row] = {
    "standings": (*STANDINGS, "faults"),
    "cross_table": (
        *("player", "opponent", "games", "above", "level", "below"),
        *("expected", "expected_low", "expected_high"),
    ),
    "rating_history": ("player", "games", "elo", "elo_low", "elo_high"),
    "scores": ("player", "games", "mean", "lowest", *(f"q{q}" for q in QUANTILES), "highest"),
    "turn_order": TURN_ORDER,
    "cards": (
        *("kind", "label", "code", "seats", "winners", "others", "share_with", "share_without"),
        *("difference", "difference_low", "difference_high"),
    ),
    "cards_by_player": ("player", "kind", "label", "code", "share_of_games"),
    "goods": ("label", "group", "player", "mean"),
    "faults": ("log", "game", "player", "ply", "kind", "reason", "position", "command"),
    "games": ("log", "game", "seat", "player", "score", "is_winner", "outcome", "moves", "faults"),
    "swiss": SWISS,
}


def check_tables(folder: Path, journals: Sequence[Path], force: bool) -> None:
    """Raise UsageError where the tables cannot or should not be written.

    Args:
        folder: where the tables are to be; it need not exist.
        journals: what they are made from; none of them is ever overwritten.
        force: whether files may be overwritten that are not such tables.
    """
    try:
        behind_links(folder)
    except OSError as error:
        raise UsageError(f"--csv: '{folder}' cannot be written: {error.strerror}") from None
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--csv: '{folder}' is a file, not a directory")
    for name in COLUMNS:
        path = _file(folder, name)
        if not path.exists():
            continue
        if not path.is_file():
            raise UsageError(f"--csv: '{path}' is not a regular file")
        if any(file.exists() and path.samefile(file) for file in map(journal_file, journals)):
            raise UsageError(f"--csv: '{path}' is one of the game logs")
        if not (force or _is_table(path, name)):
            raise UsageError(
                f"--csv: '{path}' exists and is not such a table; use --force to overwrite it"
            )


def write_tables(folder: Path, content: PageContent) -> None:
    """Write the tables; UsageError where that fails. Only a Swiss event has `swiss.csv`."""
    tables = {
        "standings": _standings(content),
        "cross_table": _cross_table(content),
        "rating_history": _history(content),
        "scores": _scores(content),
        "turn_order": _picked(content.data["places"], TURN_ORDER),
        **_cards(content),
        "faults": _faults(content),
        "games": _games(content),
    }
    if content.event and content.event.swiss:
        tables["swiss"] = _picked(content.event.swiss, SWISS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            text = _text([COLUMNS[name], *rows])
            write_atomically(_file(folder, name), text.encode(errors="backslashreplace"))
    except OSError as error:
        raise UsageError(f"--csv: '{folder}' cannot be written: {error.strerror}") from None


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.csv"


def _is_table(path: Path, name: str) -> bool:
    """Return whether the file is a table of this name that was written here."""
    head = _text([COLUMNS[name]]).encode()
    try:
        with path.open("rb") as file:
            return file.read(len(head)) == head
    except OSError as error:
        raise UsageError(f"--csv: '{path}' cannot be read: {error.strerror}") from None


def _text(rows: Iterable[Row]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows(map(_cell, row) for row in rows)
    return stream.getvalue()


def _cell(value: object) -> object:
    """Return what stands for a value: of a text, neither a control character nor a formula."""
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def _picked(rows: Iterable[Mapping[str, object]], keys: Sequence[str]) -> Iterator[Row]:
    return ([row[key] for key in keys] for row in rows)


def _standings(content: PageContent) -> Iterator[Row]:
    for player in content.data["players"]:
        yield [*(player[key] for key in STANDINGS), sum(player["faults"].values())]


def _cross_table(content: PageContent) -> Iterator[Row]:
    names, numbers, above = content.names, content.numbers, content.data["above"]
    table = pairs(content.games.pool.results, len(numbers))
    for row, a in enumerate(numbers):
        for column, b in enumerate(numbers):
            if row != column:
                pair = table[a][b]
                expected = (above[key][row][column] for key in ("chance", "low", "high"))
                games = above["games"][row][column]
                counts = (pair.above, pair.level, pair.below)
                yield [names[row], names[column], games, *counts, *expected]


def _history(content: PageContent) -> Iterator[Row]:
    for moment in content.history:
        for name, rating in moment.ratings.items():
            yield [name, moment.games, rating.elo, rating.low, rating.high]


def _scores(content: PageContent) -> Iterator[Row]:
    found = distributions(content.games.scores, content.names)
    for player in found.players if found else ():
        ends = player.lowest, player.highest
        yield [player.name, player.games, player.mean, ends[0], *player.quantiles, ends[1]]


def _cards(content: PageContent) -> dict[str, Iterable[Row]]:
    builds, names = content.games.builders.builds(content.numbers), content.names
    cards: list[Row] = []
    owners: list[Row] = []
    for row in builds.traits:
        trait, effect = (row.trait.kind, row.trait.label, row.trait.code), row.effect
        means = (row.winners, row.others, row.share_with, row.share_without)
        cards.append([*trait, row.count, *means, effect.difference, effect.low, effect.high])
        owners += [[name, *trait, s] for name, s in zip(names, row.by_player, strict=True)]
    goods: list[Row] = []
    for kind in builds.measures:
        groups = (("winners", "", kind.winners), ("others", "", kind.others))
        goods += [[kind.label, *group] for group in groups]
        by_player = zip(names, kind.by_player, strict=True)
        goods += [[kind.label, "player", name, mean] for name, mean in by_player]
    return {"cards": cards, "cards_by_player": owners, "goods": goods}


def _faults(content: PageContent) -> Iterator[Row]:
    logs = journal_names(content.journals)
    for line in content.games.faults:
        game, fault = line.game, line.fault
        where = (logs[game.journal], game.id, game.names[fault.seat - 1], fault.ply)
        yield [*where, fault.kind, fault.reason, fault.position, fault.command]


def _games(content: PageContent) -> Iterator[Row]:
    """Yield a row for every seat of every game."""
    logs = journal_names(content.journals)
    for game in content.games.games:
        for seat, name in enumerate(game.names, 1):
            score = None if game.scores is None else game.scores[seat - 1]
            own = (seat, name, score, int(seat in game.winners))
            yield [logs[game.journal], game.id, *own, game.outcome, game.moves, game.faults]
