"""`--sprt`: the hypotheses of a sequential test as a command line gives them."""

from __future__ import annotations

from spyrium_ai.analysis.ratings.sprt import SprtPlan, parse_sprt
from spyrium_ai.util.errors import UsageError


def read_sprt(text: str, players: int = 2) -> SprtPlan:
    """Return the test of the first of so many players; UsageError says what is wrong with it."""
    try:
        return parse_sprt(text, players)
    except UsageError as error:
        raise UsageError(f"--{error}") from None
