"""The charts of the page as numbers: what stands where, for the templates to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spyrium_ai.analysis.ratings.rating_tables import elo_text
from spyrium_ai.analysis.report.axis import Axis, apart, axis_of, exact_axis
from spyrium_ai.analysis.report.builds import Builds
from spyrium_ai.analysis.report.page_text import elo_span
from spyrium_ai.analysis.report.rating_history import RatingsAt
from spyrium_ai.analysis.report.score_distribution import Distributions
from spyrium_ai.analysis.text_tables import percent

SHAPES = ("circle", "square", "triangle", "diamond", "cross")
COLOURS = 5
DASHES = ("none", "8 5", "2 3", "10 4 2 4", "16 8")  # of five players each
MOST_INTERVALS = 6  # players whose intervals can be told apart in one chart
HEIGHT = 320  # pixels of the rating history
FINE = 7  # parts of an axis whose numbers are short or have room
GAP = 16  # pixels between the numbers beside it
DODGE = 12  # pixels over which the marks of one moment are spread


@dataclass(frozen=True)
class Bar:
    """A value with its interval, None for a bound that is open; `text` says it in words.

    `mark` is another number to compare the value with.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    text: str
    mark: float | None = None


@dataclass(frozen=True)
class Bars:
    """Values with intervals below one another; `zero` is where a line is drawn."""

    axis: Axis
    bars: tuple[Bar, ...]
    tick: Callable[[float], str]
    zero: float | None = None


@dataclass(frozen=True)
class RatingLine:
    """A player's ratings: `points` are x, y, and the ends of the interval, in per cent.

    `label` is where the player's number stands, in pixels from the top.
    """

    number: int
    name: str
    colour: int
    shape: str
    dash: str
    dodge: float
    points: tuple[tuple[float, float, float, float], ...]
    label: float


@dataclass(frozen=True)
class RatingChart:
    """The rating history of all players; the axis of ratings runs upwards."""

    x: Axis
    y: Axis
    zero: float
    lines: tuple[RatingLine, ...]
    has_intervals: bool
    height: int = HEIGHT


def elo_bars(
    rows: Iterable[Mapping[str, Any]],
    label: Callable[[Mapping[str, Any]], str],
    zero: float = 0.0,
) -> Bars:
    """Return the ratings of players or places, as `rating_data` has them.

    Args:
        rows: a mapping for each.
        label: what to call it.
        zero: the rating that the others are measured from.
    """
    bars = tuple(
        Bar(label(row), row["elo"], row["elo_low"], row["elo_high"], _elo_words(row))
        for row in rows
    )
    values = (v for bar in bars for v in (bar.value, bar.low, bar.high))
    return Bars(axis_of([zero, *values], 20), bars, tick_text, zero)


def tick_text(elo: float) -> str:
    """Return a rating beside an axis."""
    return elo_text(elo) if elo else "0"


def share_bars(players: Iterable[Mapping[str, Any]]) -> Bars:
    """Return the win shares of all players, marked with what they would be among equals."""
    bars = tuple(
        Bar(
            p["name"],
            p["share"],
            p["share_low"],
            p["share_high"],
            f"{percent(p['share'])} %, 95 % interval {percent(p['share_low'])} to "
            f"{percent(p['share_high'])} %, among equals {percent(p['fair_share'])} %",
            p["fair_share"],
        )
        for p in players
        if p["share"] is not None
    )
    return Bars(axis_of([0, 1]), bars, lambda share: f"{100 * share:.0f}")


def effect_axis(builds: Builds) -> Axis:
    """Return the axis of the differences in win share, those that have an interval."""
    bounds = (bound for row in builds.traits for bound in (row.effect.low, row.effect.high))
    return axis_of([0, *bounds], 0.1)


def score_axis(scores: Distributions) -> Axis:
    """Return the axis of the scores, from bin to bin."""
    end = scores.start + len(scores.players[0].bins) * scores.width
    return exact_axis(scores.start, end, FINE)


def rating_chart(
    history: Sequence[RatingsAt], players: Sequence[str], zero: float = 0.0
) -> RatingChart:
    """Return the rating history of these players; `zero` is what they are measured from."""
    has_intervals = len(players) <= MOST_INTERVALS
    late = history[len(history) // 2 :]  # before that the intervals may be very long
    ratings = [rating for moment in history for rating in moment.ratings.values()]
    bounds = [b for m in late for r in m.ratings.values() for b in (r.low, r.high)]
    y = axis_of([r.elo for r in ratings] + (bounds if has_intervals else []), 20, FINE)
    x = exact_axis(0, history[-1].games)
    ends = [HEIGHT * (100 - y.at(history[-1].ratings[name].elo)) / 100 for name in players]
    lines = tuple(
        RatingLine(
            number=i + 1,
            name=name,
            colour=i % COLOURS + 1,
            shape=SHAPES[(i + i // COLOURS) % len(SHAPES)],
            dash=DASHES[i // COLOURS % len(DASHES)],
            dodge=DODGE * ((i + 0.5) / len(players) - 0.5) if has_intervals else 0,
            points=tuple(_points(history, name, x, y)),
            label=label,
        )
        for i, (name, label) in enumerate(zip(players, apart(ends, GAP, HEIGHT), strict=True))
    )
    return RatingChart(x, y, zero, lines, has_intervals)


def _points(
    history: Sequence[RatingsAt], name: str, x: Axis, y: Axis
) -> Iterable[tuple[float, float, float, float]]:
    for moment in history:
        if rating := moment.ratings.get(name):
            low = y.low if rating.low is None else rating.low
            high = y.high if rating.high is None else rating.high
            yield x.at(moment.games), 100 - y.at(rating.elo), 100 - y.at(low), 100 - y.at(high)


def _elo_words(row: Mapping[str, Any]) -> str:
    interval = elo_span(row["elo_low"], row["elo_high"])
    return f"{elo_text(row['elo'])} Elo, 95 % interval {interval}"
