"""The games of an event by number, and which of them can be planned already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from spyrium_ai.analysis.ratings.outcome import Outcome
from spyrium_ai.match.schedule import GamePlan, block_plans
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.pairings import gauntlet, ladder, round_robin

if TYPE_CHECKING:
    from spyrium_ai.tournament.swiss import Swiss


@dataclass(frozen=True)
class Round:
    """Tables that play `deals` deal sets each; the first one has the number `first`."""

    tables: tuple[tuple[int, ...], ...]
    deals: int
    first: int

    @property
    def blocks(self) -> int:
        """The number of deal sets."""
        return len(self.tables) * self.deals


class Schedule:
    """The games of an event by number, from 1.

    The tables take turns, one deal each, so that a longer event begins with the games of a shorter
    one. In a Swiss event a round is known once all deal sets before it have been given to `add`; in
    other formats everything is known from the start.
    """

    def __init__(self, event: Event) -> None:
        self._event = event
        self._swiss = _swiss(event)
        self._rounds = [Round(self._first_tables(), event.deals, 1)]
        self._added = 0

    @property
    def blocks(self) -> int:
        """The number of deal sets in all."""
        return self._rounds[0].blocks * self._event.rounds

    @property
    def total(self) -> int:
        """The number of games in all."""
        return self.blocks * self._event.seats

    @property
    def known(self) -> int:
        """The number of games that can be planned already."""
        last = self._rounds[-1]
        return (last.first - 1 + last.blocks) * self._event.seats

    @property
    def rounds(self) -> Sequence[Round]:
        """The rounds that are known; a single one unless the event is Swiss."""
        return tuple(self._rounds)

    @property
    def points(self) -> Sequence[Fraction]:
        """The players' points over the finished rounds of a Swiss event, () in any other."""
        return () if self._swiss is None else tuple(self._swiss.points)

    def plan(self, game: int) -> GamePlan:
        """Return a game by its number; IndexError if it is not known."""
        if not 1 <= game <= self.known:
            raise IndexError(game)
        block, rotation = divmod(game - 1, self._event.seats)
        part = self._rounds[block // self._rounds[0].blocks]
        deal, table = divmod(block + 1 - part.first, len(part.tables))
        plans = block_plans(part.tables[table], block + 1, deal + 1, self._event.seed)
        return plans[rotation]

    def add(self, block: Sequence[Outcome]) -> None:
        """Add a finished deal set, in the schedule's order."""
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
        if event.format == "ladder":
            return ladder(len(event.players), event.seats)
        return round_robin(len(event.players), event.seats)


def _swiss(event: Event) -> Swiss | None:
    if event.format != "swiss":
        return None
    from spyrium_ai.tournament.swiss import Swiss  # noqa: PLC0415 (imports scipy: half a second)

    return Swiss(len(event.players), event.seats, event.seed)
