"""Everything that the page needs of the games, collected while they are read once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from spyrium_ai.analysis.ratings.pool import Pool, PoolReader
from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.analysis.report.builds import Builders
from spyrium_ai.analysis.report.game_reviews import GameReviews
from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.match.records.record import Fault, GameRecord

FAULTS_SHOWN = 20  # of each kind of each player, with all that is known of them

Item = TypeVar("Item")


class EvenSample(Generic[Item]):
    """An even spread of a stream: fewer than twice `most` items are kept at any time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.added = 0
        self._step = 1
        self._kept: list[Item] = []

    def add(self, item: Item) -> None:
        """Add an item, which may be dropped at once or later."""
        if self.most and self.added % self._step == 0:
            self._kept.append(item)
            if len(self._kept) == 2 * self.most:
                self._kept = self._kept[::2]
                self._step *= 2
        self.added += 1

    def items(self, count: int) -> list[Item]:
        """Return `count` of the items, at most `most`, in the order in which they were added."""
        kept = self._kept
        count = min(count, self.most, len(kept))
        return [kept[i * len(kept) // count] for i in range(count)]


@dataclass(frozen=True)
class GameLine:
    """A game of the list: `key` is its id in the page, `journal` the game log's number from 0."""

    key: str
    journal: int
    id: str
    names: tuple[str, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    outcome: str
    moves: int
    faults: int


@dataclass(frozen=True)
class FaultLine:
    """A fault and the game it was in."""

    game: GameLine
    fault: Fault


class ReportData:
    """The games of some game logs.

    `pool` is what the ratings need, `results` those of each game log in its order. `games` has a
    line for each, `faults` the first ones of each kind of each player, `fault_count` how many
    there are. `scores` are those of games without a fault, by player. `reviews` are the analyses by
    the keys of their games.
    """

    def __init__(self, pool: Pool, most_shown: int) -> None:
        """Begin with no game; at most `most_shown` games are kept as a whole."""
        self.pool = pool
        self.results: dict[int, list[Result]] = defaultdict(list)
        self.games: list[GameLine] = []
        self.faults: list[FaultLine] = []
        self.fault_count = 0
        self.scores: dict[str, list[int]] = defaultdict(list)
        self.builders = Builders()
        self.reviews: dict[str, GameReview] = {}
        self.first = self.last = ""
        self._kinds: Counter[tuple[str, str]] = Counter()
        self._most = most_shown
        self._analysed: EvenSample[tuple[str, GameRecord]] = EvenSample(most_shown)
        self._faulty: EvenSample[tuple[str, GameRecord]] = EvenSample(most_shown)
        self._clean: EvenSample[tuple[str, GameRecord]] = EvenSample(most_shown)

    def add(
        self, journal: int, record: GameRecord, result: Result | None, review: GameReview | None
    ) -> None:
        """Add a game and its analysis, if there is one; a game without a result does not count."""
        line = _line(len(self.games) + 1, journal, record)
        self.games.append(line)
        sample = self._faulty if record.faults else self._clean
        if review is not None:
            self.reviews[line.key] = review
            sample = self._analysed
        sample.add((line.key, record))
        self._add_faults(line, record)
        if record.started:
            self.first = min(self.first or record.started, record.started)
            self.last = max(self.last, record.started)
        if result is None:
            return
        self.results[journal].append(result)
        self.builders.add(record, result)
        if record.outcome == "played" and record.scores is not None:
            for name, score in zip(line.names, record.scores, strict=True):
                self.scores[name].append(score)

    def _add_faults(self, line: GameLine, record: GameRecord) -> None:
        for fault in record.faults:
            kind = (line.names[fault.seat - 1], fault.kind)
            self._kinds[kind] += 1
            self.fault_count += 1
            if self._kinds[kind] <= FAULTS_SHOWN:
                self.faults.append(FaultLine(line, fault))

    def shown(self) -> dict[str, GameRecord]:
        """Return the games to look at by key: analysed ones, faulty ones, then an even spread."""
        kept = self._analysed.items(self._most)
        kept += self._faulty.items(self._most - len(kept))
        kept += self._clean.items(self._most - len(kept))
        return dict(sorted(kept, key=lambda item: int(item[0][1:])))


def collect(paths: Sequence[Path], most_shown: int, reviews: GameReviews) -> ReportData:
    """Return what the game logs hold; UsageError where one cannot be read."""
    reader = PoolReader()
    data = ReportData(reader.pool, most_shown)
    for journal, record, result in reader.games(paths):
        data.add(journal, record, result, reviews.of(record))
    return data


def _line(number: int, journal: int, record: GameRecord) -> GameLine:
    return GameLine(
        key=f"g{number}",
        journal=journal,
        id=record.id,
        names=tuple(seat.name for seat in record.seats),
        scores=record.scores,
        winners=record.winners,
        outcome=record.outcome,
        moves=sum(ply.seat > 0 for ply in record.plies),
        faults=len(record.faults),
    )
