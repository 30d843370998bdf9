"""A position as numbers, between the compiled `State` and everything that gives names to it."""

from __future__ import annotations

from typing import NamedTuple

MOST_GOODS = 9999  # points, pounds and Spyrium of a player that the notation can write


class SeatData(NamedTuple):
    """What one player has."""

    phase: int  # 0 Phase I, 1 Phase II, 2 passed
    event_used: bool
    points: int
    money: int
    spyrium: int
    residence: int
    active: int
    workers: int
    bonuses: int  # bits: 1 worker, 2 pounds
    buildings: tuple[tuple[int, bool], ...]  # card type and whether it is inclined
    techniques: int  # bits in the order of the card table
    used_techniques: int
    tokens: tuple[int, ...]
    in_market: tuple[int, ...]  # workers by slot


class StateData(NamedTuple):
    """A whole position. Seats are counted from 0, events from 1 (0: none)."""

    players: int
    turn: int
    first: int
    to_move: int
    stage: int
    event: int
    event_token: int
    next_event: int
    next_token: int
    dealt: int  # bits by place in the period's deck
    unseen_events: int  # bits
    market: tuple[tuple[int, tuple[int, ...]], ...]  # card type (-1: none) and tokens
    reserve: tuple[int, ...]
    discard: tuple[int, ...]
    seats: tuple[SeatData, ...]
