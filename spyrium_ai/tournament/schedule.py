"""All games of an event in order: which of them can be planned already, and each by its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.match.schedule import GamePlan, block_plans
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.pairings import gauntlet, round_robin

if TYPE_CHECKING:
    from spyrium_ai.tournament.swiss import Swiss


@dataclass(frozen=True)
class Round:
    """Tables that all play so many deals, beginning with this number of a block."""

    tables: tuple[tuple[int, ...], ...]
    deals: int
    first: int

    @property
    def blocks(self) -> int:
        """How many blocks are played."""
        return len(self.tables) * self.deals


class Schedule:
    """The games of an event by number, from 1.

    The tables take turns, a deal each, so that a longer event of the same tables begins with the
    games of a shorter one. All is known from the beginning but in a Swiss event: there a round is
    known when all blocks before it have been given to `add`.
    """

    def __init__(self, event: Event) -> None:
        self._event = event
        self._swiss = _swiss(event)
        self._rounds = [Round(self._first_tables(), event.deals, 1)]
        self._added = 0

    @property
    def blocks(self) -> int:
        """How many blocks there are in all."""
        return self._rounds[0].blocks * self._event.rounds

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.blocks * self._event.seats

    @property
    def known(self) -> int:
        """How many games can be planned already."""
        last = self._rounds[-1]
        return (last.first - 1 + last.blocks) * self._event.seats

    @property
    def rounds(self) -> Sequence[Round]:
        """The rounds that are known; one but in a Swiss event."""
        return tuple(self._rounds)

    @property
    def points(self) -> Sequence[Fraction]:
        """The players' points over the finished rounds of a Swiss event, () in any other."""
        return () if self._swiss is None else tuple(self._swiss.points)

    def plan(self, game: int) -> GamePlan:
        """Return a game by its number; IndexError where it is not known."""
        if not 1 <= game <= self.known:
            raise IndexError(game)
        block, rotation = divmod(game - 1, self._event.seats)
        part = self._rounds[block // self._rounds[0].blocks]
        deal, table = divmod(block + 1 - part.first, len(part.tables))
        plans = block_plans(part.tables[table], block + 1, deal + 1, self._event.seed)
        return plans[rotation]

    def add(self, block: Sequence[Outcome]) -> None:
        """Take notice of a finished block, in the schedule's order."""
        self._added += 1
        if self._swiss is None:
            return
        self._swiss.add(block)
        if self._added == self.blocks:
            self._swiss.close_round()
        elif self._added == self.known // self._event.seats:
            last = self._rounds[-1]
            tables = self._swiss.pair()
            self._rounds.append(Round(tables, last.deals, last.first + last.blocks))

    def _first_tables(self) -> tuple[tuple[int, ...], ...]:
        event = self._event
        if self._swiss is not None:
            return self._swiss.pair()
        if event.format == "gauntlet":
            return gauntlet(event.challengers, len(event.players), event.seats)
        return round_robin(len(event.players), event.seats)


def _swiss(event: Event) -> Swiss | None:
    if event.format != "swiss":
        return None
    from spyrium_ai.tournament.swiss import Swiss  # noqa: PLC0415 (imports scipy: half a second)

    return Swiss(len(event.players), event.seats, event.seed)
