"""The standings of a series: win shares, wins, scores and times by player, over deal sets.

Sums are exact fractions, so the order in which games end changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from spyrium_ai.analysis.intervals import mean_interval
from spyrium_ai.match.records.record import GameRecord


@dataclass
class SeatTotal:
    """A player's totals in one seat; `scored` is the number of games whose scores count."""

    games: int = 0
    share: Fraction = Fraction(0)
    score: int = 0
    scored: int = 0


@dataclass
class PlayerTotal:
    """A player's totals; `wins` are games won alone, `shared` games won with others.

    `block_shares` counts the deal sets by the player's mean win share in them. `timed` moves took
    `milliseconds`, `counted` moves `nodes`.
    """

    seats: list[SeatTotal]
    wins: int = 0
    shared: int = 0
    block_shares: Counter[Fraction] = field(default_factory=Counter)
    milliseconds: float = 0.0
    timed: int = 0
    nodes: int = 0
    counted: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the win share over deal sets."""
        return mean_interval(*moments(self.block_shares))

    def share(self) -> Fraction | None:
        """Return the mean win share over deal sets, each with the same weight; None for none."""
        count = self.block_shares.total()
        total = sum((share * n for share, n in self.block_shares.items()), Fraction(0))
        return total / count if count else None


def moments(values: Counter[Fraction]) -> tuple[int, float, float]:
    """Return how many values were counted, their mean and their variance; 0 without a spread."""
    count = values.total()
    if not count:
        return 0, 0.0, 0.0
    mean = sum((value * n for value, n in values.items()), Fraction(0)) / count
    squares = sum(((value - mean) ** 2 * n for value, n in values.items()), Fraction(0))
    return count, float(mean), float(squares / (count - 1)) if count > 1 else 0.0


class _Entry(NamedTuple):
    """One player's part in one game."""

    player: int
    share: Fraction | None  # None: the game is void
    score: int | None
    milliseconds: float
    timed: int
    nodes: int
    counted: int
    faults: tuple[str, ...]


class Standings:
    """Adds up games; only whole deal sets (blocks) count while there are any.

    A deal set counts when all its games have been added. If none is whole, as after an early
    interruption, every game counts as a deal set of its own.
    """

    def __init__(
        self, names: Sequence[str], block_size: int | None = None, seats: int | None = None
    ) -> None:
        """Begin without a game.

        Args:
            names: the players' names, all different.
            block_size: games per deal set, by default the number of players; 1: each game counts by
                itself.
            seats: seats per table, by default the number of players.
        """
        self.names = tuple(names)
        self.block_size = block_size or len(self.names)
        self.seats = seats or len(self.names)
        self.finished = 0
        self._open: dict[int, list[list[_Entry]]] = {}
        self._sums = Sums(len(self.names), self.seats)

    def add(self, record: GameRecord) -> None:
        """Add a game; ValueError for a player who is not in the list."""
        entries = _entries(record, self.names)
        self.finished += 1
        games = self._open.setdefault(record.block, [])
        games.append(entries)
        if len(games) == self.block_size:
            self._sums.add_block(self._open.pop(record.block))

    def admit(self, name: str) -> None:
        """Take in a player who was not in the list."""
        self.names = (*self.names, name)
        self._sums.admit()

    @property
    def has_blocks(self) -> bool:
        """Whether a deal set is whole."""
        return self._sums.blocks > 0

    def sums(self) -> Sums:
        """Return the totals of what counts now."""
        if self.has_blocks or not self._open:
            return self._sums
        single = Sums(len(self.names), self.seats)
        for games in self._open.values():
            for game in games:
                single.add_block([game])
        return single

    def as_data(self) -> dict[str, Any]:
        """Return the standings as data for JSON: win shares between 0 and 1, times in ms."""
        sums = self.sums()
        return {
            "games": sums.games,
            "void": sums.void,
            "faulty": sums.faulty,
            "blocks": sums.blocks,
            "finished": self.finished,
            "players": [
                player_data(name, total)
                for name, total in zip(self.names, sums.players, strict=True)
            ],
        }


class Sums:
    """The totals of blocks: `games` that count, `void` ones, `faulty` ones among both, players."""

    def __init__(self, players: int, seats: int) -> None:
        self.blocks = 0
        self.games = 0
        self.void = 0
        self.faulty = 0
        self.players: list[PlayerTotal] = []
        self._seats = seats
        for _ in range(players):
            self.admit()

    def admit(self) -> None:
        """Take in another player."""
        self.players.append(PlayerTotal([SeatTotal() for _ in range(self._seats)]))

    def add_block(self, games: Iterable[list[_Entry]]) -> None:
        """Add the games of a deal set, each with its entries by seat."""
        shares: list[list[Fraction]] = [[] for _ in self.players]
        for entries in games:
            is_void = entries[0].share is None
            self.void += is_void
            self.games += not is_void
            self.faulty += any(entry.faults for entry in entries)
            for seat, entry in enumerate(entries):
                self._add_entry(seat, entry)
                if entry.share is not None:
                    shares[entry.player].append(entry.share)
        self.blocks += 1
        for total, values in zip(self.players, shares, strict=True):
            if values:
                total.block_shares[sum(values, Fraction(0)) / len(values)] += 1

    def _add_entry(self, seat: int, entry: _Entry) -> None:
        total = self.players[entry.player]
        total.milliseconds += entry.milliseconds
        total.timed += entry.timed
        total.nodes += entry.nodes
        total.counted += entry.counted
        total.faults.update(entry.faults)
        if entry.share is None:
            return
        total.wins += entry.share == 1
        total.shared += 0 < entry.share < 1
        place = total.seats[seat]
        place.games += 1
        place.share += entry.share
        if entry.score is not None:
            place.score += entry.score
            place.scored += 1


def player_data(name: str, total: PlayerTotal) -> dict[str, Any]:
    """Return a player's totals as data for JSON; None for a mean of nothing."""
    share = total.share()
    low, high = total.interval()
    return {
        "name": name,
        "share": None if share is None else float(share),
        "low": low,
        "high": high,
        "wins": total.wins,
        "shared": total.shared,
        "mean_score": _ratio(sum(s.score for s in total.seats), sum(s.scored for s in total.seats)),
        "games": sum(seat.games for seat in total.seats),
        "ms_per_move": _ratio(total.milliseconds, total.timed),
        "nodes_per_move": _ratio(total.nodes, total.counted),
        "faults": dict(sorted(total.faults.items())),
        "seats": [
            {
                "seat": number,
                "games": seat.games,
                "share": _ratio(seat.share, seat.games),
                "mean_score": _ratio(seat.score, seat.scored),
            }
            for number, seat in enumerate(total.seats, 1)
        ],
    }


def _ratio(total: float | Fraction, count: int) -> float | None:
    return float(total / count) if count else None


def _entries(record: GameRecord, names: Sequence[str]) -> list[_Entry]:
    """Return each player's part in the game, by seat."""
    entries = []
    for number, seat in enumerate(record.seats, 1):
        own = [ply for ply in record.plies if ply.seat == number]
        times = [ply.time for ply in own if ply.time is not None]
        nodes = [ply.nodes for ply in own if ply.nodes is not None]
        is_counted = record.outcome == "played" and record.scores is not None
        entries.append(
            _Entry(
                player=names.index(seat.name),
                share=record.exact_share(number),
                score=record.scores[number - 1] if is_counted and record.scores else None,
                milliseconds=sum(times),
                timed=len(times),
                nodes=sum(nodes),
                counted=len(nodes),
                faults=tuple(fault.kind for fault in record.faults if fault.seat == number),
            )
        )
    return entries
