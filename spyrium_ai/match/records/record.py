"""What is kept of a game, all that is needed to replay and to verify it, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from spyrium_ai.match.process.faults import FAULT_KINDS
from spyrium_ai.util.json_fields import FieldError, Fields, parse_json
from spyrium_ai.version import VERSION

if TYPE_CHECKING:
    from fractions import Fraction

FORMAT = 1
MOST_POINTS = 10**6  # either way; no game comes near
OUTCOMES = ("played", "forfeit", "void")


class Ply(NamedTuple):
    """A move or a deal: whose it was (0: chance), how long it took in ms, what was searched.

    `values` is each player's expected share of the win in thousandths, by the mover's judgement.
    What was not measured or not said is None.
    """

    seat: int
    move: str
    time: float | None = None
    nodes: int | None = None
    values: tuple[int, ...] | None = None


@dataclass(frozen=True)
class SeatRecord:
    """Who played a seat: its name in the tables, and how it was started and limited."""

    name: str
    spec: str
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str | None], ...] = ()
    limits: str = ""  # as after `go`; '' for the player's own default
    seed: int = 0
    engine: str = ""  # name and version by its own words


@dataclass(frozen=True)
class Fault:
    """A fault: `ply` is the number of moves and deals made before it, `position` where it was."""

    seat: int
    ply: int
    kind: str
    reason: str
    position: str
    command: str = ""
    log: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    `outcome` is `played` (no fault), `forfeit` (a seat or more was lost by a fault) or `void` (it
    does not count). `scores` are the final scores by seat, None where the end was not reached;
    `winners` the seats that share the win. `seed` is the dealer's.
    """

    id: str
    game: int
    block: int
    seed: int
    policy: str
    seats: tuple[SeatRecord, ...]
    plies: tuple[Ply, ...]
    outcome: str
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    final: str
    faults: tuple[Fault, ...] = ()
    started: str = ""
    program: str = field(default=VERSION)

    def share(self, seat: int) -> float:
        """Return the seat's share of the win: 1/k for each of k winners."""
        return float(self.exact_share(seat) or 0)

    def exact_share(self, seat: int) -> Fraction | None:
        """Return the seat's win share as a fraction; None for a void game."""
        from fractions import Fraction  # noqa: PLC0415 (brings decimal: not needed to play)

        if self.outcome == "void":
            return None
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)

    def to_line(self) -> str:
        """Return the record as one line of JSON, ASCII, without the line's end."""
        return json.dumps(self._data(), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> GameRecord:
        """Return the record that a line holds; FieldError names the field and what is wrong."""
        try:
            data = parse_json(line)
        except ValueError as error:
            raise FieldError("", f"not JSON: {error}") from None
        fields = Fields(data)
        if fields.number("format") != FORMAT:
            raise FieldError("format", f"{fields.number('format')} is not {FORMAT}")
        seats = tuple(_seat(part) for part in fields.parts("players"))
        n = len(seats)
        if not 2 <= n <= 5:
            raise FieldError("players", f"{n} players instead of 2 to 5")
        return cls(
            id=fields.label("id"),
            game=fields.number("game"),
            block=fields.number("block"),
            seed=fields.number("seed"),
            policy=fields.text("policy"),
            seats=seats,
            plies=_plies(fields, n),
            outcome=fields.word("outcome", OUTCOMES),
            scores=fields.numbers_or_none("scores", MOST_POINTS, count=n),
            winners=fields.numbers("winners", 1, n),
            final=fields.text("final"),
            faults=tuple(read_fault(part, n) for part in fields.parts("faults")),
            started=fields.text("started"),
            program=fields.text("program"),
        )

    def _data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "program": self.program,
            "id": self.id,
            "game": self.game,
            "block": self.block,
            "seed": self.seed,
            "policy": self.policy,
            "started": self.started,
            "players": [{**vars(seat), "options": dict(seat.options)} for seat in self.seats],
            "outcome": self.outcome,
            "scores": self.scores,
            "winners": self.winners,
            "faults": [vars(fault) for fault in self.faults],
            "final": self.final,
            "moves": [ply.move for ply in self.plies],
            "seats": [ply.seat for ply in self.plies],
            "times": [ply.time for ply in self.plies],
            "nodes": [ply.nodes for ply in self.plies],
            "values": [ply.values for ply in self.plies],
        }


def _plies(fields: Fields, players: int) -> tuple[Ply, ...]:
    moves = fields.texts("moves")
    count = len(moves)
    columns = (
        fields.numbers("seats", 0, players, count=count),
        moves,
        fields.reals_or_none("times", count),
        fields.wholes_or_none("nodes", count),
        fields.lists_or_none("values", count),
    )
    return tuple(map(Ply, *columns))


def _seat(fields: Fields) -> SeatRecord:
    return SeatRecord(
        name=fields.label("name"),
        spec=fields.text("spec"),
        command=fields.texts("command"),
        options=fields.pairs("options"),
        limits=fields.label("limits"),
        seed=fields.number("seed"),
        engine=fields.label("engine"),
    )


def read_fault(fields: Fields, players: int) -> Fault:
    """Return a fault of a game of so many players; FieldError where it is none."""
    return Fault(
        seat=fields.number("seat", 1, players),
        ply=fields.number("ply"),
        kind=fields.word("kind", FAULT_KINDS),
        reason=fields.label("reason"),
        position=fields.label("position"),
        command=fields.label("command"),
        log=fields.labels("log"),
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
