"""A player whose rating is given, and how a command line names it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from spyrium_ai.util.errors import UsageError


@dataclass(frozen=True)
class Anchor:
    """A player whose rating is fixed; the others are measured from it."""

    name: str
    elo: float


def parse_anchor(text: str) -> Anchor:
    """Return the anchor that NAME=ELO describes; UsageError where it is not of that form.

    >>> parse_anchor("mcts=1500")
    Anchor(name='mcts', elo=1500.0)
    """
    name, equals, number = text.rpartition("=")
    try:
        elo = float(number)
    except ValueError:
        elo = math.nan
    if not (name and equals and math.isfinite(elo)):
        raise UsageError(f"--anchor '{text}' is not NAME=ELO, as in mcts=1500")
    return Anchor(name, elo)
