"""The position as a person sees it, in 80 columns: the events, the market, everybody's things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from spyrium_ai.game.board import Board, Seat
from spyrium_ai.game.card_table import CARDS, EVENT_TEXTS, LAST_TURN, PERIOD_BY_TURN
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.card_text import LEGEND, TECHNIQUE_TEXTS, short_name, uses_text
from spyrium_ai.game.text.market_view import market_lines
from spyrium_ai.game.text.style import WIDTH, Style

_PHASES = {"I": "I", "II": "II", "P": "passed"}
_BONUSES = {"": "-", "w": "worker", "m": "money", "wm": "both"}
_ROW = "{:<13} {:<6} {:>4} {:>7} {:>7} {:>9} {:>13} {:<6} {:<5}"
_HEAD = (
    "player",
    "phase",
    "VP",
    "money",
    "Spyrium",
    "residence",
    "free/out/used",
    "bonus",
    "event",
)


def render(position: Position, names: Sequence[str], style: Style) -> str:
    """Return the whole screen, lines of at most 80 characters.

    Args:
        position: what is to be seen, not before the setup.
        names: the players by seat.
        style: what can be shown.
    """
    board = position.board()
    lines = [*_heading(board, style), *market_lines(board, style)]
    lines += [*_table(board, names, style), *_properties(board, names, style)]
    lines.append(_standing(position, names, style))
    legend = f"{LEGEND}; between the cards: workers by seat; residence: one space up, or its VP"
    lines.append(style.paint(style.wrap(legend), "dim"))
    return "\n".join(lines)


def event_text(event: str) -> str:
    """Return an event with its effect: 'E1 (token 3): gain ...'; 'none' for none."""
    if not event:
        return "none"
    token = f" (token {event[3:]})" if event[3:] else ""
    return f"{event[:2]}{token}: {EVENT_TEXTS[event[:2]]}"


def free_out_used(board: Board, number: int) -> str:
    """Return how many workers of a seat are free, in the market and used: '1/2/0'."""
    seat = board.seats[number - 1]
    out = sum(workers.count(number) for workers in board.slots)
    return f"{seat.active}/{out}/{seat.workers - seat.active - out}"


def _heading(board: Board, style: Style) -> Iterator[str]:
    period = "ABC"[PERIOD_BY_TURN[board.turn]]
    title = f"Turn {board.turn} of {LAST_TURN}, period {period}, first player {board.first}"
    yield style.paint(f"== {title} ".ljust(WIDTH, "="), "bold")
    unused = ", never to be used" if board.turn == LAST_TURN else ""
    yield style.wrap(event_text(board.event), 7, "Event  ")
    yield style.wrap(event_text(board.next_event) + unused, 7, "Next   ")


def _table(board: Board, names: Sequence[str], style: Style) -> Iterator[str]:
    """Yield one line per player with everything that is a number."""
    yield style.paint(f"  {_ROW.format(*_HEAD)}".rstrip(), "dim")
    for number, seat in enumerate(board.seats, 1):
        name = style.text(f"{number} {names[number - 1]}")[:13]
        row = _ROW.format(
            name,
            _PHASES[seat.phase],
            seat.points,
            style.text(f"£{seat.money}"),
            seat.spyrium,
            seat.residence,
            free_out_used(board, number),
            _BONUSES[seat.bonuses],
            "used" if seat.event_used else "-",
        )
        mark = ">" if board.decides[0] == str(number) else " "
        yield f"{mark} {style.seat(row[:13], number)}{row[13:]}".rstrip()


def _properties(board: Board, names: Sequence[str], style: Style) -> Iterator[str]:
    """Yield everybody's buildings with what they do, techniques and kept tokens."""
    for number, seat in enumerate(board.seats, 1):
        things = [*_buildings(seat), *_techniques(seat)]
        if things:
            text = style.wrap("; ".join(things), 4, f"{number} {names[number - 1]}: ")
            head = f"{number} "
            yield style.seat(head, number) + text[len(head) :]


def _buildings(seat: Seat) -> Iterator[str]:
    for code, count in Counter(seat.buildings).items():
        card = CARDS[code.rstrip("*")]
        notes = [f"{card.points} VP"] if card.points else []
        notes += [uses_text(card.code)] if card.uses else []
        times = f"{count} " if count > 1 else ""
        yield f"{times}{short_name(card.code)} {code} ({', '.join(notes)})"


def _techniques(seat: Seat) -> Iterator[str]:
    for code in seat.techniques:
        power, points = TECHNIQUE_TEXTS[code.rstrip("*")]
        tokens = f", kept {' '.join(map(str, seat.tokens)) or 'none'}" if "Co" in code else ""
        yield f"{CARDS[code.rstrip('*')].name} {code} ({power}; end: {points}{tokens})"


def _standing(position: Position, names: Sequence[str], style: Style) -> str:
    scores = ", ".join(
        f"{name} {points}" for name, points in zip(names, position.scores(), strict=True)
    )
    when = "Final scores" if position.is_over else "With buildings and techniques, as of now"
    return style.wrap(f"{when}: {scores} VP")
