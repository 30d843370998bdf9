"""The kind of action that a move is, by which losses are counted."""

from __future__ import annotations

from spyrium_ai.game.move_effects import fields_of

_KIND = {
    "place": "placing",
    "money": "money",
    "activate": "activating",
    "use": "activating",
    "reuse": "activating",
    "event": "event",
    "pass": "passing",
    "bonus": "bonus",
}


def action_kind(move: str) -> str:
    """Return which of `game_review.KINDS` a move is; NotationError if no move is written so.

    Using a building counts as activating. A move that begins Phase II is of the kind "Phase II",
    whatever else it does: when to stop placing workers is the decision.

    >>> action_kind("place:a1b1"), action_kind("II:money:a1b1:a1"), action_kind("use:M1:1")
    ('placing', 'Phase II', 'activating')
    """
    fields = fields_of(move)
    return "Phase II" if fields.begins else _KIND[fields.kind]
