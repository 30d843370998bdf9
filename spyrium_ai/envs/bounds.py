"""Bounds that hold for every game, proven from the rules rather than measured."""

from __future__ import annotations

from collections import Counter

from spyrium_ai.envs.actions import MOST_LEGAL_ACTIONS
from spyrium_ai.game.card_table import CARDS, DECKS, LAST_TURN, PERIOD_BY_TURN, WORKER_LIMIT

__all__ = ["MOST_LEGAL_ACTIONS", "longest_game", "most_draws"]

CELL_COUNT = 9


def longest_game(players: int) -> int:
    """Return a number of decisions that no game for so many players exceeds.

    In a turn a player places each worker once at most and takes it once, uses the event and
    Taylorism once each, and passes once; in a game it chooses a bonus once. A building is used
    once a turn besides, and no more of them can be owned than have been dealt.

    >>> longest_game(2), longest_game(5)
    (301, 610)
    """
    by_player = LAST_TURN * (2 * WORKER_LIMIT + 3) + 1
    return players * by_player + _most_uses()


def _most_uses() -> int:
    """Return how many uses of buildings all turns can have at most, players together."""
    total = 0
    dealt = Counter[int]()
    for turn in range(1, LAST_TURN + 1):
        period = PERIOD_BY_TURN[turn]
        with_use = sum(n for code, n in DECKS[period].items() if CARDS[code].uses)
        dealt[period] = min(dealt[period] + CELL_COUNT, with_use)
        total += dealt.total()
    return total


def most_draws(players: int) -> int:
    """Return a number of single draws of chance that no game for so many players exceeds.

    A setup has at most 3. A deal has an event, nine cards and the tokens on those that bear any;
    the event with a token comes once in a game.
    """
    tokens = 0
    for turn in range(1, LAST_TURN + 1):
        deck = DECKS[PERIOD_BY_TURN[turn]]
        each = (_tokens_on(code, players) for code in deck.elements())
        tokens += sum(sorted(each, reverse=True)[:CELL_COUNT])
    return 3 + LAST_TURN * (1 + CELL_COUNT) + tokens


def _tokens_on(code: str, players: int) -> int:
    card = CARDS[code]
    if not card.token:
        return 0
    return 1 if card.kind == "building" else players - 1
