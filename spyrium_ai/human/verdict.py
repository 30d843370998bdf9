"""What the review of a move says, in sentences for its player."""

from __future__ import annotations

from spyrium_ai.analysis.review.game_review import DecisionReview
from spyrium_ai.analysis.review.reasons import reasons
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence

_CLASSES = {
    "none": "no mistake",
    "small": "a small mistake",
    "error": "an error",
    "blunder": "a blunder",
}


def verdict(found: DecisionReview) -> str:
    """Return what the move has lost, as the end of a sentence."""
    if found.cls == "forced":
        return "the only legal move"
    if not _has_lost(found):
        return "nothing better is known"
    return f"it loses {loss_words(found)}, {_CLASSES[found.cls]}"


def loss_words(found: DecisionReview) -> str:
    """Return the loss in words: share of the win, and points where they are known."""
    share = f"{percent(found.loss)} % of the win"
    points = found.loss_points
    return share if points is None else f"{share} and {points:.1f} points"


def better_words(position: Position, found: DecisionReview) -> str:
    """Return the better move with the shares that the player has after each, in a sentence."""
    share = found.better.shares[found.seat - 1], found.played.shares[found.seat - 1]
    words = sentence(position.board(), found.best)
    instead = f"{percent(share[0])} % instead of {percent(share[1])} %"
    return f"Better: {words} [{found.best}], {instead}."


def why_sentences(position: Position, found: DecisionReview) -> list[str]:
    """Return why the better move is better, in sentences; none where nothing is lost."""
    if not _has_lost(found):
        return []
    # Of lines drawn out to the turn's end the first move alone is the judge's own.
    why = found.why or reasons(position, found.better.line[:1], found.played.line[:1])
    return [f"{text[0].upper()}{text[1:].rstrip('.')}." for text in why]


def _has_lost(found: DecisionReview) -> bool:
    return found.loss > 0 or (found.loss_points or 0) > 0
