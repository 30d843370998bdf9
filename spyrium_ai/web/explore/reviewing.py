"""Analyses of whole games in the background, one game after the other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.analysis.review.review_run import (
    ReviewRun,
    ReviewSettings,
    file_of,
    kept_reviews,
    known_review,
    opened_reviewers,
    questions,
)
from spyrium_ai.analysis.review.reviewer import Reviewer
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import ReplayError
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.processors import cores
from spyrium_ai.util.text import visible
from spyrium_ai.web.api import ApiError, Data

MOST_WAITING = 20  # games
MOST_REVIEWERS = 4  # of which each has two engines

State = Literal["none", "waiting", "running", "done", "failed", "cancelled"]


@dataclass
class Job:
    """The analysis of one game: how far it is, and what ends it."""

    record: GameRecord
    state: State = "waiting"
    done: int = 0
    total: int = 0
    error: str = ""
    stop: StopFlag = field(default_factory=StopFlag)
    reviewers: list[Reviewer] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether it has not ended."""
        return self.state in {"waiting", "running"}

    def end(self) -> None:
        """End it soon: only the decisions under way are lost."""
        self.stop.set()
        for reviewer in self.reviewers:
            reviewer.terminate()


class ReviewDesk:
    """Analyses games, and knows what was analysed before, here or by `spyrium-ai analyse`."""

    def __init__(self, settings: ReviewSettings, folder: Path | None = None) -> None:
        """Take the judges, and the folder of what they have found before; the user's by default."""
        self.settings = settings
        self._folder = folder or kept_reviews()
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, "review")

    def known(self, record: GameRecord) -> GameReview | None:
        """Return the analysis of a game, None while there is no complete one."""
        if self._job(record).is_open:
            return None
        try:
            return known_review(record, self.settings, self._folder)
        except (UsageError, ReplayError):  # another program writes it; the game is damaged
            return None

    def progress(self, record: GameRecord) -> Data:
        """Return how far the analysis of a game is."""
        job = self._job(record)
        return {"state": job.state, "done": job.done, "total": job.total, "error": job.error}

    def start(self, record: GameRecord) -> None:
        """Analyse a game as soon as those before it are done, unless that is under way.

        Raises:
            ApiError: 422 the game cannot be replayed, 429 too many games wait.
        """
        try:
            total = sum(1 for _ in questions(record))
        except ReplayError as error:
            raise ApiError(422, f"the game cannot be analysed: {visible(str(error))}") from None
        with self._lock:
            if self._job(record).is_open:
                return
            if sum(job.is_open for job in self._jobs.values()) > MOST_WAITING:
                raise ApiError(429, f"{MOST_WAITING} games wait for their analysis already")
            self._forget_ended()
            job = self._jobs[self._key(record)] = Job(record, total=total)
        self._worker.submit(self._run, job)

    def cancel(self, record: GameRecord) -> None:
        """End the analysis of a game; what was found stays, and the next one goes on from it."""
        self._job(record).end()

    def close(self) -> None:
        """End all analyses, and wait for their engines."""
        for job in list(self._jobs.values()):
            job.end()
        self._worker.shutdown()

    def _run(self, job: Job) -> None:
        """Analyse a game, in the worker's thread."""
        job.state = "running"
        try:
            reviews = self._reviews(job)
        except (UsageError, HaltError, OSError) as error:
            job.error = visible(str(error))
            job.state = "cancelled" if job.stop.is_set() else "failed"
        except BaseException:
            job.state, job.error = "failed", "a fault of the program"
            raise
        else:
            job.state = "done" if reviews else "cancelled"

    def _reviews(self, job: Job) -> list[GameReview]:
        """Return the analysis, nothing if it is to end before."""
        if job.stop.is_set():
            return []

        def show(done: int, total: int) -> None:
            job.done, job.total = done, total

        # One core is left for those who play and look on meanwhile.
        count = max(1, min(MOST_REVIEWERS, cores() - 1))
        with ExitStack() as stack:
            job.reviewers.extend(opened_reviewers(stack, self.settings, count, job.stop))
            run = ReviewRun(self.settings, self._folder)
            return list(run.run([job.record], job.reviewers, job.stop, show))

    def _job(self, record: GameRecord) -> Job:
        return self._jobs.get(self._key(record)) or Job(record, "none")

    def _key(self, record: GameRecord) -> str:
        return file_of(self._folder, self.settings.of_game(record)).stem

    def _forget_ended(self) -> None:
        """Keep only a few of the analyses that have ended."""
        ended = [key for key, job in self._jobs.items() if not job.is_open]
        for key in ended[:-MOST_WAITING]:
            del self._jobs[key]
