"""Numbers and facts of the page in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from spyrium_ai.analysis.ratings.rating_tables import elo_text
from spyrium_ai.analysis.report.collector import ReportData
from spyrium_ai.util.text import plural

_MINUS = re.compile(r"(?<!\S)-(?=\d)")


def count_text(number: float) -> str:
    """Return a number with commas between thousands.

    >>> count_text(12500.0)
    '12,500'
    """
    return f"{number:,.10g}"


def minus(text: str) -> str:
    """Return the text with the sign that is as wide as a plus where a hyphen means minus."""
    return _MINUS.sub("\N{MINUS SIGN}", text)


def signed_percent(share: float | None) -> str:
    """Return a difference of shares in per cent with its sign, '-' for None.

    >>> signed_percent(0.031), signed_percent(-0.0001)
    ('+3.1', '0.0')
    """
    if share is None:
        return "-"
    rounded = round(100 * share, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def elo_span(low: float | None, high: float | None) -> str:
    """Return an interval of ratings.

    >>> elo_span(-12.3, None), elo_span(None, None)
    ('-12 to open', 'open')
    """
    return "open" if low is None and high is None else f"{elo_text(low)} to {elo_text(high)}"


def counted(number: int, thing: str) -> str:
    """Return so many things.

    >>> counted(1, "deal set"), counted(2000, "game")
    ('1 deal set', '2,000 games')
    """
    return f"{count_text(number)} {plural(number, thing)}"


def journal_names(paths: Sequence[Path]) -> list[str]:
    """Return what to call the journals: file names, or paths where names are the same."""
    names = [path.name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]


def lead(games: ReportData, data: Mapping[str, Any]) -> str:
    """Return what was played, in a line."""
    sizes = sorted({place["players"] for place in data["places"]})
    tables = " and ".join(map(str, sizes)) if len(sizes) < 3 else f"{sizes[0]} to {sizes[-1]}"
    played = f"{counted(data['games'], 'game')} in {counted(data['blocks'], 'deal set')}"
    parts = [f"{played}, {tables} players per game", counted(len(data["players"]), "player")]
    if games.first:
        begun, ended = (time[:16].replace("T", " ") for time in (games.first, games.last))
        span = begun if begun == ended else f"between {begun} and {ended}"
        parts.append(f"started {span} UTC")
    return "; ".join(parts)


def shown_words(games: ReportData, shown: Set[str]) -> str:
    """Return which games can be opened, that is looked at move by move."""
    count = len(games.games)
    if len(shown) == count:
        return "Every game can be opened and looked at move by move."
    if not shown:
        return "No game can be opened, because of --games 0."
    analysed = [game.key for game in games.games if game.key in games.reviews]
    faulty = [game.key for game in games.games if game.faults]
    which = [
        f"every {one}" if shown >= set(keys) else f"{len(shown & set(keys))} of {len(keys)} {some}"
        for keys, one, some in (
            (analysed, "analysed game", "analysed"),
            (faulty, "game with a fault", "with a fault"),
        )
        if keys
    ]
    if not shown <= {*analysed, *faulty}:
        which.append("an even sample of the rest" if which else "an even sample")
    listed = " and ".join(filter(None, (", ".join(which[:-1]), which[-1])))
    return f"{count_text(len(shown))} of {counted(count, 'game')} can be opened: {listed}."
