"""The legal moves as a numbered list in words, grouped by action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import CELLS
from spyrium_ai.game.move_effects import account, fields_of, target
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.game.text.move_sentences import Phrase, phrase
from spyrium_ai.game.text.style import WIDTH, Style, columns

_HEADINGS = {
    "place": "Place a worker",
    "event": "Use the event",
    "activate": "Activate a card: take back the worker at ...",
    "money": "Gain money: take back the worker at ...",
    "use": "Use a building",
    "reuse": "Use a building again by Taylorism",
    "pass": "Pass",
    "bonus": "Choose your bonus",
}
_ORDER = tuple(_HEADINGS)


@dataclass(frozen=True)
class MenuItem:
    """A legal move, its number in the menu, and its text."""

    move: str
    number: int
    phrase: Phrase


@dataclass(frozen=True)
class Group:
    """The moves that stand under one heading: of one kind, in one phase."""

    items: tuple[MenuItem, ...]

    @property
    def kind(self) -> str:
        """The kind of the moves."""
        return self.items[0].phrase.kind

    @property
    def begins(self) -> bool:
        """Whether the moves begin Phase II."""
        return self.items[0].phrase.begins

    @property
    def name(self) -> str:
        """What opens the group: 'place', 'II activate'."""
        return f"II {self.kind}" if self.begins else self.kind

    @property
    def numbers(self) -> str:
        """The numbers of the moves: '3-7'."""
        first, last = self.items[0].number, self.items[-1].number
        return f"{first}-{last}" if first < last else str(first)


class Menu:
    """The legal moves of a position, numbered from 1 in the order in which they are shown."""

    def __init__(self, board: Board, legal: Sequence[str]):
        self.board = board
        # Sorting is stable: within a group the notation's order stays.
        choices = sorted(((move, phrase(board, move)) for move in legal), key=_rank)
        self.items = [
            MenuItem(move, number, text) for number, (move, text) in enumerate(choices, 1)
        ]
        self.groups = grouped(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def move(self, number: int) -> str | None:
        """Return the move of that number, None if there is none."""
        return self.items[number - 1].move if 0 < number <= len(self.items) else None

    def number(self, move: str) -> int | None:
        """Return the number of the move, None if it is not in the list."""
        return next((item.number for item in self.items if item.move == move), None)

    def group(self, name: str) -> Group | None:
        """Return the group of that name, or of that kind in any phase; None if there is none."""
        named = {group.name.lower(): group for group in self.groups}
        return named.get(name.lower()) or named.get(f"ii {name.lower()}")

    def render(self, style: Style, width: int = WIDTH) -> str:
        """Return the list in lines of at most `width` characters."""
        return "\n".join(line for group in self.groups for line in self.lines(group, style, width))

    def lines(self, group: Group, style: Style, width: int) -> list[str]:
        """Return the heading and the moves of a group in lines of at most `width` characters."""
        heading = style.wrap_to(self.heading(group), width).split("\n")
        lines = [style.paint(line, "bold") for line in heading]
        if _is_short(group.items[0].phrase):
            return lines + self._table(group.items, style, width)
        return lines + _list(group.items, style, width)

    def heading(self, group: Group) -> str:
        """Return what stands above the moves of a group."""
        heading = _HEADINGS[group.kind]
        if group.kind == "event":
            heading = f"{heading} ({event_text(self.board.event)})"
        return f"Begin Phase II: {heading[0].lower()}{heading[1:]}" if group.begins else heading

    def _table(self, items: Sequence[MenuItem], style: Style, width: int) -> list[str]:
        lines = [
            style.text(f"{item.number:3}  {item.phrase.slot}: {self._brief(item)}")
            for item in items
        ]
        return columns(lines, width)

    def _brief(self, item: MenuItem) -> str:
        """Return the neighbouring cards of a placed worker, or the money of one taken back."""
        if item.phrase.kind == "money":
            cell = target(fields_of(item.move))
            where = f" at {CELLS[cell]} {self._card(CELLS[cell])}" if cell is not None else ""
            return f"£{account(self.board, item.move).money}{where}"
        slot = item.phrase.slot
        return f"{self._card(slot[:2])} | {self._card(slot[2:])}"

    def _card(self, cell: str) -> str:
        card = self.board.market[CELLS.index(cell)]
        return short_name(card.card) if card else "-"


def grouped(items: Sequence[MenuItem]) -> list[Group]:
    """Return the moves in groups; those of a group have to stand together."""
    return [Group(tuple(group)) for _, group in groupby(items, _group_of)]


def _list(items: Sequence[MenuItem], style: Style, width: int) -> list[str]:
    return [
        line
        for item in items
        for line in style.wrap_to(item.phrase.line, width, 5, f"{item.number:3}  ").split("\n")
    ]


def _is_short(first: Phrase) -> bool:
    """Return whether the group with this first move is shown in columns."""
    return first.kind in {"place", "money"} or (first.kind == "event" and bool(first.slot))


def _rank(choice: tuple[str, Phrase]) -> tuple[bool, int]:
    return choice[1].begins, _ORDER.index(choice[1].kind)


def _group_of(item: MenuItem) -> tuple[bool, str]:
    return item.phrase.begins, item.phrase.kind
