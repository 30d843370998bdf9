"""The game viewer: games to be looked at move by move in a page that needs nothing from outside."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from spyrium_ai.analysis.report.templates import dumps, environment
from spyrium_ai.analysis.report.viewer_game import game_data
from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.game.card_table import ALL_CARDS, CELLS, EVENT_TEXTS, PERIOD_BY_TURN, SLOTS
from spyrium_ai.game.text.card_text import TECHNIQUE_TEXTS, short_name
from spyrium_ai.match.records.record import GameRecord


def viewer_section(
    games: Mapping[str, GameRecord], reviews: Mapping[str, GameReview] | None = None
) -> str:
    """Return the viewer with the games in it, to be put into a page's body once.

    `reviews` are analyses by the keys of their games; `mismatch` finds nothing wrong with them.

    It opens over the page when the address ends in `#game-KEY`, or in `#game-KEY-17` for what was
    on the table after 17 moves and deals. It needs a browser from 2023 or later.
    """
    known = reviews or {}
    data = board_data() | {
        "keys": list(games),
        "games": packed(_text(record, known.get(key)) for key, record in games.items()),
    }
    return environment().get_template("viewer.html").render(data=data, **board_parts())


def board_data() -> dict[str, Any]:
    """Return what the scripts of a board read from the page's element `gv-data`."""
    return {"periods": ["ABC"[period] for period in PERIOD_BY_TURN]}


def board_parts() -> dict[str, Any]:
    """Return what the templates of a board are filled with."""
    return {
        "cards": ALL_CARDS,
        "events": EVENT_TEXTS,
        "techniques": TECHNIQUE_TEXTS,
        "short_name": short_name,
        "places": _places(),
    }


def packed(texts: Iterable[str]) -> str:
    """Return the texts, none of which has a line's end, as lines deflated (raw) and in base64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    parts = [deflate.compress(f"{text}\n".encode()) for text in texts]
    return base64.b64encode(b"".join((*parts, deflate.flush()))).decode("ascii")


def _text(record: GameRecord, review: GameReview | None) -> str:
    return dumps(game_data(record, review), separators=(",", ":"), ensure_ascii=False)


def _places() -> list[tuple[str, str]]:
    """Return the market's cells and slots with their kinds as a board reads, row by row.

    Rows of cells with slots between them take turns with rows of slots; '' is a place for nothing.
    """
    places = []
    for line in range(5):
        for column in range(5):
            row, place = line // 2, column // 2
            if line % 2 == 0:
                is_cell = column % 2 == 0
                name = CELLS[3 * row + place] if is_cell else SLOTS[2 * row + place]
                places.append(("cell" if is_cell else "beside", name))
            else:
                is_slot = column % 2 == 0
                places.append(("below", SLOTS[6 + 3 * row + place]) if is_slot else ("", ""))
    return places
