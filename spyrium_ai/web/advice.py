"""Advice for all pages: the best moves, what a move loses, what a position is worth."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from spyrium_ai.analysis.review.game_review import JUDGE, NODES, SECOND, DecisionReview
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.verdict import better_words, loss_words, verdict, why_sentences
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.util.errors import HaltError
from spyrium_ai.web.api import ApiError, Data

MOST_LINES = 10
FOLLOW = 3  # moves of a line that are told after its first
KEPT = 500  # evaluations that are remembered
PATIENCE = 20.0  # seconds for those who wait for an answer; others are told to come again
BUSY = "the adviser is busy: ask again in a moment"


class AdviceDesk:
    """Judges with the engines and the depth of `spyrium-ai analyse`, one question at a time.

    The engines start at the first question; `close` ends them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reviewer: Reviewer | None = None
        self._evaluations: OrderedDict[str, Data] = OrderedDict()

    def hint(self, position: Position, count: int) -> list[Data]:
        """Return so many of the best moves with shares, points and lines; ApiError if it cannot."""
        menu = Menu(position.board(), position.legal())
        with self._asked(PATIENCE) as reviewer:
            values = reviewer.judge.lines(position, reviewer.depth.second, count)
        return [
            {
                "move": value.line[0],
                "number": menu.number(value.line[0]),
                "words": sentence(menu.board, value.line[0]),
                "shares": list(value.shares),
                "points": value.points and list(value.points),
                "line": list(value.line),
                "follow": _followed(position, value.line),
            }
            for value in values
        ]

    def check(self, position: Position, move: str) -> Data:
        """Return what a legal move loses against the best one, before it is made."""
        found = self._review(position, move)
        better = sentence(position.board(), found.best)
        text = f"This move loses {loss_words(found)} against the best one."
        return {
            "loss": found.loss,
            "points": found.loss_points,
            "class": found.cls,
            "best": found.best,
            "words": better,
            "text": text if found.loss > 0 else "Nothing better is known.",
        }

    def why(self, position: Position, move: str) -> list[str]:
        """Return what a move lost and why, in sentences."""
        found = self._review(position, move, why=True)
        said = verdict(found)
        lines = [f"{said[0].upper()}{said[1:]}."]
        if why := why_sentences(position, found):
            lines += [better_words(position, found), *why]
        return lines

    def evaluate(self, position: Position) -> Data:
        """Return every seat's win share and expected points; ApiError 429 while it is busy."""
        key = str(position)
        if (known := self._evaluations.get(key)) is not None:
            return known
        with self._asked(0.0) as reviewer:
            value = reviewer.judge.value(position, reviewer.depth.first)
            found = {"shares": list(value.shares), "points": value.points and list(value.points)}
            self._evaluations[key] = found
            if len(self._evaluations) > KEPT:
                self._evaluations.popitem(last=False)
        return found

    def close(self) -> None:
        """End the engines, and with them the question under way."""
        if self._reviewer is not None:
            self._reviewer.terminate()
        with self._lock:
            if self._reviewer is not None:
                self._reviewer.close()
                self._reviewer = None

    def _review(self, position: Position, move: str, *, why: bool = False) -> DecisionReview:
        with self._asked(PATIENCE) as reviewer:
            return replace(reviewer, why=why).review(position, move)

    @contextmanager
    def _asked(self, seconds: float) -> Iterator[Reviewer]:
        """Give the engines to one question; others wait so long."""
        if not self._lock.acquire(timeout=seconds or -1, blocking=bool(seconds)):
            raise ApiError(429, BUSY)
        try:
            if self._reviewer is None:
                judge, second = (Judge(parse_player(spec)) for spec in (JUDGE, SECOND))
                self._reviewer = Reviewer(judge, second, Depth.of_nodes(NODES))
            yield self._reviewer
        except HaltError as error:
            raise ApiError(503, f"the adviser has failed: {error}") from None
        finally:
            self._lock.release()


def _followed(position: Position, line: Sequence[str]) -> list[Data]:
    """Return the next moves of a line, each with its seat (0: chance) in the third person."""
    after, told = position.copy(), []
    for number, move in enumerate(line[: FOLLOW + 1]):
        if number:
            words = sentence(after.board(), move, third=True)
            told.append({"seat": after.to_move, "words": words})
        after.apply(move)
    return told
