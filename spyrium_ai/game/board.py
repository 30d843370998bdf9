"""A position as plain data with the notation's names, for printing, checking and looking at it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A market card with the values of its tokens in ascending order."""

    card: str
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player has. Buildings and techniques end in `*` when inclined."""

    phase: str  # 'I', 'II' or 'P' (passed)
    event_used: bool
    points: int  # on the score track
    money: int  # pounds
    spyrium: int
    residence: int
    active: int  # workers on the Start card
    workers: int  # all workers owned
    bonuses: str  # '', 'w', 'm' or 'wm'
    buildings: tuple[str, ...]
    techniques: tuple[str, ...]
    tokens: tuple[int, ...]  # kept with Commerce


@dataclass(frozen=True, slots=True)
class Board:
    """A whole position. Seats count from 1; markets and slots are in the notation's order."""

    players: int
    turn: int  # 0 before the setup
    first: int  # 0 before the setup
    decides: str  # '2', '2b' (bonus choice), '?' (chance) or '.' (over)
    market: tuple[Cell | None, ...]
    slots: tuple[tuple[int, ...], ...]  # seats in ascending order, once per worker
    event: str  # 'E4', 'E1.3', '' for none
    next_event: str
    dealt: tuple[str, ...]  # cards of the current period dealt so far, sorted
    reserve: tuple[int, ...]  # counts of the tokens 1, 2, 3
    discard: tuple[int, ...]
    unseen_events: tuple[str, ...]
    seats: tuple[Seat, ...]
