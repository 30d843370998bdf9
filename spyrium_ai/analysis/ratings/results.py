"""What a rating needs of a game: who was above whom, and from which place in the order of play."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spyrium_ai.match.records.record import GameRecord

_SETUP = re.compile(r"setup:([1-5]):")


@dataclass(frozen=True)
class Result:
    """The order of a game's players, best first.

    `players` are numbers of the pool and `places` those players' places in the order of play, from
    0, both by seat; without `places` nobody is at an advantage. `order` has the seats from 0 that
    are ranked: groups, the best first, those of a group level. Seats in no group are below all
    others, and nothing is said about their order. `block` is the number of the deal set, from 0.
    """

    block: int
    players: tuple[int, ...]
    places: tuple[int, ...] | None
    order: tuple[tuple[int, ...], ...]

    def stages(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the choices that the order consists of: the seats still there, those chosen."""
        left = tuple(range(len(self.players)))
        found = []
        for group in self.order:
            if len(left) > 1:
                found.append((left, group))
            left = tuple(seat for seat in left if seat not in group)
        return found


def ranking(record: GameRecord) -> tuple[tuple[int, ...], ...]:
    """Return the order of a game that counts, as in `Result`: winners first, then by score.

    Seats with a fault are below all others. Where there are no scores, only the winners are ranked.
    """
    winners = tuple(sorted(seat - 1 for seat in record.winners))
    faulty = {fault.seat - 1 for fault in record.faults}
    left = [s for s in range(len(record.seats)) if s not in faulty and s not in winners]
    if record.scores is None:
        return (winners, tuple(left)) if len(left) == 1 else (winners,)
    by_score: dict[int, list[int]] = {}
    for seat in left:
        by_score.setdefault(record.scores[seat], []).append(seat)
    return (winners, *(tuple(by_score[score]) for score in sorted(by_score, reverse=True)))


def places(record: GameRecord) -> tuple[int, ...]:
    """Return each seat's place in the order of play of turn 1, from 0.

    Chance decides who is first, so it is the place and not the number of the seat that may be of
    use. Where the game has no setup, seat 1 counts as the first.
    """
    setup = _SETUP.match(record.plies[0].move) if record.plies else None
    first = int(setup[1]) - 1 if setup else 0
    n = len(record.seats)
    return tuple((seat - first) % n for seat in range(n))
