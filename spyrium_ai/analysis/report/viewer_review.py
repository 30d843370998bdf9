"""The analysis of a game as the viewer shows it. Shares are in thousandths, points in tenths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from spyrium_ai.analysis.report.viewer_track import track, words
from spyrium_ai.analysis.review.game_review import (
    DealReview,
    DecisionReview,
    GameReview,
    MoveClass,
    Value,
)
from spyrium_ai.analysis.review.player_sums import player_sums
from spyrium_ai.game.position import Position

WITH_LINES: tuple[MoveClass, ...] = ("error", "blunder")


def review_data(review: GameReview, positions: Sequence[Position]) -> dict[str, Any]:
    """Return the analysis as plain data.

    Only mistakes have lines that can be played: they are the greater part of the page.

    Args:
        review: an analysis of this game, whose moves and lines are possible.
        positions: of the game, before its first deal and after each move and deal; what the
            analysis says of the time after them is left out.
    """
    last = len(positions) - 1
    identity = ("start", "luck", "skill", "drift", "result")
    return {
        "judge": ", ".join(filter(None, (review.judge, review.limits))),
        "second": review.second,
        "decisions": [_decision(item, positions) for item in review.decisions if item.ply <= last],
        "deals": [_deal(item) for item in review.deals if item.ply <= last],
        "sums": {name: _thousandths(vars(review)[name]) for name in identity},
        "players": [asdict(sums) for sums in player_sums(review)],
    }


def line_positions(before: Position, line: Sequence[str]) -> list[Position]:
    """Return the position and those after each move; IllegalMoveError where one is not possible."""
    positions = [before]
    for move in line:
        positions.append(positions[-1].copy())
        positions[-1].apply(move)
    return positions


def _decision(item: DecisionReview, positions: Sequence[Position]) -> dict[str, Any]:
    before = positions[item.ply - 1]
    has_lines = item.cls in WITH_LINES
    return {
        "ply": item.ply,
        "class": item.cls,
        "rank": item.rank,
        "legal": item.legal,
        "loss": _thousandth(item.loss),
        "error": _thousandth(item.loss_error),
        "points": None if item.loss_points is None else round(10 * item.loss_points),
        "second": None if item.second_loss is None else _thousandth(item.second_loss),
        "best": item.best,
        "words": _words(before, item.best) if item.best != item.move else None,
        "better": _thousandths(item.better.shares),
        "played": _thousandths(item.played.shares),
        "exact": item.better.exact and item.played.exact,
        "gained": _thousandths(item.gained),
        "why": item.why,
        "lines": {
            "better": _line(before, item.better, item.best),
            "played": _line(before, item.played, item.move),
        }
        if has_lines
        else None,
    }


def _words(before: Position, move: str) -> str:
    before, after = line_positions(before, [move])
    return words(before.board(), move, after.board())


def _line(before: Position, value: Value, move: str) -> dict[str, Any]:
    """Return the line of a position as a track from the position before it."""
    moves = value.line or (move,)
    return track([position.board() for position in line_positions(before, moves)], moves)


def _deal(item: DealReview) -> dict[str, Any]:
    return {
        "ply": item.ply,
        "mean": _thousandths(item.mean),
        "shares": _thousandths(item.shares),
        "luck": _thousandths(item.luck),
        "error": _thousandth(item.luck_error),
        "samples": item.samples,
    }


def _thousandth(share: float) -> int:
    return round(1000 * share)


def _thousandths(shares: Sequence[float]) -> list[int]:
    return [_thousandth(share) for share in shares]
