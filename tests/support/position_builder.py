"""Small pieces for the tests: lay out a table in words, play on it, look at what became of it.

`table(seat(money=6), market={"a1": "W1"}, slots={"a1b1": "12"})` is a position in which player 1,
who has £6, is to move; what is not named is filled in so that the notation accepts the position.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from spyrium_ai.game.board import Board, Cell, Seat
from spyrium_ai.game.card_table import (
    CARD_INDEX,
    CARDS,
    CELLS,
    DECKS,
    EVENTS,
    PERIOD_BY_TURN,
    SLOTS,
)
from spyrium_ai.game.notation import NotationError, format_board
from spyrium_ai.game.position import Position

VECTORS = Path(__file__).parents[1] / "vectors"
_NOT_IN_THE_MARKET = -1


def seat(
    *buildings: str,
    phase: str = "II",
    event_used: bool = False,
    points: int = 0,
    money: int = 30,
    spyrium: int = 9,
    residence: int = 2,
    active: int = _NOT_IN_THE_MARKET,
    workers: int = 3,
    bonuses: str | None = None,
    techniques: str = "",
    tokens: tuple[int, ...] = (),
) -> Seat:
    """Return a player; workers that are not named stand active, bonuses (£5 first) are taken."""
    if bonuses is None:
        bonuses = "wm" if points >= 20 else "m" if points >= 8 else ""
    return Seat(
        phase=phase,
        event_used=event_used,
        points=points,
        money=money,
        spyrium=spyrium,
        residence=residence,
        active=active,
        workers=workers,
        bonuses=bonuses,
        buildings=tuple(sorted(buildings, key=lambda b: (CARD_INDEX[b[:2]], b))),
        techniques=tuple(sorted(techniques.split(), key=lambda t: CARD_INDEX[t[:2]])),
        tokens=tuple(sorted(tokens)),
    )


PASSED = seat(phase="P")


def table(
    *seats: Seat,
    market: Mapping[str, str] | None = None,
    slots: Mapping[str, str] | None = None,
    event: str = "E4",
    next_event: str = "E7",
    turn: int = 0,
    first: int = 1,
    decides: str = "1",
    discard: tuple[int, int, int] = (0, 0, 0),
) -> Position:
    """Return the position; one seat alone means that a second player has passed.

    The turn, if not named, is the last one of the first period that can have these cards. The
    cells that are not named are empty.
    """
    if len(seats) == 1:
        seats = (*seats, PASSED)
    cells = {cell: _cell(text) for cell, text in (market or {}).items()}
    owned = Counter(card.rstrip("*") for s in seats for card in s.buildings + s.techniques)
    turn = turn or _turn_for(Counter(c.card for c in cells.values()), owned)
    standing = tuple(tuple(map(int, (slots or {}).get(slot, ""))) for slot in SLOTS)
    dealt, leftover = _dealt(turn, cells, owned)
    for name in reversed(CELLS):
        if name not in cells and leftover:
            cells[name] = Cell(leftover.pop())
    board = Board(
        players=len(seats),
        turn=turn,
        first=first,
        decides=decides,
        market=tuple(cells.get(name) for name in CELLS),
        slots=standing,
        event=event,
        next_event=next_event,
        dealt=dealt,
        reserve=(0, 0, 0),
        discard=discard,
        unseen_events=_unseen(event, next_event, 6 - turn),
        seats=tuple(
            replace(s, active=s.workers - _count(standing, i))
            if s.active == _NOT_IN_THE_MARKET
            else s
            for i, s in enumerate(seats, 1)
        ),
    )
    reserve = tuple(8 - used - lying for used, lying in zip(discard, _lying(board), strict=True))
    return Position.parse(format_board(replace(board, reserve=reserve)))


def _cell(text: str) -> Cell:
    card, *tokens = text.split(".")
    return Cell(card, tuple(sorted(map(int, tokens))))


def _count(standing: tuple[tuple[int, ...], ...], number: int) -> int:
    return sum(slot.count(number) for slot in standing)


def _turn_for(shown: Counter[str], owned: Counter[str]) -> int:
    for period, last_turn in enumerate((3, 5, 6)):
        seen = sum((DECKS[p] for p in range(period + 1)), Counter[str]())
        earlier = seen - DECKS[period]
        if owned <= seen and shown + (owned - earlier) <= DECKS[period]:
            return last_turn
    raise ValueError(f"no turn can have {shown} in the market and {owned} owned")


def _dealt(
    turn: int, cells: Mapping[str, Cell], owned: Counter[str]
) -> tuple[tuple[str, ...], list[str]]:
    """Return the cards dealt in the period, and characters that must stand in the market too."""
    period = PERIOD_BY_TURN[turn]
    shown = Counter(cell.card for cell in cells.values())
    earlier = sum((DECKS[p] for p in range(period)), Counter[str]())
    dealt = shown + (owned - earlier)
    rest = sorted((DECKS[period] - dealt).elements(), key=lambda c: CARDS[c].kind == "character")
    missing = 9 * (turn - PERIOD_BY_TURN.index(period, 1) + 1) - dealt.total()
    dealt += Counter(rest[:missing])
    gone = [c for c in (dealt - shown).elements() if CARDS[c].kind != "character"]
    stay = [c for c in (dealt - shown).elements() if CARDS[c].kind == "character"]
    short = max(0, len(CELLS) - len(cells) - len(gone))
    return tuple(sorted(dealt.elements(), key=lambda c: CARD_INDEX[c])), stay[:short]


def _unseen(event: str, next_event: str, count: int) -> tuple[str, ...]:
    """E1, which needs a token, is the first to be left out."""
    others = [e for e in EVENTS if e not in {event[:2], next_event[:2]}]
    return tuple(others[len(others) - count :])


def _lying(board: Board) -> list[int]:
    """Return how many tokens of each value are on the market, the events and with the players."""
    values = [v for cell in board.market if cell for v in cell.tokens]
    values += [int(e[3:]) for e in (board.event, board.next_event) if "." in e]
    values += [v for s in board.seats for v in s.tokens]
    return [values.count(v) for v in (1, 2, 3)]


def after(position: Position, *moves: str) -> Position:
    """Return what the moves make of the position, which stays as it is."""
    result = position.copy()
    for move in moves:
        result.apply(move)
    return result


def one(position: Position, number: int = 1) -> Seat:
    """Return what a player has."""
    return position.board().seats[number - 1]


def goods(position: Position, number: int = 1) -> tuple[int, int, int]:
    """Return a player's pounds, Spyrium and points."""
    player = one(position, number)
    return player.money, player.spyrium, player.points


def moves(position: Position, *beginnings: str) -> list[str]:
    """Return the legal moves that begin so."""
    return [move for move in position.legal() if move.startswith(beginnings)]


def refusal(line: str) -> NotationError | None:
    """Return why a position line is refused, None if it is accepted."""
    try:
        Position.parse(line)
    except NotationError as error:
        return error
    return None


def played_out(players: int, seed: int) -> Iterator[tuple[Position, str]]:
    """Play a random game by seed; give each position (a copy) with the move or deal made there."""
    position = Position.start(players)
    number = seed
    while not position.is_over:
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        legal = position.legal()
        move = legal[(number >> 33) % len(legal)] if legal else position.sample_deal(number)
        yield position.copy(), move
        position.apply(move)
    yield position, ""


@cache
def vectors(name: str) -> list[Any]:
    """Return the recorded cases of a file in tests/vectors, one per line."""
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]
