"""What one position at the turn's end has that another one has not, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from spyrium_ai.analysis.review.final_accounts import SOURCES, final_accounts
from spyrium_ai.game.board import Seat
from spyrium_ai.game.card_table import CARDS
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.util.text import so_many

# What a rival has more or less of is worth mentioning from here on; a card always is.
LARGE = {
    "point": 3,
    "pound": 6,
    "Spyrium": 3,
    "residence space": 2,
    "worker": 1,
    "kept token": 3,
}


def turn_comparison(better: Position, played: Position, seat: int) -> str:
    """Return what the better line has for a seat at the turn's end, '' if nothing is to tell.

    A rival is mentioned where it has much more or less. The order of the next turn is not: no move
    changes it. At the end of the game the final accounts are compared instead.

    Args:
        better: the turn's end after the better line.
        played: the turn's end after the line of the move played.
        seat: from 1.
    """
    others = {
        number: _account(better, played, number)
        if better.is_over
        else _holding(better, played, number, {} if number == seat else LARGE)
        for number in range(1, better.players + 1)
    }
    own = others.pop(seat)
    clauses = [f"the better line has {own or 'the same for the seat'}"]
    clauses += [f"seat {number} has {text}" for number, text in others.items() if text]
    if len(clauses) == 1 and not own:
        return ""
    when = "At the end of the game" if better.is_over else "After the turn"
    return f"{when}, {'; '.join(clauses)}."


def _account(better: Position, played: Position, number: int) -> str:
    """Return the difference of a seat's final accounts, '' where they have the same sum."""
    change = (final_accounts(better) - final_accounts(played))[number - 1]
    if not change.sum():
        return ""
    order = sorted(range(len(SOURCES)), key=lambda i: -abs(change[i]))
    sources = [f"{_signed(change[i])} {SOURCES[i]}" for i in order if change[i]]
    return f"{_signed(change.sum(), 'point')} ({', '.join(sources)})"


def _signed(number: int, noun: str = "") -> str:
    """Return '3 points more', '1 less'."""
    amount = so_many(abs(number), noun) if noun else str(abs(number))
    return f"{amount} {'less' if number < 0 else 'more'}"


def _holding(better: Position, played: Position, number: int, least: Mapping[str, int]) -> str:
    """Return what a seat has more and less of, '' if nothing.

    Goods count from `least` on, from 1 where it does not name them.
    """
    mine, theirs = (position.board().seats[number - 1] for position in (better, played))
    goods, others = _goods(mine), _goods(theirs)
    changes = {noun: goods[noun] - others[noun] for noun in goods}
    told = {noun: by for noun, by in changes.items() if abs(by) >= least.get(noun, 1)}
    cards, other_cards = _cards(mine), _cards(theirs)
    more = [_amount(by, noun) for noun, by in told.items() if by > 0]
    more += _named(cards - other_cards)
    less = [_amount(-by, noun) for noun, by in told.items() if by < 0]
    less += _named(other_cards - cards)
    ways = ((more, "more"), (less, "less"))
    return ", and ".join(f"{_listed(things)} {way}" for things, way in ways if things)


def _goods(seat: Seat) -> dict[str, int]:
    return {
        "point": seat.points,
        "pound": seat.money,
        "Spyrium": seat.spyrium,
        "residence space": seat.residence,
        "worker": seat.workers,
        "kept token": len(seat.tokens),
    }


def _cards(seat: Seat) -> Counter[str]:
    return Counter(code.rstrip("*") for code in seat.buildings + seat.techniques)


def _amount(number: int, noun: str) -> str:
    if noun == "pound":
        return f"£{number}"
    return f"{number} Spyrium" if noun == "Spyrium" else so_many(number, noun)


def _named(cards: Counter[str]) -> list[str]:
    """Return the cards with the article: 'the Crane', '2 of the Mine (M1)'."""
    return [
        f"{f'{count} of ' if count > 1 else ''}the {_name(code)}" for code, count in cards.items()
    ]


def _name(code: str) -> str:
    """Return the name of a card, of a building with its code: there are several Mines."""
    technique = CARDS[code].kind == "technique"
    return CARDS[code].name if technique else f"{short_name(code)} ({code})"


def _listed(things: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1])))
