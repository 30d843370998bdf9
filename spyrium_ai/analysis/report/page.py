"""The page: everything that was found out about the games, as one file of HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from spyrium_ai.analysis.ratings.rating_tables import elo_text, zero_text
from spyrium_ai.analysis.report.builds import Builds, TraitRow
from spyrium_ai.analysis.report.charts import (
    effect_axis,
    elo_bars,
    rating_lines,
    score_axis,
    share_bars,
    tick_text,
)
from spyrium_ai.analysis.report.collector import FAULTS_SHOWN, GameLine, ReportData
from spyrium_ai.analysis.report.cross_table import pairs
from spyrium_ai.analysis.report.effects import FEWEST_BLOCKS
from spyrium_ai.analysis.report.page_text import (
    count_text,
    elo_span,
    journal_names,
    lead,
    minus,
    shown_words,
    signed_percent,
)
from spyrium_ai.analysis.report.rating_history import RatingsAt
from spyrium_ai.analysis.report.score_distribution import distributions
from spyrium_ai.analysis.report.templates import environment
from spyrium_ai.analysis.text_tables import decimal, percent
from spyrium_ai.version import full_version

GENERATOR = "spyrium-ai report"  # by which a page is known to be ours
MOST_LISTED = 20_000
SECTIONS = {
    "standings": "Standings",
    "cross": "Cross table",
    "settling": "How the ratings settled",
    "scores": "Scores",
    "places": "Place in the order of play",
    "builds": "What the winners had",
    "faults": "Faults",
    "games": "Games",
}
KINDS = {"building": "Buildings", "technique": "Techniques", "bonus": "Bonuses"}


@dataclass(frozen=True)
class Findings:
    """What the page shows: the games, what `rating_data` says of them, how the ratings settled.

    `shown` are the keys of the games that can be looked at.
    """

    title: str
    journals: Sequence[Path]
    games: ReportData
    data: Mapping[str, Any]
    moments: Sequence[RatingsAt]
    shown: frozenset[str]


def render(findings: Findings, viewer: str) -> str:
    """Return the page; `viewer` is the HTML that shows a game."""
    templates = environment()
    templates.filters |= {
        "count": count_text,
        "decimal": decimal,
        "minus": minus,
        "percent": percent,
        "signed": signed_percent,
    }
    templates.globals |= {
        "count": count_text,
        "elo": elo_text,
        "tick_text": tick_text,
        "signed": signed_percent,
        "span": elo_span,
    }
    return templates.get_template("page.html").render(
        _context(findings),
        viewer=Markup(viewer),  # noqa: S704 (it escapes its texts itself)
    )


def _context(findings: Findings) -> dict[str, Any]:
    games, data = findings.games, findings.data
    zero = data["anchor"]["elo"] if data["anchor"] else 0.0
    names = [player["name"] for player in data["players"]]
    numbers = [games.pool.names().index(name) for name in names]
    table = pairs(games.pool.results, len(names))
    builds = games.builders.builds(numbers)
    scores = distributions(games.scores, names)
    listed = games.games[:MOST_LISTED]
    listed += [game for game in games.games[MOST_LISTED:] if game.key in findings.shown]
    return {
        "generator": GENERATOR,
        "version": full_version(),
        "title": findings.title,
        "lead": lead(games, data),
        "sections": [
            (id_, name) for id_, name in SECTIONS.items() if id_ != "faults" or games.fault_count
        ],
        "data": data,
        "zero": zero_text(data["anchor"]),
        "journals": journal_names(findings.journals),
        "programs": sorted(games.pool.programs),
        "players": [games.pool.players[number] for number in numbers],
        "elo_picture": elo_bars(data["players"], lambda player: player["name"], zero),
        "share_picture": share_bars(data["players"]),
        "pairs": [[table[a][b] for b in numbers] for a in numbers],
        "moments": findings.moments,
        "lines": rating_lines(findings.moments, names, zero),
        "scores": scores,
        "score_axis": scores and score_axis(scores),
        "place_picture": elo_bars(
            data["places"], lambda place: f"{place['place']} of {place['players']}"
        ),
        "builds": builds,
        "kinds": [(name, _sorted(builds, kind)) for kind, name in KINDS.items()],
        "effect_axis": effect_axis(builds),
        "fewest": FEWEST_BLOCKS,
        "faults": games.faults,
        "fault_count": games.fault_count,
        "faults_shown": FAULTS_SHOWN,
        "shown": findings.shown,
        "shown_words": shown_words(games, findings.shown),
        "games": games.games,
        "listed": MOST_LISTED,
        "game_rows": {
            "players": names,
            "journals": journal_names(findings.journals),
            "games": [_row(game, names, game.key in findings.shown) for game in listed],
        },
    }


def _sorted(builds: Builds, kind: str) -> list[TraitRow]:
    """Return the traits of a kind that somebody had, those that go with winning most first."""
    rows = [row for row in builds.traits if row.trait.kind == kind and row.count]
    return sorted(rows, key=lambda row: -(row.effect.difference or 0))


def _row(game: GameLine, names: Sequence[str], is_shown: bool) -> tuple[object, ...]:
    """Return the game for the script of the list."""
    return (
        game.key,
        is_shown,
        game.journal,
        game.id,
        tuple(map(names.index, game.names)),
        game.scores,
        game.winners,
        game.outcome,
        game.moves,
        game.faults,
    )
