"""What the numbers of an observation say, and the position that an observation shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from spyrium_ai.envs.observations import (
    COMMON_SIZE,
    OFFSETS,
    SEAT_OFFSETS,
    SEAT_SIZE,
    UNITS,
    observation_size,
)
from spyrium_ai.game.card_table import (
    ALL_CARDS,
    CARD_INDEX,
    CARDS,
    CELLS,
    DECKS,
    EVENTS,
    KEPT_TOKEN_LIMIT,
    LAST_TURN,
    PERIOD_BY_TURN,
    RESIDENCE,
    SLOTS,
    TECHNIQUES,
    TOKENS_PER_VALUE,
    WORKER_LIMIT,
)
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import STAGES, State
from spyrium_ai.game.rules.state_data import SeatData, StateData

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# It changes when an entry changes its place or its meaning.
OBSERVATION_FORMAT = 1
MOST_GOODS = 9999  # points, pounds and Spyrium that the notation can write
VALUES = (1, 2, 3)
BUILDINGS = tuple(card.code for card in ALL_CARDS if card.kind == "building")
PHASES = ("I", "II", "passed")


class Entry(NamedTuple):
    """One number of an observation.

    It is a truth value, 0 or 1, where `unit` is empty. Else it counts what `unit` names, and
    `scale` of them are 1. No number is below 0 or above `high`.
    """

    name: str
    offset: int
    high: float
    unit: str
    scale: int


class Group(NamedTuple):
    """Entries of one kind, side by side: the names of all, and what they count."""

    name: str
    offset: int
    labels: tuple[str, ...]
    unit: str = ""
    most: int = 1


def _cards() -> tuple[str, ...]:
    return tuple(card.code for card in ALL_CARDS)


def _values() -> tuple[str, ...]:
    return tuple(f"token {value}" for value in VALUES)


def common_groups() -> tuple[Group, ...]:
    """Return the groups of what is common to all, in the order of their offsets."""
    market = OFFSETS["market"]
    width = len(ALL_CARDS) + len(VALUES)
    cells = []
    for number, cell in enumerate(CELLS):
        at = market + number * width
        cells.append(Group(f"market {cell}", at, _cards()))
        cells.append(Group(f"tokens {cell}", at + len(ALL_CARDS), _values(), "tokens", 4))
    return (
        Group("turn", OFFSETS["turn"], tuple(map(str, range(LAST_TURN + 1)))),
        Group("stage", OFFSETS["stage"], STAGES),
        Group("event", OFFSETS["event"], (*EVENTS, *_values())),
        Group("next event", OFFSETS["next event"], (*EVENTS, *_values())),
        Group("unseen events", OFFSETS["unseen events"], EVENTS),
        Group("reserve", OFFSETS["reserve"], _values(), "tokens", TOKENS_PER_VALUE),
        Group("discard pile", OFFSETS["discard pile"], _values(), "tokens", TOKENS_PER_VALUE),
        Group("deck", OFFSETS["deck"], _cards(), "copies", 3),
        *cells,
    )


def seat_groups() -> tuple[Group, ...]:
    """Return the groups of what one seat has; their offsets count from where the seat begins."""
    at = SEAT_OFFSETS
    return (
        Group("first player", at["first player"], ("",)),
        Group("to move", at["to move"], ("",)),
        Group("phase", at["phase"], PHASES),
        Group("event used", at["event used"], ("",)),
        Group("points", at["points"], ("",), "points", MOST_GOODS),
        Group("pounds", at["pounds"], ("",), "pounds", MOST_GOODS),
        Group("Spyrium", at["Spyrium"], ("",), "Spyrium", MOST_GOODS),
        Group("bonuses", at["bonuses"], ("worker", "pounds")),
        Group("residence", at["residence"], tuple(map(str, RESIDENCE))),
        Group("active", at["active"], ("",), "workers", WORKER_LIMIT),
        Group("workers", at["workers"], ("",), "workers", WORKER_LIMIT),
        Group("ready", at["ready"], BUILDINGS, "copies", 3),
        Group("used", at["used"], BUILDINGS, "copies", 3),
        Group("techniques", at["techniques"], TECHNIQUES),
        Group("used techniques", at["used techniques"], TECHNIQUES),
        Group("kept tokens", at["kept tokens"], _values(), "tokens", KEPT_TOKEN_LIMIT),
        Group("in the market", at["in the market"], SLOTS, "workers", WORKER_LIMIT),
    )


def seat_name(number: int) -> str:
    """Return how the seat so many places after the own one is called."""
    return f"next {number}" if number else "own"


def _entries(group: Group, owner: str, begin: int) -> Iterator[Entry]:
    scale = UNITS[group.unit] if group.unit else 1
    for number, label in enumerate(group.labels):
        name = ": ".join(part for part in (owner, group.name, label) if part)
        yield Entry(name, begin + group.offset + number, group.most / scale, group.unit, scale)


def observation_layout(players: int) -> tuple[Entry, ...]:
    """Return every entry of an observation in a game for so many players, in order.

    >>> layout = observation_layout(2)
    >>> len(layout), layout[1].name, layout[0].high
    (594, 'turn: 1', 1.0)
    >>> layout[428]
    Entry(name='own: points', offset=428, high=312.46875, unit='points', scale=32)
    """
    observation_size(players)  # refuses other numbers of players
    common = [entry for group in common_groups() for entry in _entries(group, "", 0)]
    own = [
        entry
        for seat in range(players)
        for group in seat_groups()
        for entry in _entries(group, seat_name(seat), COMMON_SIZE + seat * SEAT_SIZE)
    ]
    return (*common, *own)


class _Reader:
    """Counts read back from one part of an observation."""

    def __init__(self, numbers: npt.NDArray[np.float32], groups: tuple[Group, ...]):
        self.numbers = numbers
        self.groups = {group.name: group for group in groups}

    def counts(self, name: str) -> list[int]:
        """Return what each entry of a group counts."""
        group = self.groups[name]
        part = self.numbers[group.offset : group.offset + len(group.labels)]
        return [round(float(number) * (UNITS[group.unit] if group.unit else 1)) for number in part]

    def count(self, name: str) -> int:
        """Return what the only entry of a group counts."""
        return self.counts(name)[0]

    def which(self, name: str) -> int:
        """Return which entry of a group is 1; -1 if none is."""
        counts = self.counts(name)
        return counts.index(1) if 1 in counts else -1

    def bits(self, name: str) -> int:
        """Return truth values as bits."""
        return sum(count << place for place, count in enumerate(self.counts(name)))

    def tokens(self, name: str) -> tuple[int, ...]:
        """Return tokens one by one."""
        return _one_by_one(self.counts(name))

    def event(self, name: str) -> tuple[int, int]:
        """Return an event and its token, 0 for none."""
        counts = self.counts(name)
        event, token = counts[: len(EVENTS)], counts[len(EVENTS) :]
        return (
            event.index(1) + 1 if 1 in event else 0,
            token.index(1) + 1 if 1 in token else 0,
        )


def _one_by_one(counts: list[int]) -> tuple[int, ...]:
    return tuple(v for v, count in zip(VALUES, counts, strict=True) for _ in range(count))


def position_of(observation: npt.NDArray[np.float32], seat: int) -> Position:
    """Return the position that a seat, from 0, sees so.

    It is the proof that an observation holds everything: `position_of(game.observe(seat), seat)`
    is the game's position.

    Raises:
        ValueError: no position looks so.
    """
    players = (len(observation) - COMMON_SIZE) // SEAT_SIZE
    if len(observation) != observation_size(players):
        raise ValueError(f"an observation of {len(observation)} numbers is of no game")
    if not 0 <= seat < players:
        raise ValueError(f"seat: {seat} is not 0 to {players - 1}")
    common = _Reader(observation, common_groups())
    begins = [COMMON_SIZE + (i - seat) % players * SEAT_SIZE for i in range(players)]
    seats = [_Reader(observation[at : at + SEAT_SIZE], seat_groups()) for at in begins]
    event, next_event = common.event("event"), common.event("next event")
    turn = common.which("turn")
    return Position(
        State.from_data(
            StateData(
                players=players,
                turn=turn,
                first=_flagged(seats, "first player"),
                to_move=_flagged(seats, "to move"),
                stage=common.which("stage"),
                event=event[0],
                event_token=event[1],
                next_event=next_event[0],
                next_token=next_event[1],
                dealt=_dealt(turn, common.counts("deck")),
                unseen_events=common.bits("unseen events"),
                market=tuple(
                    (common.which(f"market {cell}"), common.tokens(f"tokens {cell}"))
                    for cell in CELLS
                ),
                reserve=tuple(common.counts("reserve")),
                discard=tuple(common.counts("discard pile")),
                seats=tuple(_seat_data(reader) for reader in seats),
            )
        )
    )


def _flagged(seats: list[_Reader], name: str) -> int:
    """Return the seat whose flag is set, 0 if none is."""
    return next((i for i, reader in enumerate(seats) if reader.count(name)), 0)


def _dealt(turn: int, left: list[int]) -> int:
    """Return the bits of the cards dealt: of each type the first ones in the deck."""
    bits = place = 0
    deck = DECKS[PERIOD_BY_TURN[turn]]
    for code in CARDS:
        copies = deck[code]
        dealt = max(copies - left[CARD_INDEX[code]], 0)
        bits |= ((1 << dealt) - 1) << place
        place += copies
    return bits


def _seat_data(seat: _Reader) -> SeatData:
    buildings = [
        (card, used)
        for used, name in ((False, "ready"), (True, "used"))
        for card, count in enumerate(seat.counts(name))
        for _ in range(count)
    ]
    return SeatData(
        phase=seat.which("phase"),
        event_used=bool(seat.count("event used")),
        points=seat.count("points"),
        money=seat.count("pounds"),
        spyrium=seat.count("Spyrium"),
        residence=RESIDENCE[seat.which("residence")],
        active=seat.count("active"),
        workers=seat.count("workers"),
        bonuses=seat.bits("bonuses"),
        buildings=tuple(buildings),
        techniques=seat.bits("techniques"),
        used_techniques=seat.bits("used techniques"),
        tokens=seat.tokens("kept tokens"),
        in_market=tuple(seat.counts("in the market")),
    )
