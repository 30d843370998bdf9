"""Games on disk: what is needed to go on with a game, as one JSON file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.match.records.record import Fault, Ply, read_fault
from spyrium_ai.match.settings import MOST_GAMES, POLICIES
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.atomic_write import write_atomically
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError, Fields, parse_json

FORMAT = "spyrium-ai saved game"
VERSION = 1


@dataclass(frozen=True)
class SavedGame:
    """A game that was left: everything else follows from what stands here.

    `players` are the specs in the order of the command line, `seed` and `game` the series' seed and
    the number of the game in it, `limits` those of the series, `moves` all moves and deals, `times`
    how long they took in ms where that is known, and `faults` what has gone wrong.
    """

    players: tuple[str, ...]
    seed: int
    game: int
    limits: TimeControl
    policy: str
    moves: tuple[str, ...]
    times: tuple[float | None, ...]
    faults: tuple[Fault, ...] = ()

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all; OSError if that cannot be."""
        data = {"format": FORMAT, "version": VERSION, "players": self.players}
        data |= {"seed": self.seed, "game": self.game, "limits": str(self.limits)}
        data |= {"policy": self.policy, "moves": self.moves, "times": self.times}
        data |= {"faults": [vars(fault) for fault in self.faults]}
        write_atomically(path, f"{json.dumps(data, indent=1)}\n".encode("ascii"))

    def plies(self) -> tuple[Ply, ...]:
        """Return the moves with the seats that made them; UsageError for one that cannot be."""
        position = Position.start(len(self.players))
        plies = []
        for number, (move, time) in enumerate(zip(self.moves, self.times, strict=True), 1):
            plies.append(Ply(position.to_move, move, time))
            try:
                position.apply(move)
            except IllegalMoveError as error:
                raise UsageError(f"move {number} of the saved game: {error}") from None
        return tuple(plies)


def load(path: Path) -> SavedGame:
    """Return the game of a file; UsageError says why it cannot be gone on with."""
    try:
        data = parse_json(path.read_text(encoding="ascii"))
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror}") from None
    except ValueError:
        raise UsageError(f"'{path}' is not a saved game: it is not JSON text") from None
    try:
        if isinstance(data, dict):
            data = _missing(data) | data
        return _read(Fields(data))
    except (FieldError, ValueError) as error:
        raise UsageError(f"'{path}' is not a saved game: {error}") from None


def _missing(data: dict[str, Any]) -> dict[str, Any]:
    """Return what stands for what files of earlier versions do not say."""
    return {"times": [None] * len(Fields(data).items("moves")), "faults": []}


def _read(fields: Fields) -> SavedGame:
    if fields.text("format") != FORMAT or fields.number("version") != VERSION:
        raise FieldError("format", f"not '{FORMAT}', version {VERSION}")
    players = fields.texts("players")
    if not 2 <= len(players) <= 5:
        raise FieldError("players", f"{len(players)} players instead of 2 to 5")
    moves = fields.texts("moves")
    return SavedGame(
        players=players,
        seed=fields.number("seed"),
        game=fields.number("game", 1, MOST_GAMES),
        limits=TimeControl.from_words(fields.text("limits")),
        policy=fields.word("policy", POLICIES),
        moves=moves,
        times=tuple(fields.reals_or_none("times", len(moves))),
        faults=tuple(read_fault(part, len(players)) for part in fields.parts("faults")),
    )
