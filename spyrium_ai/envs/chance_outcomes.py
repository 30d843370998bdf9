"""The names of what a single draw of chance can be."""

from __future__ import annotations

from typing import NamedTuple

from spyrium_ai.game.card_table import ALL_CARDS, EVENTS


class ChanceBlock(NamedTuple):
    """Outcomes of one kind, side by side: the numbers from `first` on, `size` of them."""

    name: str
    first: int
    size: int


def chance_blocks() -> tuple[ChanceBlock, ...]:
    """Return the blocks of outcomes in the order of their numbers."""
    blocks = []
    first = 0
    sizes = {"event": len(EVENTS), "token": 3, "card": len(ALL_CARDS), "first player": 5}
    for name, size in sizes.items():
        blocks.append(ChanceBlock(name, first, size))
        first += size
    return tuple(blocks)


def outcome_names() -> tuple[str, ...]:
    """Return a name for each outcome of a single draw; players are counted from 1, as in texts.

    >>> names = outcome_names()
    >>> names[0], names[7], names[10], names[45]
    ('E1', 'token 1', 'M1', 'player 1 first')
    """
    return (
        *EVENTS,
        *(f"token {value}" for value in (1, 2, 3)),
        *(card.code for card in ALL_CARDS),
        *(f"player {number} first" for number in range(1, 6)),
    )
