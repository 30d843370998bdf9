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
    rating_chart,
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
from spyrium_ai.analysis.report.templates import environment, policy
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.text_tables import decimal, percent
from spyrium_ai.version import full_version

GENERATOR = "spyrium-ai report"  # by which a page is known to be ours
MOST_LISTED = 20_000
SECTIONS = {  # the templates of the same names
    "event": "Event",
    "standings": "Standings",
    "cross_table": "Cross table",
    "rating_history": "Rating history",
    "scores": "Scores",
    "turn_order": "Turn-order advantage",
    "mistakes": "Mistakes",
    "cards": "Cards and win rate",
    "faults": "Faults",
    "games": "Games",
}
NARROW = ("scores", "turn_order")  # two beside one another in a wide window
NARROW_WITH_FEW = ("cross_table", "rating_history")
FEW_PLAYERS = 5
KINDS = {"building": "Buildings", "technique": "Techniques", "bonus": "Bonuses"}


@dataclass(frozen=True)
class EventSummary:
    """What the page says of the event that the games are of.

    `about` is what was played. `sprt` is the sequential test and `swiss` the ranking, as the result
    of a tournament has them under these keys; None where the event has none.
    """

    about: str
    sprt: Mapping[str, Any] | None
    swiss: Sequence[Mapping[str, Any]] | None


@dataclass(frozen=True)
class PageContent:
    """What the page shows: the games, what `rating_data` says of them, the rating history.

    `shown` are the keys of the games that can be opened.
    """

    title: str
    journals: Sequence[Path]
    games: ReportData
    data: Mapping[str, Any]
    history: Sequence[RatingsAt]
    shown: frozenset[str]
    event: EventSummary | None = None

    @property
    def names(self) -> list[str]:
        """The players' names, best first."""
        return [player["name"] for player in self.data["players"]]

    @property
    def numbers(self) -> list[int]:
        """The players' numbers in the results, best first."""
        known = self.games.pool.names()
        return [known.index(name) for name in self.names]


def render(content: PageContent, viewer: str) -> str:
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
        **_frame(content),
        **_ratings(content),
        **_cards(content),
        **_games(content),
        analysed=len(content.games.reviews),
        summaries=player_summaries(content.games.reviews.values()),
        viewer=Markup(viewer),  # noqa: S704 (it escapes its texts itself)
    )


def _frame(content: PageContent) -> dict[str, Any]:
    """Return what the page says of itself."""
    games = content.games
    absent = {
        *(() if content.event else ("event",)),
        *(() if games.fault_count else ("faults",)),
        *(() if games.reviews else ("mistakes",)),
    }
    is_small = len(content.names) <= FEW_PLAYERS
    return {
        "generator": GENERATOR,
        "version": full_version(),
        "policy": Markup(policy()),  # noqa: S704 (our own)
        "title": content.title,
        "lead": lead(games, content.data),
        "sections": [(id_, name) for id_, name in SECTIONS.items() if id_ not in absent],
        "narrow": (*NARROW, *(NARROW_WITH_FEW if is_small else ())),
        "journals": journal_names(content.journals),
        "programs": sorted(games.pool.programs),
        "event": content.event,
    }


def _ratings(content: PageContent) -> dict[str, Any]:
    """Return the standings and what goes with them."""
    games, data, numbers = content.games, content.data, content.numbers
    zero = data["anchor"]["elo"] if data["anchor"] else 0.0
    table = pairs(games.pool.results, len(numbers))
    scores = distributions(games.scores, content.names)
    return {
        "data": data,
        "zero": zero_text(data["anchor"]),
        "players": [games.pool.players[number] for number in numbers],
        "elo_chart": elo_bars(data["players"], lambda player: player["name"], zero),
        "share_chart": share_bars(data["players"]),
        "pairs": [[table[a][b] for b in numbers] for a in numbers],
        "history": content.history,
        "history_chart": rating_chart(content.history, content.names, zero),
        "scores": scores,
        "score_axis": scores and score_axis(scores),
        "turn_order_chart": _turn_order(data["places"]),
    }


def _turn_order(places: Sequence[Mapping[str, Any]]) -> object:
    """Return the chart of what each place is worth, None where no bound of any is known."""
    if all(place["elo_low"] is None and place["elo_high"] is None for place in places):
        return None
    return elo_bars(places, lambda place: f"{place['place']} of {place['players']}")


def _cards(content: PageContent) -> dict[str, Any]:
    """Return what winners and others ended with."""
    builds = content.games.builders.builds(content.numbers)
    return {
        "builds": builds,
        "kinds": [(name, _sorted(builds, kind)) for kind, name in KINDS.items()],
        "has_effects": any(row.effect.difference is not None for row in builds.traits),
        "effect_axis": effect_axis(builds),
        "fewest": FEWEST_BLOCKS,
    }


def _games(content: PageContent) -> dict[str, Any]:
    """Return the faults and the list of the games."""
    games, names, shown = content.games, content.names, content.shown
    listed = games.games[:MOST_LISTED]
    listed += [game for game in games.games[MOST_LISTED:] if game.key in shown]
    return {
        "faults": games.faults,
        "fault_count": games.fault_count,
        "faults_shown": FAULTS_SHOWN,
        "shown": shown,
        "shown_words": shown_words(games, shown),
        "games": games.games,
        "listed": MOST_LISTED,
        "game_rows": {
            "players": names,
            "journals": journal_names(content.journals),
            "games": [_row(game, names, game.key in shown) for game in listed],
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
