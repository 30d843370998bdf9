"""The card table by code, and the names of everything on the table, in the notation's orders."""

from __future__ import annotations

from collections import Counter

from spyrium_ai.game.rules.cards import (
    ALL_CARDS,
    BONUS_POINTS,
    BONUS_POUNDS,
    CAPITALIZATION_POUNDS,
    HIGHEST_TOKEN,
    KEPT_TOKEN_LIMIT,
    LAST_TURN,
    PERIOD_BY_TURN,
    RESIDENCE,
    SPACE_REBATE,
    START_WORKER_COUNT,
    SYMBOL_REBATE,
    TECHNIQUE_POINT_LIMIT,
    TOKENS_PER_VALUE,
    WORKER_LIMIT,
    Card,
)

__all__ = [
    "ALL_CARDS",
    "BONUS_POINTS",
    "BONUS_POUNDS",
    "CAPITALIZATION_POUNDS",
    "CARDS",
    "CARD_INDEX",
    "CELLS",
    "DECKS",
    "EVENTS",
    "EVENT_TEXTS",
    "HIGHEST_TOKEN",
    "KEPT_TOKEN_LIMIT",
    "LAST_TURN",
    "PERIOD_BY_TURN",
    "RESIDENCE",
    "SLOTS",
    "SPACE_REBATE",
    "START_WORKER_COUNT",
    "SYMBOL_REBATE",
    "TECHNIQUES",
    "TECHNIQUE_POINT_LIMIT",
    "TOKENS_PER_VALUE",
    "WORKER_LIMIT",
    "Card",
    "tokens_laid_on",
]

CARDS: dict[str, Card] = {card.code: card for card in ALL_CARDS}
CARD_INDEX: dict[str, int] = {card.code: i for i, card in enumerate(ALL_CARDS)}
TECHNIQUES = tuple(card.code for card in ALL_CARDS if card.kind == "technique")

# How many copies of each card the decks of the periods A, B and C have.
DECKS: tuple[Counter[str], ...] = tuple(
    Counter({card.code: card.copies[period] for card in ALL_CARDS if card.copies[period]})
    for period in range(3)
)

EVENTS = ("E1", "E2", "E3", "E4", "E5", "E6", "E7")
EVENT_TEXTS = {
    "E1": "gain the token's value in pounds, Spyrium or points",
    "E2": "1 Spyrium: residence action",
    "E3": "£3: 3 points, or £6: 5 points",
    "E4": "1 Spyrium: £3, or 3 Spyrium: £6",
    "E5": "£1: use a used building again",
    "E6": "£1 per worker owned: a new active worker",
    "E7": "in Phase II: place an active worker",
}

CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
SLOTS = (
    *("a1b1", "b1c1", "a2b2", "b2c2", "a3b3", "b3c3"),
    *("a1a2", "b1b2", "c1c2", "a2a3", "b2b3", "c2c3"),
)


def tokens_laid_on(code: str, players: int) -> int:
    """Return how many tokens a card gets when it comes to the market (ruling 9)."""
    card = CARDS[code]
    if not card.token:
        return 0
    return 1 if card.kind == "building" else players - 1
