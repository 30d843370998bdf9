"""What winners and the others ended their games with: cards and win rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spyrium_ai.analysis.ratings.results import Result
from spyrium_ai.analysis.report.effects import Array, Effect, effects
from spyrium_ai.analysis.report.traits import MEASURES, TRAITS, Trait, traits_of
from spyrium_ai.game.notation import NotationError
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord


@dataclass(frozen=True)
class TraitRow:
    """How often a trait was there: by so many seats of all games, in shares of winners and others.

    `share_with` and `share_without` are mean win shares. `by_player` is the share of each
    player's games in which it had the trait, None for a player without games.
    """

    trait: Trait
    count: int
    winners: float | None
    others: float | None
    share_with: float | None
    share_without: float | None
    effect: Effect
    by_player: tuple[float | None, ...]


@dataclass(frozen=True)
class MeasureRow:
    """The mean of a quantity at the end."""

    label: str
    winners: float | None
    others: float | None
    by_player: tuple[float | None, ...]


@dataclass(frozen=True)
class Builds:
    """`games` were looked at; of `unread` the final position says nothing."""

    games: int
    unread: int
    winners: int
    others: int
    traits: tuple[TraitRow, ...]
    measures: tuple[MeasureRow, ...]


class Builders:
    """Collects what everybody ended with, of games that were played out without a fault."""

    def __init__(self) -> None:
        self._games = self._unread = 0
        self._groups: dict[tuple[int, ...], int] = {}  # a player and who sat at the table
        self._rows: list[tuple[int, int, int, float]] = []  # player, group, deal set, share
        self._traits: list[list[bool]] = []
        self._measures: list[list[float]] = []

    def add(self, record: GameRecord, result: Result) -> None:
        """Add a game that counts."""
        if record.outcome != "played":
            return
        try:
            position = Position.parse(record.final)
        except NotationError:
            self._unread += 1
            return
        if not position.is_over or position.players != len(record.seats):
            self._unread += 1
            return
        self._games += 1
        for number, seat in enumerate(position.board().seats, 1):
            moves = {ply.move for ply in record.plies if ply.seat == number}
            player, share = result.players[number - 1], record.share(number)
            group = self._groups.setdefault((player, *sorted(result.players)), len(self._groups))
            self._rows.append((player, group, result.block, share))
            self._traits.append(traits_of(seat, moves))
            self._measures.append([measure(seat) for measure in MEASURES.values()])

    def builds(self, players: Sequence[int]) -> Builds:
        """Return what has been collected, with these players by number in the rows."""
        rows = np.array(self._rows, dtype=np.float64).reshape(-1, 4)
        traits = np.array(self._traits, dtype=np.float64).reshape(-1, len(TRAITS))
        measures = np.array(self._measures, dtype=np.float64).reshape(-1, len(MEASURES))
        who, groups, blocks = rows[:, :3].astype(np.int64).T
        shares = rows[:, 3]
        won = shares > 0
        sides = (won, ~won, *(who == player for player in players))
        had = [_means(traits[side]) for side in sides]
        amounts = [_means(measures[side]) for side in sides]
        found = effects(shares, traits, groups, blocks)
        return Builds(
            games=self._games,
            unread=self._unread,
            winners=int(won.sum()),
            others=int((~won).sum()),
            traits=tuple(
                TraitRow(
                    trait=trait,
                    count=int(traits[:, i].sum()),
                    winners=had[0][i],
                    others=had[1][i],
                    share_with=_mean(shares[traits[:, i] == 1]),
                    share_without=_mean(shares[traits[:, i] == 0]),
                    effect=found[i],
                    by_player=tuple(means[i] for means in had[2:]),
                )
                for i, trait in enumerate(TRAITS)
            ),
            measures=tuple(
                MeasureRow(label, amounts[0][i], amounts[1][i], tuple(m[i] for m in amounts[2:]))
                for i, label in enumerate(MEASURES)
            ),
        )


def _means(values: Array) -> list[float | None]:
    """Return the mean of each column, None of nothing."""
    return values.mean(axis=0).tolist() if len(values) else [None] * values.shape[1]


def _mean(values: Array) -> float | None:
    return float(values.mean()) if len(values) else None
