"""The words of a line that a person types for a setup or deal: codes, names, their beginnings."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence

from spyrium_ai.game.card_table import CARDS
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.human.deal_draft import DraftError
from spyrium_ai.util.text import shorten

# Each card by all its names, which are single words here: 'luxury-home'.
NAMES = {
    code: tuple(name.lower().replace(" ", "-") for name in (code, card.name, short_name(code)))
    for code, card in CARDS.items()
}
_SPACED = [card.name for card in CARDS.values() if " " in card.name]
_GAPS = re.compile(r"[\s,.:]+")  # those of the notation too


def split_line(line: str) -> Iterator[str]:
    """Yield the words of a line; a card's name of two words is one.

    >>> list(split_line("luxury home, Ar.1.3"))
    ['Luxury-Home', 'Ar', '1', '3']
    """
    for name in _SPACED:
        line = re.sub(name, name.replace(" ", "-"), line, flags=re.IGNORECASE)
    return filter(None, _GAPS.split(line))


def find_card(word: str, left: Collection[str]) -> str:
    """Return the code of the card that a word names, in any case: code, name, or its beginning.

    A name that several cards have, or a beginning, means the one that can still be drawn.

    >>> find_card("co", CARDS), find_card("UNIV", ["M1", "U1"])
    ('Co', 'U1')

    Raises:
        DraftError: it names no card, or several.
    """
    lower = word.lower()
    for matches in (
        [code for code in CARDS if lower == code.lower()],
        [code for code in CARDS if lower in NAMES[code]],
        [code for code in CARDS if any(name.startswith(lower) for name in NAMES[code])],
    ):
        possible = [code for code in matches if code in left] or matches
        if len(possible) == 1:
            return possible[0]
        if possible:
            listed = ", ".join(f"{code} ({short_name(code)})" for code in possible)
            raise DraftError(f"'{shorten(word)}' can mean {listed}: type the code")
    raise DraftError(f"'{shorten(word)}' is no card; {_suggestion(lower, left)}")


def _suggestion(word: str, left: Collection[str]) -> str:
    known = {name: code for code in left for name in NAMES[code]}
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if close:
        code = known[close[0]]
        return f"did you mean {code} ({short_name(code)})?"
    return f"left: {' '.join(left)}"


def find_seat(word: str, names: Sequence[str]) -> int:
    """Return the seat of a number, a name or its beginning; DraftError if it is none or unclear."""
    seats = range(1, len(names) + 1)
    for matches in (
        [seat for seat in seats if word == str(seat)],
        [seat for seat in seats if word.lower() == names[seat - 1].lower()],
        [seat for seat in seats if names[seat - 1].lower().startswith(word.lower())],
    ):
        if len(matches) == 1:
            return matches[0]
    listed = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    raise DraftError(f"'{shorten(word)}' is no player, or not clear; players: {listed}")
