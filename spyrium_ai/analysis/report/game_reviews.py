"""Analyses, and the games that they are of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from spyrium_ai.analysis.report.viewer_review import line_positions
from spyrium_ai.analysis.review.game_review import DecisionReview, GameReview
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.match.game_reader import MOST_TOLD
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import journal_file
from spyrium_ai.match.records.replay import ReplayError, replay
from spyrium_ai.util.text import shown, visible

ENDING = ".analysis.jsonl"


def analysis_beside(journal: Path) -> Path | None:
    """Return the file beside a game log that has its analysis, None if there is no such file.

    That of `games.jsonl` or `games.jsonl.gz` is `games.analysis.jsonl`.
    """
    log = journal_file(journal)
    name = log.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")
    path = log.with_name(name + ENDING)
    return path if path.is_file() else None


class GameReviews:
    """Analyses by the ids of their games; games of several game logs can have the same id."""

    def __init__(self, reviews: Sequence[GameReview] = ()) -> None:
        self._all = reviews
        self._by_id: defaultdict[str, list[GameReview]] = defaultdict(list)
        for review in reviews:
            self._by_id[review.id].append(review)
        self._used: set[int] = set()
        self._reasons: dict[int, str] = {}

    def of(self, record: GameRecord) -> GameReview | None:
        """Return the analysis of the game, None if there is none."""
        for review in self._by_id.get(record.id, ()):
            reason = mismatch(review, record)
            if not reason:
                self._used.add(id(review))
                return review
            self._reasons[id(review)] = reason
        return None

    def left_out(self) -> list[str]:
        """Return which analyses were of none of the games asked for, and why, a sentence each."""
        unused = [review for review in self._all if id(review) not in self._used]
        told = [
            f"the analysis of game {shown(review.id)} is left out: "
            f"{self._reasons.get(id(review), 'no game has this id')}"
            for review in unused[:MOST_TOLD]
        ]
        more = len(unused) - MOST_TOLD
        return [*told, f"{more} more analyses are left out"] if more > 0 else told


def mismatch(review: GameReview, record: GameRecord) -> str:
    """Return why this cannot be the analysis of the game, '' if it can.

    Its players, moves and deals must be those of the game, and its lines possible there.
    """
    if review.players != tuple(seat.name for seat in record.seats):
        return "the game has other players"
    plies = {number: (ply.seat, ply.move) for number, ply in enumerate(record.plies, 1)}
    for ply, seat, move in _plies(review):
        if plies.get(ply) != (seat, move):
            return f"ply {ply} of the game is not {shown(move)}"
    before = _positions_before(record)
    for item in review.decisions:
        if item.ply in before and (reason := _wrong_line(item, before[item.ply])):
            return f"ply {item.ply}: {reason}"
    return ""


def _plies(review: GameReview) -> Iterator[tuple[int, int, str]]:
    """Yield number, seat and text of the moves and deals that an analysis is of."""
    for item in review.decisions:
        yield item.ply, item.seat, item.move
    for deal in review.deals:
        yield deal.ply, 0, deal.deal


def _positions_before(record: GameRecord) -> dict[int, Position]:
    """Return the positions before the plies that can be replayed."""
    found = {}
    try:
        for step in replay(record):
            found[step.number] = step.before
    except ReplayError:
        pass
    return found


def _wrong_line(item: DecisionReview, before: Position) -> str:
    """Return what is wrong with the lines, '' if both are possible."""
    for value, first in ((item.better, item.best), (item.played, item.move)):
        line = value.line or (first,)
        if line[0] != first:
            return f"the line of {shown(first)} begins with {shown(line[0])}"
        try:
            line_positions(before, line)
        except IllegalMoveError as error:
            return f"a line is not possible: {visible(str(error))}"
    return ""
