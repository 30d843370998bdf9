"""The legal moves as a numbered list in words, grouped by action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import CELLS
from spyrium_ai.game.move_effects import account, fields_of, target
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.game.text.move_sentences import Phrase, phrase
from spyrium_ai.game.text.style import Style, columns

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
    """A legal move and its text."""

    move: str
    phrase: Phrase


class Menu:
    """The legal moves of a position, numbered from 1 in the order in which they are shown."""

    def __init__(self, board: Board, legal: Sequence[str]):
        self.board = board
        choices = [MenuItem(move, phrase(board, move)) for move in legal]
        # Sorting is stable: within a group the notation's order stays.
        self.choices = sorted(choices, key=_rank)

    def __len__(self) -> int:
        return len(self.choices)

    def move(self, number: int) -> str | None:
        """Return the move of that number, None if there is none."""
        return self.choices[number - 1].move if 0 < number <= len(self.choices) else None

    def number(self, move: str) -> int | None:
        """Return the number of the move, None if it is not in the list."""
        moves = [choice.move for choice in self.choices]
        return moves.index(move) + 1 if move in moves else None

    def render(self, style: Style) -> str:
        """Return the list in lines of at most 80 characters."""
        lines: list[str] = []
        number = 1
        for group in _groups(self.choices):
            lines.append(style.paint(style.wrap(self._heading(group[0].phrase)), "bold"))
            numbered = list(enumerate(group, number))
            lines += (
                self._table(numbered, style)
                if _is_short(group[0].phrase)
                else _list(numbered, style)
            )
            number += len(group)
        return "\n".join(lines)

    def _heading(self, first: Phrase) -> str:
        heading = _HEADINGS[first.kind]
        if first.kind == "event":
            heading = f"{heading} ({event_text(self.board.event)})"
        return f"Begin Phase II: {heading[0].lower()}{heading[1:]}" if first.begins else heading

    def _table(self, numbered: list[tuple[int, MenuItem]], style: Style) -> list[str]:
        lines = [
            style.text(f"{number:3}  {choice.phrase.slot}: {self._brief(choice)}")
            for number, choice in numbered
        ]
        return columns(lines)

    def _brief(self, choice: MenuItem) -> str:
        """Return the neighbouring cards of a placed worker, or the money of one taken back."""
        if choice.phrase.kind == "money":
            cell = target(fields_of(choice.move))
            where = f" at {CELLS[cell]} {self._card(CELLS[cell])}" if cell is not None else ""
            return f"£{account(self.board, choice.move).money}{where}"
        slot = choice.phrase.slot
        return f"{self._card(slot[:2])} | {self._card(slot[2:])}"

    def _card(self, cell: str) -> str:
        card = self.board.market[CELLS.index(cell)]
        return short_name(card.card) if card else "-"


def _is_short(first: Phrase) -> bool:
    """Return whether the group with this first move is shown in columns."""
    return first.kind in {"place", "money"} or (first.kind == "event" and bool(first.slot))


def _rank(choice: MenuItem) -> tuple[bool, int]:
    return choice.phrase.begins, _ORDER.index(choice.phrase.kind)


def _groups(choices: Sequence[MenuItem]) -> Iterator[list[MenuItem]]:
    """Yield the choices that stand under one heading."""
    group: list[MenuItem] = []
    for choice in choices:
        if group and _rank(group[0]) != _rank(choice):
            yield group
            group = []
        group.append(choice)
    if group:
        yield group


def _list(numbered: list[tuple[int, MenuItem]], style: Style) -> list[str]:
    return [style.wrap(choice.phrase.line, 5, f"{number:3}  ") for number, choice in numbered]
