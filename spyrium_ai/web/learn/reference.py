"""What every card and event does, in sentences for somebody who has not played before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spyrium_ai.game.card_table import (
    ALL_CARDS,
    CAPITALIZATION_POUNDS,
    EVENT_TEXTS,
    KEPT_TOKEN_LIMIT,
    SPACE_REBATE,
    TECHNIQUE_POINT_LIMIT,
    WORKER_LIMIT,
    Card,
)
from spyrium_ai.game.rules.cards import Use

_KINDS = {"building": "Buildings", "character": "Characters", "technique": "Techniques"}
_ABOUT = {
    "building": "A building moves from the market to the player who builds it. Its VP count at the "
    "end of the game. Each building can be used once per turn.",
    "character": "A character costs nothing but the surcharge for the other workers around it. It "
    "stays in the market, so it can be called again.",
    "technique": "A technique costs £6. It stays with the player and works from the next action "
    f"on. Its VP at the end of the game are at most {TECHNIQUE_POINT_LIMIT}.",
}
_RESIDENCE = "move up one space on the residence track, or gain VP equal to its number"
_TECHNIQUES = {
    "Co": (
        f"Keep the tokens of the cards that you activate, up to {KEPT_TOKEN_LIMIT}.",
        "Once per turn, count a token as 3 where you gain by it, and as 1 where you pay it.",
        "This also works with the event E1.",
        "End of the game: 1 VP per kept token.",
    ),
    "Lo": (
        "Once per turn, activate a card without paying for the other workers around it.",
        "End of the game: VP equal to the number of your residence space.",
    ),
    "Au": ("Using a Mine needs no worker.", "End of the game: 1 VP per Spyrium."),
    "Ca": (
        f"Gain £{CAPITALIZATION_POUNDS} more each time you take a worker back to gain money.",
        "End of the game: 1 VP per £2.",
    ),
    "Eg": (
        "Gain 1 VP more per worker each time you use a building with the Factory symbol.",
        "End of the game: the VP of your buildings with the Factory symbol count again.",
    ),
    "Cr": (
        f"A new space for a building costs £{SPACE_REBATE} less.",
        "End of the game: 1 VP per building.",
    ),
    "Ta": (
        "Once per turn, use one of your used buildings again, and pay its effect again.",
        "End of the game: 1 VP per worker that you own.",
    ),
}
_EVENTS = {
    "E1": "The event carries a token. Gain the value of the token in pounds, in Spyrium or in VP. "
    "The token stays for the other players.",
    "E2": f"Pay 1 Spyrium for a residence action: {_RESIDENCE}.",
    "E3": "Pay £3 to gain 3 VP, or pay £6 to gain 5 VP.",
    "E4": "Pay 1 Spyrium to gain £3, or pay 3 Spyrium to gain £6.",
    "E5": "Pay £1 to use one of your used buildings again. Its workers and Spyrium are paid again. "
    "This is possible in Phase II only.",
    "E6": "Pay £1 for each worker that you own to get a new worker, who is active at once. "
    f"Nobody owns more than {WORKER_LIMIT} workers.",
    "E7": "Place an active worker in the market although you are in Phase II.",
}


@dataclass(frozen=True)
class Entry:
    """A card or an event: its code, its name, facts in a line, and effects in sentences."""

    code: str
    name: str
    facts: str
    effects: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """The entries of a kind, with what holds for all of them."""

    name: str
    about: str
    entries: tuple[Entry, ...]


def card_groups() -> list[Group]:
    """Return all cards by kind, in the order of the notation."""
    return [
        Group(name, _ABOUT[kind], tuple(map(_entry, (c for c in ALL_CARDS if c.kind == kind))))
        for kind, name in _KINDS.items()
    ]


def event_entries() -> list[Entry]:
    """Return all events."""
    return [Entry(code, f"Event {code}", "", (_EVENTS[code],)) for code in EVENT_TEXTS]


def _entry(card: Card) -> Entry:
    effects = {"building": _building, "character": _character}.get(card.kind)
    texts = tuple(effects(card)) if effects else _TECHNIQUES[card.code]
    return Entry(card.code, card.name, ". ".join(_facts(card)), texts)


def _facts(card: Card) -> Iterator[str]:
    yield f"Price £{card.price}" if card.price else "No price"
    if card.kind == "building":
        yield f"{card.points} VP at the end"
        symbols = " and ".join(symbol.capitalize() for symbol in card.symbols)
        yield f"Symbol: {symbols}" if symbols else "No symbol"
    copies = zip("ABC", card.copies, strict=True)
    counts = [f"{count} in period {period}" for period, count in copies if count]
    yield f"Copies: {', '.join(counts)}"


def _building(card: Card) -> Iterator[str]:
    if card.workers:
        yield (
            f"When built: {_counted(card.workers, 'new worker')}, active at once. Nobody owns "
            f"more than {WORKER_LIMIT} workers."
        )
    if card.residence:
        yield f"When built: {_RESIDENCE}."
    if card.token:
        goods = "VP" if card.token == "points" else "Spyrium"  # noqa: S105 (a token of the game)
        yield f"When built: gain the value of its token in {goods}."
    for use in card.uses:
        yield f"Use: {_use(use)}."
    if len(card.uses) > 1:
        yield "Choose one of the two effects each time."
    if not card.uses:
        yield "It cannot be used."


def _use(use: Use) -> str:
    paid = [_counted(use.workers, "active worker")] if use.workers else []
    paid += [f"{use.pay_spyrium} Spyrium"] if use.pay_spyrium else []
    gained = f"{use.gain_spyrium} Spyrium" if use.gain_spyrium else f"{use.gain_points} VP"
    return f"{' and '.join(paid)} for {gained}" if paid else f"gain {gained} without a worker"


def _character(card: Card) -> Iterator[str]:
    points = f"{card.gain_points} VP"
    if card.token in {"points", "spyrium"}:
        goods = "VP" if card.token == "points" else "Spyrium"  # noqa: S105
        yield f"Take one of its tokens, and gain the value in {goods}."
    elif card.residence:
        yield f"Take one of its tokens, and pay the value in pounds: {_RESIDENCE}."
    elif card.token:
        yield f"Take one of its tokens, and pay the value in pounds for {points}."
    elif card.pay_spyrium:
        yield f"Pay {card.pay_spyrium} Spyrium for {points}."
    else:
        yield f"Gain {f'{card.gain_spyrium} Spyrium' if card.gain_spyrium else points}."
    if card.token:
        yield "It has one token fewer than there are players. Without a token it does nothing."


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'s' if count > 1 else ''}"
