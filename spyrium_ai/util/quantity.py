"""Numbers with what they count, in words."""

from __future__ import annotations


def so_many(number: int, noun: str) -> str:
    """Return so many things.

    >>> so_many(1, "block"), so_many(2000, "game")
    ('1 block', '2000 games')
    """
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """Return the noun as it stands after the number.

    >>> plural(1, "check"), plural(0, "check")
    ('check', 'checks')
    """
    return noun if number == 1 else f"{noun}s"


def games_in_blocks(games: int, blocks: int) -> str:
    """Return how much was played.

    >>> games_in_blocks(2, 1)
    '2 games in 1 block'
    """
    return f"{so_many(games, 'game')} in {so_many(blocks, 'block')}"
