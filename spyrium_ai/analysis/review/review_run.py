"""Games reviewed: all decisions and deals, in parallel; a file for each game to resume from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from spyrium_ai.analysis.review.deal_luck import deal_review
from spyrium_ai.analysis.review.game_review import (
    JUDGE,
    NODES,
    SECOND,
    DealReview,
    DecisionReview,
    GameReview,
)
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import replay
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError
from spyrium_ai.util.run_journal import RunJournal
from spyrium_ai.util.user_folders import cache_folder
from spyrium_ai.version import full_version

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class Entry:
    """A line of a game's file: a decision or a deal."""

    decision: DecisionReview | None = None
    deal: DealReview | None = None

    @property
    def ply(self) -> int:
        """The number of the move or deal in the game."""
        found = self.decision or self.deal
        return found.ply if found else 0


@dataclass(frozen=True)
class Question:
    """What is to be judged of a game: a decision, or what chance decided at one point."""

    ply: int
    before: Position
    moves: tuple[str, ...]

    def answer(self, reviewer: Reviewer) -> Entry:
        """Judge it; HaltError if a judge fails."""
        if self.before.is_chance:
            deal = deal_review(self.before, self.moves, reviewer.judge, reviewer.depth, self.ply)
            return Entry(deal=deal)
        return Entry(reviewer.review(self.before, self.moves[0], self.ply))


@dataclass(frozen=True)
class ReviewSettings:
    """Whose judgement it is, and how deep: with node limits all figures follow from these."""

    judge: str = JUDGE
    second: str = SECOND
    depth: Depth = field(default_factory=lambda: Depth.of_nodes(NODES))
    why: bool = True

    def of_game(self, record: GameRecord) -> dict[str, str | bool]:
        """Return all that the review of a game depends on."""
        moves = " ".join((str(len(record.seats)), *(ply.move for ply in record.plies)))
        return {
            "program": full_version(),
            "judge": self.judge,
            "second": self.second,
            "depth": str(self.depth),
            "why": self.why,
            "game": hashlib.sha256(moves.encode()).hexdigest(),
        }


def kept_reviews() -> Path:
    """Return the user's folder of what was judged before; it need not exist."""
    return cache_folder() / "analysis"


def file_of(folder: Path, settings: Mapping[str, str | bool]) -> Path:
    """Return the file in a folder that holds the review of a game by these settings."""
    text = json.dumps(settings, sort_keys=True)
    return folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.jsonl"


def questions(record: GameRecord, names: Sequence[str] = ()) -> Iterator[Question]:
    """Yield what is to be judged of a game.

    Args:
        record: a game that may be unfinished.
        names: the players whose decisions are judged; empty for all.

    Raises:
        ReplayError: a move is not possible.
    """
    waiting: Question | None = None
    for number, before, ply, _after in replay(record):
        if before.is_chance:
            first = waiting.before if waiting else before
            waiting = Question(number, first, (*(waiting.moves if waiting else ()), ply.move))
            continue
        if waiting:
            yield waiting
            waiting = None
        if not names or record.seats[before.to_move - 1].name in names:
            yield Question(number, before, (ply.move,))


def known_review(record: GameRecord, settings: ReviewSettings, folder: Path) -> GameReview | None:
    """Return the review of a game that has been made before; None if it is not complete.

    Raises:
        UsageError: its file cannot be read.
    """
    path = file_of(folder, settings.of_game(record))
    if not path.exists():
        return None
    with RunJournal(path, "analyse", settings.of_game(record), Entry) as journal:
        known = {entry.ply: entry for entry in journal.found}
    wanted = [question.ply for question in questions(record)]
    if any(ply not in known for ply in wanted):
        return None
    return review_of(record, [known[ply] for ply in wanted], settings)


def opened_reviewers(
    stack: ExitStack, settings: ReviewSettings, count: int, stop: StopFlag
) -> Iterator[Reviewer]:
    """Yield reviewers, whose engines the stack ends; UsageError for a player that cannot judge."""
    spec = parse_player(settings.judge)
    second = parse_player(settings.second) if settings.second else None
    for number in range(count):
        judge = Judge(spec)
        reviewer = Reviewer(
            judge, None if second is None else Judge(second), settings.depth, settings.why, stop
        )
        stack.callback(reviewer.close)
        if not number:
            reviewer.check()
        yield reviewer


class ReviewRun:
    """Reviews games with several reviewers side by side."""

    def __init__(self, settings: ReviewSettings, folder: Path, names: Sequence[str] = ()) -> None:
        """Prepare a run.

        Args:
            settings: of the reviewers that `run` gets.
            folder: where the file of each game lies; what is there is not judged again.
            names: the players whose decisions are judged; empty for all.
        """
        self._settings = settings
        self._folder = folder
        self._names = names

    def run(
        self,
        records: Sequence[GameRecord],
        reviewers: Sequence[Reviewer],
        stop: StopFlag,
        on_progress: OnProgress = lambda _done, _total: None,
    ) -> Generator[GameReview]:
        """Yield the review of each game, in their order, until the flag is set.

        Args:
            records: the games.
            reviewers: one for each question that is asked at the same time.
            stop: ends the run; questions under way are lost.
            on_progress: called with the number of questions answered, and of all.

        Raises:
            ReplayError: a game cannot be replayed.
            HaltError: a judge fails, or a file cannot be written.
        """
        asked = [list(questions(record, self._names)) for record in records]
        total, done = sum(map(len, asked)), 0
        free: SimpleQueue[Reviewer] = SimpleQueue()
        for reviewer in reviewers:
            free.put(reviewer)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with ThreadPoolExecutor(len(reviewers)) as pool:
            for record, wanted in zip(records, asked, strict=True):
                settings = self._settings.of_game(record)
                with ExitStack() as stack:
                    file = file_of(self._folder, settings)
                    journal = stack.enter_context(RunJournal(file, "analyse", settings, Entry))
                    known = {entry.ply: entry for entry in journal.found}

                    def answer(question: Question) -> Entry | None:
                        return _answer(question, free, known, journal, stop)  # noqa: B023

                    entries: list[Entry] = []
                    for entry in pool.map(answer, wanted):
                        if entry is None:
                            return
                        entries.append(entry)
                        done += 1
                        on_progress(done, total)
                yield review_of(record, entries, self._settings)


def _answer(
    question: Question,
    free: SimpleQueue[Reviewer],
    known: dict[int, Entry],
    journal: RunJournal[Entry],
    stop: StopFlag,
) -> Entry | None:
    """Return the answer to a question, from the file or a reviewer; None once the flag is set."""
    if question.ply in known:
        return known[question.ply]
    if stop.is_set():
        return None
    reviewer = free.get()
    try:
        entry = question.answer(reviewer)
    except HaltError:
        if stop.is_set():  # the engines have been ended
            return None
        stop.set()  # for the others
        raise
    except BaseException:
        stop.set()
        raise
    finally:
        free.put(reviewer)
    journal.add(entry)
    return entry


def review_of(record: GameRecord, entries: Sequence[Entry], settings: ReviewSettings) -> GameReview:
    """Return the review of a game from the answers to its questions."""
    decisions = tuple(entry.decision for entry in entries if entry.decision)
    deals = tuple(entry.deal for entry in entries if entry.deal)
    players = len(record.seats)
    even = (1 / players,) * players
    start = deals[0].mean if deals else even
    luck = _sums([deal.luck for deal in deals], players)
    skill = _sums([decision.gained for decision in decisions], players)
    finished = record.outcome == "played"
    result = record.shares if finished else _last_shares(entries, even)
    drift = tuple(
        end - begin - lucky - skilled
        for end, begin, lucky, skilled in zip(result, start, luck, skill, strict=True)
    )
    return GameReview(
        id=record.id,
        players=tuple(seat.name for seat in record.seats),
        result=result,
        start=start,
        luck=luck,
        skill=skill,
        drift=drift,
        judge=settings.judge,
        second=settings.second,
        limits=str(settings.depth),
        decisions=decisions,
        deals=deals,
        finished=finished,
    )


def _sums(rows: Sequence[tuple[float, ...]], players: int) -> tuple[float, ...]:
    return tuple(sum(row[seat] for row in rows) for seat in range(players))


def _last_shares(entries: Sequence[Entry], even: tuple[float, ...]) -> tuple[float, ...]:
    """Return what the game was worth when it was left."""
    if not entries:
        return even
    last = entries[-1]
    if last.decision:
        return last.decision.played.shares
    return last.deal.shares if last.deal else even
