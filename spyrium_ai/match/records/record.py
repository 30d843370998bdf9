"""What is kept of a game, all that is needed to replay and to verify it, as one line of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta

from spyrium_ai.match.process.faults import FAULT_KINDS
from spyrium_ai.match.records.deal_source import DEALS, SEEDED
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import Real, Whole, check_word, convert, decode
from spyrium_ai.util.text import shown_value, visible

if TYPE_CHECKING:
    from fractions import Fraction

FORMAT = 1
MOST_POINTS = 10**6  # either way; no game comes near
OUTCOMES = ("played", "forfeit", "void")

Part = TypeVar("Part", "SeatRecord", "Fault", "GameRecord")
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class Ply(NamedTuple):
    """A move or a deal: whose it was (0: chance), how long it took in ms, what was searched.

    `values` is each player's expected win share in thousandths, by the mover's judgement.
    What was not measured or not said is None.
    """

    seat: Whole
    move: str
    time: Real | None = None
    nodes: Whole | None = None
    values: tuple[Whole, ...] | None = None


# A line has the plies as columns, in the order of their fields, and calls the seats `players`.
COLUMNS = ("seats", "moves", "times", "nodes", "values")


@dataclass(frozen=True)
class SeatRecord:
    """Who played a seat: its name in the tables, and how it was started and limited."""

    name: str
    spec: str
    command: tuple[str, ...] = ()
    options: dict[str, str | None] = field(default_factory=dict)
    limits: str = ""  # as after `go`; '' for the player's own default
    seed: Whole = 0
    engine: str = ""  # name and version by its own words


@dataclass(frozen=True)
class Fault:
    """A fault: `ply` is the number of moves and deals made before it, `position` where it was."""

    seat: Whole
    ply: Whole
    kind: str
    reason: str
    position: str
    command: str = ""
    log: tuple[str, ...] = ()

    def printable(self) -> Fault:
        """Return the fault with its control characters written out."""
        return replace(_printable(self), log=tuple(map(visible, self.log)))


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A finished game.

    `program` is the version of spyrium-ai that played it, with the build. `outcome` is `played` (no
    fault), `forfeit` (one seat or more was lost by a fault) or `void` (the game does not count).
    `scores` are the final scores by seat, None where the end was not reached; `winners` the seats
    that share the win. `block` is the number of the deal set, `seed` the dealer's;
    `deals` is one of `DEALS`: people who deal real cards (`manual`) have no seed.

    A field that is added here is written, read and checked. With a default, files may lack it.
    """

    program: str
    id: str
    game: Whole
    block: Whole
    seed: Whole
    deals: str = SEEDED
    policy: str
    started: str = ""
    seats: Annotated[tuple[SeatRecord, ...], Meta(min_length=2, max_length=5)]
    outcome: str
    scores: tuple[Points, ...] | None
    winners: tuple[Whole, ...]
    faults: tuple[Fault, ...] = ()
    final: str
    plies: tuple[Ply, ...]

    @property
    def is_unfinished(self) -> bool:
        """Whether it was left before its end, as kept games can be, and no fault has ended it."""
        lost = {fault.seat for fault in self.faults}
        goes_on = self.policy == "forfeit" and len(self.seats) - len(lost) > 1
        return self.outcome == "void" and (not lost or goes_on)

    @property
    def shares(self) -> tuple[float, ...]:
        """The win share of each seat: 1/k for each of k winners, else 0."""
        return tuple(map(self.share, range(1, len(self.seats) + 1)))

    def share(self, seat: int) -> float:
        """Return the win share of a seat, the first of which is 1; 0 in a void game."""
        return float(self.exact_share(seat) or 0)

    def exact_share(self, seat: int) -> Fraction | None:
        """Return the seat's win share as a fraction; None for a void game."""
        from fractions import Fraction  # noqa: PLC0415 (brings decimal: not needed to play)

        if self.outcome == "void":
            return None
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)

    def to_line(self) -> str:
        """Return the record as one line of JSON, ASCII, without the line's end."""
        data: dict[str, Any] = {"format": FORMAT}
        data |= {"players" if name == "seats" else name: part for name, part in vars(self).items()}
        plies = data.pop("plies")
        data |= {name: [ply[i] for ply in plies] for i, name in enumerate(COLUMNS)}
        return json.dumps(data, separators=(",", ":"), default=vars)

    @classmethod
    def from_line(cls, line: str) -> GameRecord:
        """Return the record that a line holds; FieldError names the field and what is wrong.

        Control characters are written out in all that is shown: a file must not act on a terminal.
        """
        data = decode(line)
        if not isinstance(data, dict):
            raise FieldError("", f"{shown_value(data)} is not an object")
        if "format" not in data:
            raise FieldError("format", "is missing")
        if data["format"] != FORMAT:
            raise FieldError("format", f"{shown_value(data['format'])} is not {FORMAT}")
        data["plies"] = list(zip(*_columns(data), strict=True))
        movers = data.pop("seats")
        if "players" in data:
            data["seats"] = data.pop("players")
        try:
            record = convert(data, cls)
        except FieldError as error:
            raise FieldError(_field_of_line(error.field), error.reason) from None
        _check(record)
        _check_seats("seats[{}]", movers, len(record.seats), least=0)
        # Nothing else puts a control character into a line, and few lines have it.
        is_plain = line.isascii() and "\\" not in line and "\x7f" not in line
        return record if is_plain else record._shown()

    def _shown(self) -> GameRecord:
        """Return it with control characters written out, but for what starts the engines."""
        seats = tuple(replace(_printable(seat), spec=seat.spec) for seat in self.seats)
        faults = tuple(fault.printable() for fault in self.faults)
        return replace(_printable(self), seats=seats, faults=faults)


def _printable(part: Part) -> Part:
    texts = {name: text for name, text in vars(part).items() if isinstance(text, str)}
    shown: dict[str, Any] = {name: visible(text) for name, text in texts.items()}
    return replace(part, **shown)


def _columns(data: dict[str, Any]) -> list[list[Any]]:
    """Return the columns of the plies; FieldError where they are not lists of one length."""
    for name in COLUMNS:
        if name not in data:
            raise FieldError(name, "is missing")
        if not isinstance(data[name], list):
            raise FieldError(name, f"{shown_value(data[name])} is not a list")
    for name in COLUMNS:
        if len(data[name]) != len(data["moves"]):
            raise FieldError(name, f"{len(data[name])} items instead of {len(data['moves'])}")
    return [data[name] for name in COLUMNS]


def _field_of_line(field: str) -> str:
    """Return the name that a field of a record has in a line.

    >>> _field_of_line("plies[7][2]"), _field_of_line("seats[0].name")
    ('times[7]', 'players[0].name')
    """
    if found := re.fullmatch(r"plies\[(\d+)\]\[(\d)\](.*)", field):
        return f"{COLUMNS[int(found[2])]}[{found[1]}]{found[3]}"
    return re.sub("^seats", "players", field)


def _check(record: GameRecord) -> None:
    """Raise FieldError where fields do not go together, or a word is none of those it may be."""
    players = len(record.seats)
    check_word("deals", record.deals, DEALS)
    check_word("outcome", record.outcome, OUTCOMES)
    if record.scores is not None and len(record.scores) != players:
        raise FieldError("scores", f"{len(record.scores)} items instead of {players}")
    _check_seats("winners[{}]", record.winners, players)
    check_faults(record.faults, players)


def check_faults(faults: Sequence[Fault], players: int) -> None:
    """Raise FieldError where they cannot be faults of a game of so many players."""
    _check_seats("faults[{}].seat", [fault.seat for fault in faults], players)
    for i, fault in enumerate(faults):
        check_word(f"faults[{i}].kind", fault.kind, FAULT_KINDS)


def _check_seats(field: str, numbers: Sequence[int], players: int, least: int = 1) -> None:
    seats = range(least, players + 1)
    # Games are read by the thousand: numbers are looked at one by one only where one is wrong.
    if not set(numbers) <= set(seats):
        i = next(i for i, number in enumerate(numbers) if number not in seats)
        raise FieldError(
            field.format(i), f"{numbers[i]} is not a whole number from {least} to {players}"
        )


def winners(players: int, scores: Sequence[int] | None, lost: set[int]) -> tuple[int, ...]:
    """Return the seats that share the win: the best of those that no fault has put out.

    >>> winners(3, (30, 50, 30), {2})
    (1, 3)
    """
    left = [seat for seat in range(1, players + 1) if seat not in lost]
    if scores is None:
        return tuple(left)
    best = max((scores[seat - 1] for seat in left), default=None)
    return tuple(seat for seat in left if scores[seat - 1] == best)
