"""The tables of a round robin, a gauntlet or a ladder, in a balanced order.

Whenever an event is stopped, all players have had about as many games, and have met all others
about as often.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import lcm

from spyrium_ai.util.errors import UsageError

Table = tuple[int, ...]

_FIRST = 1 << 32  # the weight of the number of games, relative to that of meetings


def round_robin(players: int, seats: int) -> tuple[Table, ...]:
    """Return every set of `seats` players once, as numbers from 0 in ascending order.

    For two seats it is the order of the circle method: rounds in which everybody plays once.
    UsageError if there are too few players.
    """
    if players < seats:
        raise UsageError(f"{players} players are too few for tables of {seats} seats")
    return _subsets(players, seats)


def gauntlet(challengers: Sequence[int], players: int, seats: int) -> tuple[Table, ...]:
    """Return every table with one challenger, as numbers from 0 with the challenger first.

    The other players of a table are not challengers. UsageError if there are too few of them.
    """
    field = [player for player in range(players) if player not in challengers]
    if len(field) < seats - 1:
        raise UsageError(
            f"a table of {seats} needs {seats - 1} players besides the challenger, "
            f"and only {len(field)} are not challengers"
        )
    rivals = _subsets(len(field), seats - 1)
    c, r = len(challengers), len(rivals)
    cycle = lcm(c, r)
    # Challengers and opponents rotate side by side. After a cycle the tables would repeat, so the
    # opponents then move on by one.
    return tuple(
        (challengers[i % c], *(field[rival] for rival in rivals[(i + i // cycle) % r]))
        for i in range(c * r)
    )


def ladder(players: int, seats: int) -> tuple[Table, ...]:
    """Return every `seats` players that follow each other, as numbers from 0 in ascending order.

    >>> ladder(4, 2)
    ((0, 1), (1, 2), (2, 3))
    """
    return tuple(tuple(range(first, first + seats)) for first in range(players - seats + 1))


def _subsets(players: int, size: int) -> tuple[Table, ...]:
    return _circle(players) if size == 2 else _greedy(players, size)


def _circle(players: int) -> tuple[Table, ...]:
    """Return all pairs by the circle method; with an odd number one sits out in each round."""
    rim = players - 1 + players % 2
    pairs = []
    for turn in range(rim):
        across = [((turn + i) % rim, (turn - i) % rim) for i in range(1, rim // 2 + 1)]
        centre = [(turn, rim)] if players > rim else []
        pairs += [(min(pair), max(pair)) for pair in (*across, *centre)]
    return tuple(pairs)


def _greedy(players: int, size: int) -> tuple[Table, ...]:
    """Return all subsets, each time one whose players have had the fewest games so far.

    Among several it is the first of those whose players have met the least.
    """
    import numpy as np  # noqa: PLC0415 (takes a while, and tables of two do not need it)

    tables = list(combinations(range(players), size))
    sits = np.zeros((players, len(tables)), dtype=np.int64)
    for number, table in enumerate(tables):
        sits[list(table), number] = 1
    weights = np.zeros(len(tables), dtype=np.int64)
    order = []
    for _ in tables:
        number = int(weights.argmin())
        order.append(tables[number])
        common = sits[list(tables[number])].sum(axis=0)
        weights += _FIRST * common + common * (common - 1) // 2
        weights[number] = np.iinfo(np.int64).max // 2
    return tuple(order)
