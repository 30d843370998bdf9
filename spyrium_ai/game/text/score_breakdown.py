"""Where everybody's final points come from: the score track, buildings, techniques."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spyrium_ai.game.board import Seat
from spyrium_ai.game.card_table import CARDS, TECHNIQUE_POINT_LIMIT
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.card_text import short_name
from spyrium_ai.game.text.style import Style

_LONGEST_NAME = 24
_NUMBERS = " {:>6} {:>10} {:>11} {:>6}"
_HEAD = ("track", "buildings", "techniques", "total")


@dataclass(frozen=True)
class FinalScore:
    """The points of a seat at the end of the game, and what has brought those for its cards."""

    track: int
    buildings: int
    techniques: int
    total: int
    details: tuple[str, ...]


def technique_points(seat: Seat, code: str) -> int:
    """Return what a technique is worth to its owner at the end of the game."""
    cards = [CARDS[building.rstrip("*")] for building in seat.buildings]
    counted = {
        "Co": len(seat.tokens),
        "Lo": seat.residence,
        "Au": seat.spyrium,
        "Ca": seat.money // 2,
        "Eg": sum(card.points for card in cards if "factory" in card.symbols),
        "Cr": len(cards),
        "Ta": seat.workers,
    }
    return min(TECHNIQUE_POINT_LIMIT, counted[code.rstrip("*")])


def building_points(seat: Seat) -> int:
    """Return the points of the player's buildings."""
    return sum(CARDS[building.rstrip("*")].points for building in seat.buildings)


def final_scores(position: Position) -> list[FinalScore]:
    """Return the final score of every seat, in their order."""
    return [
        FinalScore(
            seat.points,
            building_points(seat),
            sum(technique_points(seat, code) for code in seat.techniques),
            total,
            tuple(_details(seat)),
        )
        for seat, total in zip(position.board().seats, position.scores(), strict=True)
    ]


def render_final(position: Position, names: Sequence[str], style: Style) -> str:
    """Return the final scores in detail and who has won, lines as wide as the style says."""
    scores = final_scores(position)
    first = min(_LONGEST_NAME, style.width - len(_NUMBERS.format(*_HEAD)))
    lines = [style.paint("== Final scores ".ljust(style.width, "="), "bold")]
    lines.append(style.paint(" " * first + _NUMBERS.format(*_HEAD), "dim"))
    for number, score in enumerate(scores, 1):
        name = style.text(f"{number} {names[number - 1]}")[:first].ljust(first)
        numbers = _NUMBERS.format(score.track, score.buildings, score.techniques, score.total)
        lines.append(style.seat(name, number) + numbers)
    for number, score in enumerate(scores, 1):
        if details := "; ".join(score.details):
            lines.append(style.wrap(details, 4, f"{number} {names[number - 1]}: "))
    lines.append(style.paint(style.wrap(_winners(position, names)), "bold"))
    return "\n".join(lines)


def _details(seat: Seat) -> Iterator[str]:
    for code, count in Counter(building.rstrip("*") for building in seat.buildings).items():
        if points := CARDS[code].points:
            times = f"{count} x " if count > 1 else ""
            yield f"{times}{short_name(code)} {points}"
    for code in seat.techniques:
        yield f"{CARDS[code.rstrip('*')].name} {technique_points(seat, code)}"


def _winners(position: Position, names: Sequence[str]) -> str:
    winners = [names[seat - 1] for seat in position.winners()]
    if len(winners) == 1:
        return f"{winners[0]} {'win' if winners[0] == 'you' else 'wins'}."
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
