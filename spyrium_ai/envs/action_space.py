"""The action space with its names: which numbers there are, and what each of them says."""

from __future__ import annotations

from typing import NamedTuple

from spyrium_ai.envs.actions import (
    action_of_move,
    effects_of_buildings,
    event_choices,
    things_built_over,
)
from spyrium_ai.game.card_table import ALL_CARDS, SLOTS
from spyrium_ai.game.move_notation import format_move, parse_move

# It changes when a number changes its meaning; what was trained with another one does not fit.
ACTION_FORMAT = 1
WAYS = 64


class ActionBlock(NamedTuple):
    """Actions of one kind, side by side: the numbers from `first` on, `size` of them."""

    name: str
    first: int
    size: int
    order: str


_BLOCKS = (
    ("place", 12, "slot"),
    ("money", 36, "3 * slot + side: the slot's first cell, its second cell, none"),
    ("activate", 3072, "64 * (4 * slot + 2 * side + Lobbying) + way"),
    ("use", 17, "effect"),
    ("reuse", 17, "effect"),
    ("event, building", 17, "effect (E5)"),
    ("event, place", 12, "slot (E7)"),
    ("event", 12, "choice (E1 to E4, E6)"),
    ("II:event", 12, "choice (E1 to E4, E6)"),
    ("pass", 1, ""),
    ("bonus", 2, "worker, money"),
)


def action_blocks() -> tuple[ActionBlock, ...]:
    """Return the blocks of the action space in the order of their numbers.

    >>> action_blocks()[0]
    ActionBlock(name='place', first=0, size=12, order='slot')
    """
    blocks = []
    first = 0
    for name, size, order in _BLOCKS:
        blocks.append(ActionBlock(name, first, size, order))
        first += size
    return tuple(blocks)


def effect_names() -> tuple[str, ...]:
    """Return the effects of buildings in their order, as in `use:M2:2`."""
    return tuple(f"{ALL_CARDS[card].code}:{use}" for card, use in effects_of_buildings())


def choice_names() -> tuple[str, ...]:
    """Return the choices of events in their order, as in `event:pay3`."""
    return tuple(format_move(move).removeprefix("event:") for move in event_choices())


def thing_names() -> tuple[str, ...]:
    """Return what a building can go over, in the order of the ways, as in `over=M1*`.

    The first, an empty text, is a new space.
    """
    return tuple(
        "" if thing is None else ALL_CARDS[thing[0]].code + "*" * thing[1]
        for thing in things_built_over()
    )


def action_names() -> tuple[str, ...]:
    """Return a name for each action: its text, but `:way=5` for what depends on the card.

    >>> names = action_names()
    >>> names[0], names[13], names[118]
    ('place:a1b1', 'money:a1b1:b1', 'activate:a1b1:a1:way=6:lobby')
    """
    cells = [(slot, slot[:2], slot[2:]) for slot in SLOTS]
    money = [
        f"money:{slot}{where}" for slot, one, two in cells for where in (f":{one}", f":{two}", "")
    ]
    activations = [
        f"activate:{slot}:{cell}:way={way}{lobby}"
        for slot, one, two in cells
        for cell in (one, two)
        for lobby in ("", ":lobby")
        for way in range(WAYS)
    ]
    effects, choices = effect_names(), choice_names()
    return (
        *(f"place:{slot}" for slot in SLOTS),
        *money,
        *activations,
        *(f"{kind}:{effect}" for kind in ("use", "reuse", "event") for effect in effects),
        *(f"event:{slot}" for slot in SLOTS),
        *(f"{kind}:{choice}" for kind in ("event", "II:event") for choice in choices),
        *("pass", "bonus:worker", "bonus:money"),
    )


def parse_action(text: str) -> int:
    """Return the action of a move's text; NotationError if no move is written so.

    Whether `II:` precedes the move is what the position says, so that the number is the same with
    and without it. Only an event can be used in either phase, and has a number for each.

    >>> parse_action("activate:a1b1:a1:over=M1:lobby"), parse_action("II:pass")
    (114, 3207)
    """
    return action_of_move(parse_move(text))
