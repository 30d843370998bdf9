"""The file of an analysis: written whole, and over nothing but an older analysis."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.analysis.review.review_lines import review_lines
from spyrium_ai.util.atomic_write import write_atomically
from spyrium_ai.util.errors import UsageError

BEGINNING = b'{"type":"game",'


def check_analysis(path: Path) -> None:
    """Raise UsageError unless the path is free, or has an analysis, which can be made anew."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(BEGINNING))
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from None
    if begins and begins != BEGINNING:
        raise UsageError(f"'{path}' exists and is not an analysis: choose another name")


def write_analysis(path: Path, reviews: Iterable[GameReview]) -> None:
    """Write the reviews as lines of JSON; UsageError if the file cannot be written."""
    content = "".join(f"{line}\n" for review in reviews for line in review_lines(review))
    try:
        write_atomically(path, content.encode("ascii"))
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from None
