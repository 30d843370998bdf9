"""The moves in as little room as they need: groups of them run on, or stay closed."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.game.board import Board
from spyrium_ai.game.card_table import ALL_CARDS
from spyrium_ai.game.move_effects import Account, account, chosen_cell, fields_of, target
from spyrium_ai.game.rules.moves import MoveFields
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.move_menu import Group, Menu, MenuItem

_GAP = "  "


def brief_lines(menu: Menu, room: int, style: Style, width: int) -> tuple[list[str], list[Group]]:
    """Return the menu in at most `room` lines, if the closed groups need no more, and those groups.

    Groups are opened from the first one on, as far as there is room; a line at the end has the
    others, with their names and numbers.

    Args:
        menu: the moves.
        room: the number of lines.
        style: what can be shown.
        width: of a line.
    """
    lines: list[str] = []
    closed = list(menu.groups)
    for group in menu.groups:
        others = [other for other in closed if other is not group]
        more = group_lines(menu.board, group, style, width)
        if len(lines) + len(more) + len(_closed(others, width)) <= room:
            lines += more
            closed = others
    return lines + _closed(closed, width), closed


def group_lines(board: Board, group: Group, style: Style, width: int) -> list[str]:
    """Return the name of the group and its moves in few words, one after the other."""
    texts = [style.text(f"{item.number} {brief(board, item)}") for item in group.items]
    lines = _flow(texts, f"{group.name}: ", width)
    name = len(group.name) + 1
    return [style.paint(lines[0][:name], "bold") + lines[0][name:], *lines[1:]]


def _closed(groups: Sequence[Group], width: int) -> list[str]:
    """Return the names of groups with the numbers of their moves."""
    if not groups:
        return []
    return _flow([f"{group.name} {group.numbers}" for group in groups], "also: ", width)


def _flow(texts: Sequence[str], first: str, width: int) -> list[str]:
    """Return the texts in lines that break between them, if need be within them."""
    lines = [first + texts[0]]
    for text in texts[1:]:
        if len(lines[-1]) + len(_GAP) + len(text) <= width:
            lines[-1] += _GAP + text
        else:
            lines.append(_GAP + text)
    return [part for line in lines for part in _broken(line, width)]


def _broken(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    cut = line.rfind(" ", len(_GAP) + 1, width + 1)
    return [line[:cut], *_broken(_GAP * 2 + line[cut + 1 :], width)]


def brief(board: Board, item: MenuItem) -> str:
    """Return a move in a few words, under the name of its kind.

    >>> from spyrium_ai.game.position import Position
    >>> position = Position.start(2)
    >>> position.apply("setup:1:E4")
    >>> position.apply("deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3")
    >>> position.apply("place:a1b1")
    >>> position.apply("place:a1b1")
    >>> board = position.board()
    >>> [brief(board, item) for item in Menu(board, position.legal()).items[-4:-2]]
    ['a1b1 Mine £3', 'a1b1 Workshop £3']
    """
    m, effect = fields_of(item.move), account(board, item.move)
    if m.kind == "place" or (m.kind == "event" and item.phrase.slot):
        return item.phrase.slot
    parts = [*_object(board, item, m), _price(effect, m)]
    parts.append(f"→ £{effect.money}" if m.kind == "money" else _goods(effect))
    return " ".join(filter(None, parts)) or m.kind


def _object(board: Board, item: MenuItem, m: MoveFields) -> list[str]:
    """Return what the move is about: the worker's slot and the card, the building, the token."""
    parts = [item.phrase.slot]
    if m.kind in {"activate", "money"} and target(m) is not None:
        parts.append(short_name(chosen_cell(board, m).card))
    if m.replaced is not None:
        parts.append(f"over {ALL_CARDS[m.replaced].code}{'*' * m.replaced_inclined}")
    if m.use:
        card = ALL_CARDS[m.building]
        parts.append(f"{short_name(card.code)} {card.code}")
    parts += [f"token {m.token}"] if m.token else []
    parts += ["Commerce"] if m.commerce else []
    return [*parts, *(["Lobbying"] if m.lobby else [])]


def _price(effect: Account, m: MoveFields) -> str:
    is_bought = m.kind in {"activate", "event"} and bool(effect.pounds)
    parts = [f"£{effect.paid}"] if is_bought or effect.paid else []
    parts += [f"{effect.workers_used}w"] if effect.workers_used else []
    parts += [f"{effect.spyrium_paid}s"] if effect.spyrium_paid else []
    return " ".join(parts)


def _goods(effect: Account) -> str:
    parts = [f"£{effect.money}"] if effect.money else []
    parts += [f"{effect.spyrium}s"] if effect.spyrium else []
    parts += [f"{effect.points} VP"] if effect.points else []
    parts += [f"{effect.workers} new w"] if effect.workers else []
    parts += ["advance"] if effect.advances else []
    return f"→ {' '.join(parts)}" if parts else ""
