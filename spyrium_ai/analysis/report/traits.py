"""What a player can end a game with: buildings, techniques, bonuses; and how much of each thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spyrium_ai.game.board import Seat
from spyrium_ai.game.card_table import ALL_CARDS, BONUS_POINTS
from spyrium_ai.game.text.score_breakdown import building_points, technique_points

BONUSES = {"bonus:worker": "worker", "bonus:money": "£5"}


@dataclass(frozen=True)
class Trait:
    """Something that a player has at the end or has not; `code` is a card's, '' for others."""

    kind: str
    label: str
    code: str = ""


CARDS = tuple(
    Trait(card.kind, card.name, card.code) for card in ALL_CARDS if card.kind != "character"
)
TRAITS = (
    *CARDS,
    *(Trait("bonus", f"at {BONUS_POINTS[0]} VP chose {text}") for text in BONUSES.values()),
    Trait("bonus", f"reached {BONUS_POINTS[1]} VP on the track"),
)


def traits_of(seat: Seat, moves: set[str]) -> list[bool]:
    """Return which of TRAITS a player has, by its goods and all its moves of the game."""
    owned = {card.rstrip("*") for card in seat.buildings + seat.techniques}
    return [
        *(trait.code in owned for trait in CARDS),
        *(bonus in moves for bonus in BONUSES),
        seat.points >= BONUS_POINTS[1],
    ]


MEASURES: dict[str, Callable[[Seat], float]] = {
    "VP on the score track": lambda seat: seat.points,
    "VP of buildings": building_points,
    "VP of techniques": lambda seat: sum(technique_points(seat, t) for t in seat.techniques),
    "buildings": lambda seat: len(seat.buildings),
    "techniques": lambda seat: len(seat.techniques),
    "residence": lambda seat: seat.residence,
    "workers": lambda seat: seat.workers,
    "pounds left": lambda seat: seat.money,
    "Spyrium left": lambda seat: seat.spyrium,
}
