"""What cards do, in a few characters each: w is a worker, s a Spyrium."""

from __future__ import annotations

import re

from spyrium_ai.game.board import Cell
from spyrium_ai.game.card_table import CAPITALIZATION_POUNDS, CARDS, SPACE_REBATE, Card
from spyrium_ai.game.rules.cards import Use

LEGEND = "w worker, s Spyrium, VP points, v value of a token, * used this turn"

# Names that are too long for a cell of the market.
SHORT_NAMES = {"N1": "Neighborhood", "N2": "Neighborhood"}

# What a technique gives, and its points at the end of the game.
TECHNIQUE_TEXTS = {
    "Co": ("keeps tokens; once a turn the best token value", "1 VP per kept token"),
    "Lo": ("once per turn, ignore the surcharge for workers", "VP as the residence"),
    "Au": ("Mines need no worker", "1 VP per Spyrium"),
    "Ca": (f"£{CAPITALIZATION_POUNDS} more when gaining money", "1 VP per £2"),
    "Eg": ("1 VP more per worker used in Factories", "VP of the Factories again"),
    "Cr": (f"a new space costs £{SPACE_REBATE} less", "1 VP per building"),
    "Ta": ("once a turn uses a building again", "1 VP per worker"),
}
_TECHNIQUE_CELLS = {
    "Co": ("keeps tokens, once", "a turn the best v", "end: 1 VP per token"),
    "Lo": ("once a turn no £", "for workers", "end: VP as residence"),
    "Au": ("Mines need no w", "end: 1 VP per s"),
    "Ca": (f"money: £{CAPITALIZATION_POUNDS} more", "end: 1 VP per £2"),
    "Eg": ("Factory: 1 VP more", "per w used", "end: VP of Factories"),
    "Cr": (f"new space £{SPACE_REBATE} less", "end: 1 VP/building"),
    "Ta": ("once a turn uses a", "building again", "end: 1 VP per w"),
}

_BRACKETS = re.compile(r" \(token\)|:")
_TECHNIQUE_BRIEFS = {
    "Co": "best v 1x/turn; end: 1VP per token",
    "Lo": "no £ for w 1x; end: as residence",
    "Au": "Mines: no w; end: 1VP per s",
    "Ca": f"money: £{CAPITALIZATION_POUNDS} more; end: 1VP per £2",
    "Eg": "Factory +1VP/w; end: Factories' VP",
    "Cr": f"space £{SPACE_REBATE} less; end: 1VP/building",
    "Ta": "reuse 1x/turn; end: 1VP per w",
}


def short_name(code: str) -> str:
    """Return the card's name, shortened where it is very long."""
    return SHORT_NAMES.get(code, CARDS[code].name)


def use_text(use: Use) -> str:
    """Return one effect of a building: '1w 2s → 5 VP'."""
    paid = [f"{use.workers}w"] if use.workers else []
    paid += [f"{use.pay_spyrium}s"] if use.pay_spyrium else []
    gained = f"{use.gain_spyrium}s" if use.gain_spyrium else f"{use.gain_points} VP"
    return " ".join([*paid, "→", gained])


def uses_text(code: str) -> str:
    """Return all effects of a building, '' if it has none."""
    return " or ".join(map(use_text, CARDS[code].uses))


def cell_text(cell: Cell) -> list[str]:
    """Return what stands below the name of a market card, in lines of at most 20 characters."""
    card = CARDS[cell.card]
    if card.kind == "technique":
        return [f"£{card.price}", *_TECHNIQUE_CELLS[cell.card]]
    if card.kind == "character":
        tokens = f"v: {' '.join(map(str, cell.tokens)) or 'none left'}"
        return [character_text(card), *([tokens] if card.token else [])]
    symbols = [symbol.capitalize() for symbol in card.symbols]
    price = f"£{card.price} {card.points} VP"
    names = "+".join(symbols)
    lines = [price, names] if len(symbols) > 1 else [f"{price} {names}".rstrip()]
    return [*lines, *_when_built(card, cell.tokens), *map(use_text, card.uses)]


def brief_texts(cell: Cell) -> list[str]:
    """Return what a market card costs and does in one line: the longer version, and the shorter."""
    card = CARDS[cell.card]
    if card.kind == "technique":
        return [f"£{card.price} {_TECHNIQUE_BRIEFS[cell.card]}"]
    if card.kind == "character":
        tokens = f"; v: {' '.join(map(str, cell.tokens)) or 'none left'}" if card.token else ""
        return [f"{character_text(card).replace(' → ', '→')}{tokens}"]
    price = f"£{card.price} {card.points}VP"
    symbols = "+".join(symbol.capitalize() for symbol in card.symbols)
    built = [_BRACKETS.sub("", text) for text in _when_built(card, cell.tokens)]
    uses = " or ".join(use_text(use).replace(" ", "") for use in card.uses)
    rest = [*built, *([uses] if uses else [])]
    return [", ".join([f"{price} {symbols}".rstrip(), *rest]), ", ".join([price, *rest])]


def character_text(card: Card) -> str:
    """Return what a character does when it is called: '1s → 3 VP'."""
    paid = {"pay": "pay v "}.get(card.token, f"{card.pay_spyrium}s " if card.pay_spyrium else "")
    goods = {"points": "v VP", "spyrium": "v s"}.get(card.token)
    if card.residence:
        goods = "residence"
    return f"{paid}→ {goods or _goods(card)}"


def _goods(card: Card) -> str:
    return f"{card.gain_spyrium}s" if card.gain_spyrium else f"{card.gain_points} VP"


def _when_built(card: Card, tokens: tuple[int, ...]) -> list[str]:
    """Return the line that says what a building of the market gives at once, if anything."""
    if card.workers:
        return [f"built: {card.workers} new w"]
    if card.residence:
        return ["built: residence"]
    if not card.token:
        return []
    goods = "VP" if card.token == "points" else "s"  # noqa: S105 (a token of the game)
    return [f"built: {tokens[0]} {goods} (token)" if tokens else "built: no token"]
