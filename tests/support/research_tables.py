"""The tables of docs/research.md, written from the data that programs get.

In tests/, `python -m support.research_tables` prints them; a test compares them with the page.
"""

from __future__ import annotations

from collections.abc import Iterable

from spyrium_ai.envs import action_blocks, chance_blocks, observation_size
from spyrium_ai.envs.action_space import choice_names, effect_names, thing_names
from spyrium_ai.envs.bounds import longest_game, most_draws
from spyrium_ai.envs.observation_layout import Group, common_groups, seat_groups
from spyrium_ai.envs.observations import UNITS
from spyrium_ai.game.card_table import CELLS

Row = tuple[object, ...]


def lines(head: Row, rows: Iterable[Row]) -> list[str]:
    """Return the lines of a table."""
    rule = ("---",) * len(head)
    return ["| " + " | ".join(map(str, row)) + " |" for row in (head, rule, *rows)]


def span(first: int, size: int) -> str:
    """Return the numbers from the first on as text."""
    return str(first) if size == 1 else f"{first} to {first + size - 1}"


def actions() -> list[str]:
    """Return the table of the action space."""
    rows = [(span(b.first, b.size), b.name, b.size, b.order or "-") for b in action_blocks()]
    return lines(("numbers", "actions", "how many", "in the order of"), rows)


def action_orders() -> list[str]:
    """Return the orders that the table of actions names."""
    orders = {
        "effects": effect_names(),
        "choices": choice_names(),
        "things": ["new space", *thing_names()[1:]],
    }
    rows = [(name, " ".join(f"`{word}`" for word in words)) for name, words in orders.items()]
    return lines(("order", "from 0 on"), rows)


def chance() -> list[str]:
    """Return the table of the outcomes of chance."""
    return lines(
        ("numbers", "outcomes", "how many"),
        [(span(b.first, b.size), b.name, b.size) for b in chance_blocks()],
    )


def observation() -> list[str]:
    """Return the table of an observation: what is common to all, then what a seat has."""
    # The first cell stands for all nine.
    common = [group for group in common_groups() if not group.name.endswith(CELLS[1:])]
    rows = [*(_row(group, "") for group in common), *(_row(g, "seat + ") for g in seat_groups())]
    return lines(("offset", "entries", "how many", "each is"), rows)


def _row(group: Group, begin: str) -> Row:
    labels = group.labels
    words = f"{labels[0]} … {labels[-1]}" if len(labels) > 3 else ", ".join(labels)
    unit = f"{group.unit} / {UNITS[group.unit]}, at most {group.most}" if group.unit else "0 or 1"
    name = f"{group.name}: {words}" if labels != ("",) else group.name
    return f"{begin}{group.offset}", name, len(labels), unit


def bounds() -> list[str]:
    """Return the table of the bounds that are proven."""
    rows = [(p, observation_size(p), longest_game(p), most_draws(p)) for p in (2, 3, 4, 5)]
    head = ("players", "numbers of an observation", "decisions of a game", "draws of chance")
    return lines(head, rows)


TABLES = (actions, action_orders, observation, chance, bounds)


def main() -> None:
    """Print all tables."""
    for table in TABLES:
        print("\n".join(table()), end="\n\n")


if __name__ == "__main__":
    main()
