"""The games of a series: deal sets (blocks), one deal from every rotation of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spyrium_ai.util.seeds import SeriesSeed, derive


@dataclass(frozen=True)
class GamePlan:
    """A game before it is played.

    `entrants` are the players by seat, as indices into the series' list. `seed` is the dealer's,
    which no player gets; `player_seeds` are the players', by seat.
    """

    id: str
    game: int  # from 1, in the order of the schedule
    block: int  # from 1
    entrants: tuple[int, ...]
    seed: int
    player_seeds: tuple[int, ...]


def blocks_for(games: int, players: int) -> int:
    """Return the number of whole deal sets that hold at least this many games."""
    return -(-games // players)


def seating(players: int, block: int, rotation: int) -> tuple[int, ...]:
    """Return the players of a game by seat, as numbers from 0.

    Every second deal set reverses the seating, so over two deal sets no player always follows the
    same opponent.

    >>> seating(3, 1, 0), seating(3, 1, 1), seating(3, 2, 0)
    ((0, 1, 2), (1, 2, 0), (2, 1, 0))
    """
    order = list(range(players))
    if block % 2 == 0:
        order.reverse()
    return (*order[rotation:], *order[:rotation])


def block_plans(table: Sequence[int], block: int, deal: int, seed: SeriesSeed) -> list[GamePlan]:
    """Return the games of a deal set, one for each rotation of the seats.

    They depend on the arguments alone.

    Args:
        table: the players of the table, as numbers from 0.
        block: its number in the whole schedule, from 1; all tables have the same size.
        deal: its number among the deal sets of this table, from 1.
        seed: the seed of the whole schedule.
    """
    size = len(table)
    plans = []
    for rotation in range(size):
        number = (block - 1) * size + rotation + 1
        plan = GamePlan(
            id=f"{block}.{rotation + 1}",
            game=number,
            block=block,
            entrants=tuple(table[place] for place in seating(size, deal, rotation)),
            seed=derive("block", seed, block),
            player_seeds=tuple(derive("player", seed, number, seat + 1) for seat in range(size)),
        )
        plans.append(plan)
    return plans


def game_plan(players: int, game: int, seed: SeriesSeed) -> GamePlan:
    """Return a game of a series by its number, from 1."""
    block, rotation = divmod(game - 1, players)
    return block_plans(range(players), block + 1, block + 1, seed)[rotation]


def schedule(players: int, blocks: int, seed: SeriesSeed) -> Iterator[GamePlan]:
    """Yield the games of a series of this many deal sets in order.

    A game depends only on the series' seed and its place in the schedule, so a longer series begins
    with the games of a shorter one.
    """
    for block in range(1, blocks + 1):
        yield from block_plans(range(players), block, block, seed)
