"""Positions and lines of moves as plain data: what is on the table, and what can be done."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from spyrium_ai.analysis.report.viewer_track import table, track
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.human.deal_draft import Draft, DraftError, Table
from spyrium_ai.human.deal_reader import missing_words, read_line
from spyrium_ai.human.variation import Variation
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shown, visible
from spyrium_ai.web.api import ApiError, Data
from spyrium_ai.web.moves_data import legal_data, refused_data

SEEDS = 2**31
_IN_NOTATION = ("setup:", "deal:")


def variation_of(text: str) -> Variation:
    """Return a position as the protocol's `position` takes it; ApiError 422 says what is wrong."""
    try:
        return Variation(text)
    except UsageError as error:
        raise ApiError(422, visible(str(error))) from None


def line_data(text: str, line: Sequence[str]) -> Data:
    """Return the track of the moves after a position, and what can be done after the last."""
    positions = _along(variation_of(text).position, line)
    boards = [position.board() for position in positions]
    return {
        "start": table(boards[0]),
        **track(boards, line),
        "position": str(positions[-1]),
        "decides": decides(positions[-1]),
    }


def pasted_game(text: str) -> Data:
    """Return a position as a game without names: its moves are those after `moves`."""
    words = text.split()
    split = words.index("moves") if "moves" in words else len(words)
    start, moves = " ".join(words[:split]), words[split + 1 :]
    variation_of(text)  # whose messages are better than those of single moves
    positions = _along(variation_of(start).position, moves)
    boards = [position.board() for position in positions]
    last = positions[-1]
    nothing = [None] * len(moves)
    return {
        "title": "Position",
        "players": [{"name": f"seat {seat}", "about": ""} for seat in range(1, last.players + 1)],
        "result": "",
        "winners": last.winners() if last.is_over else [],
        "start": table(boards[0]),
        **track(boards, moves),
        **dict.fromkeys(("times", "nodes", "values"), nothing),
        "faults": [],
        "problem": "",
        "stopped": False,
        "review": None,
        "first": start,
    }


def decides(position: Position) -> Data:
    """Return who decides, and what can be done: a move, a deal, or nothing any more."""
    if position.is_over:
        return {"kind": "over", "scores": position.scores(), "winners": position.winners()}
    if position.is_chance:
        return {"kind": "deal", "setup": position.turn == 0}
    legal, refused = legal_data(position), refused_data(position)
    return {"kind": "move", "seat": position.to_move, "legal": legal, "refused": refused}


def deal_of(text: str, line: Sequence[str], words: str) -> str:
    """Return the setup or deal that is meant after a line, in the notation; '' draws one."""
    position = _along(variation_of(text).position, line)[-1]
    if not position.is_chance:
        raise ApiError(422, "nothing is dealt in this position")
    if not words.strip():
        return position.sample_deal(secrets.randbelow(SEEDS))
    deal = words if words.startswith(_IN_NOTATION) else _deal_in_words(position, words)
    _along(position, [deal])
    return deal


def _deal_in_words(position: Position, words: str) -> str:
    deck = Table(position.board())
    names = [f"seat {seat}" for seat in range(1, position.players + 1)]
    try:
        draft = read_line(deck, names, Draft(), words)
    except DraftError as error:
        raise ApiError(422, visible(str(error))) from None
    missing = deck.missing(draft)
    if missing is not None:
        raise ApiError(422, f"{missing_words(draft, missing)} is missing")
    return draft.text()


def _along(before: Position, line: Sequence[str]) -> list[Position]:
    """Return the position and those after each move; ApiError 422 for one that is not possible."""
    positions = [before]
    for move in line:
        after = positions[-1].copy()
        try:
            after.apply(move)
        except IllegalMoveError as error:
            raise ApiError(422, visible(f"{shown(move)}: {error}")) from None
        positions.append(after)
    return positions
