"""Reading journals: the players of all games together, what they did, what is odd about them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from spyrium_ai.analysis.ratings.results import Result, places, ranking
from spyrium_ai.match.game_reader import GameReader
from spyrium_ai.match.records.record import GameRecord, SeatRecord
from spyrium_ai.util.errors import UsageError


@dataclass
class Mean:
    """A sum and how many numbers are in it."""

    total: float = 0.0
    count: int = 0

    def add(self, value: float) -> None:
        """Add a number."""
        self.total += value
        self.count += 1

    @property
    def value(self) -> float | None:
        """The mean, None of nothing."""
        return self.total / self.count if self.count else None


class Setup(NamedTuple):
    """How a player was started, and who it says it is."""

    spec: str
    options: tuple[tuple[str, str | None], ...]
    engine: str


@dataclass
class PlayerTotals:
    """What a player has done.

    `shares` are its win shares, `fair` what they would be among equals, `by_block` its
    shares by deal set. `scores` and `margins` (to the best of the others) are of games without a
    fault. `times` are ms a move. `setups` are the ways in which it was started, and `limits` those
    that it had.
    """

    name: str
    wins: int = 0
    shared: int = 0
    shares: Mean = field(default_factory=Mean)
    fair: Mean = field(default_factory=Mean)
    by_block: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))
    scores: Mean = field(default_factory=Mean)
    margins: Mean = field(default_factory=Mean)
    times: Mean = field(default_factory=Mean)
    nodes: Mean = field(default_factory=Mean)
    faults: Counter[str] = field(default_factory=Counter)
    setups: dict[Setup, None] = field(default_factory=dict)
    limits: dict[str, None] = field(default_factory=dict)


@dataclass
class Pool:
    """All games of some game logs.

    `results` are those that count, `void` how many do not. `places` has the win shares by
    table size and place in the order of play. `unequal` counts the games whose players had
    different limits, `doubles` games that had been read already; `errors` say which lines are no
    game, the first of each file one by one, and `bad` is how many they are.
    """

    players: list[PlayerTotals] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    blocks: int = 0
    void: int = 0
    faulty: int = 0
    unequal: int = 0
    doubles: int = 0
    bad: int = 0
    errors: list[str] = field(default_factory=list)
    programs: set[str] = field(default_factory=set)
    places: dict[tuple[int, int], Mean] = field(default_factory=lambda: defaultdict(Mean))

    def names(self) -> list[str]:
        """Return the players' names."""
        return [player.name for player in self.players]

    def number(self, name: str, option: str) -> int:
        """Return a player's number; UsageError, which names the option, if it did not play."""
        names = self.names()
        if name not in names:
            known = ", ".join(sorted(names))
            raise UsageError(f"{option}: '{name}' is not one of the players: {known}")
        return names.index(name)


def read_pool(paths: Iterable[Path], each: Callable[[int, GameRecord], None] | None = None) -> Pool:
    """Return the games of all game logs; UsageError if one cannot be read, or is none.

    A tournament's folder stands for the game log in it. `each` is called with every game that is
    read, and with its game log's number from 0.
    """
    reader = PoolReader()
    for journal, record, _ in reader.games(paths):
        if each is not None:
            each(journal, record)
    return reader.pool


def pool_of(records: Iterable[GameRecord]) -> Pool:
    """Return the games of one game log."""
    reader = PoolReader()
    for record in filter(reader.is_new, records):
        reader.add(0, record)
    return reader.pool


class PoolReader:
    """Reads game logs game by game; `pool` is complete when all games have been asked for."""

    def __init__(self) -> None:
        """Begin with an empty pool."""
        self.pool = Pool()
        self._numbers: dict[str, int] = {}
        self._blocks: dict[tuple[int, int], int] = {}
        self._seen: set[int] = set()

    def games(self, paths: Iterable[Path]) -> Iterator[tuple[int, GameRecord, Result | None]]:
        """Yield each game once, with its game log's number from 0; no result: it is void.

        UsageError: a game log cannot be read, or is none.
        """
        for journal, path in enumerate(paths):
            reading = GameReader(path)
            for _, record in reading.games():
                if self.is_new(record):
                    yield journal, record, self.add(journal, record)
            self.pool.errors += reading.errors
            self.pool.bad += reading.bad

    def is_new(self, record: GameRecord) -> bool:
        """Return False for a game that has been read already, as from a copy of a game log."""
        names = tuple(seat.name for seat in record.seats)
        print_ = hash((record.id, record.seed, record.started, record.final, names, record.plies))
        is_new = print_ not in self._seen
        self._seen.add(print_)
        self.pool.doubles += not is_new
        return is_new

    def add(self, journal: int, record: GameRecord) -> Result | None:
        """Add a game and return its result, None if it does not count."""
        players = [self._player(seat) for seat in record.seats]
        self.pool.programs.add(record.program)
        _add_work(record, players)
        if record.outcome == "void" or not record.winners:
            self.pool.void += 1
            return None
        self.pool.faulty += bool(record.faults)
        self.pool.unequal += len({seat.limits for seat in record.seats}) > 1
        block = self._blocks.setdefault((journal, record.seed), len(self._blocks))
        self.pool.blocks = len(self._blocks)
        order = places(record)
        numbers = tuple(self._numbers[seat.name] for seat in record.seats)
        result = Result(block, numbers, order, ranking(record))
        self.pool.results.append(result)
        _add_result(record, players, block)
        for seat, place in enumerate(order, 1):
            self.pool.places[len(order), place].add(record.share(seat))
        return result

    def _player(self, seat: SeatRecord) -> PlayerTotals:
        number = self._numbers.setdefault(seat.name, len(self._numbers))
        if number == len(self.pool.players):
            self.pool.players.append(PlayerTotals(seat.name))
        player = self.pool.players[number]
        player.setups[Setup(seat.spec, tuple(seat.options.items()), seat.engine)] = None
        player.limits[seat.limits] = None
        return player


def _add_work(record: GameRecord, players: list[PlayerTotals]) -> None:
    for ply in record.plies:
        if ply.seat and ply.time is not None:
            players[ply.seat - 1].times.add(ply.time)
        if ply.seat and ply.nodes is not None:
            players[ply.seat - 1].nodes.add(ply.nodes)
    for fault in record.faults:
        players[fault.seat - 1].faults[fault.kind] += 1


def _add_result(record: GameRecord, players: list[PlayerTotals], block: int) -> None:
    is_clean = record.outcome == "played" and record.scores is not None
    for seat, player in enumerate(players):
        share = record.share(seat + 1)
        player.wins += share == 1
        player.shared += 0 < share < 1
        player.shares.add(share)
        player.fair.add(1 / len(players))
        player.by_block[block].add(share)
        if is_clean and record.scores is not None:
            others = [score for i, score in enumerate(record.scores) if i != seat]
            player.scores.add(record.scores[seat])
            player.margins.add(record.scores[seat] - max(others))
